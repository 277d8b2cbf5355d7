/** Knows that a key in AWS KMS is made once at most, and that one that may have been made is told of, whatever fails. */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../src/keys/providers/create-key.js';
import type { CreateKeyOptions } from '../../../../src/keys/providers/provider.js';
import type { Signer } from '../../../../src/keys/signer.js';
import { failureOf, messageOf } from '../../../support/failure.js';
import { hasMlDsa } from '../../../support/key-pairs.js';
import { toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble, Members } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
useKmsDouble((started) => {
  kms = started;
});

let count = 0;

/** A name that no key has yet. */
function newAlias(): string {
  count += 1;
  return `alias/made/card-${count}`;
}

function create(name: string, options: Partial<CreateKeyOptions> = {}, timeoutMs = 5_000): Promise<Signer> {
  const context = { env: toAwsEnvironment(kms), timeoutMs };
  return createKey(toKmsRef(kms, name), { ...context, algorithm: 'ES256', ...options });
}

function countOf(operation: string): number {
  return kms.requests.filter((request) => request.operation === operation).length;
}

function arnIn({ message }: { message: string }): string {
  return /arn:aws:kms:\S+:key\/[0-9a-f-]{36}/.exec(message)?.[0] ?? '';
}

const error = (type: string, message = ''): Fault => ({ kind: 'error', type, message });
const look = 'look for it before you try again: `aws kms list-keys`, and for the tag created-by=cardctl';

describe('CreateKey is sent once', () => {
  it.each([
    [
      'is slow',
      { kind: 'slow', milliseconds: 1_500 },
      'provider-timeout',
      'did not answer CreateKey within 0.6 s',
    ],
    ['hangs', { kind: 'hang' }, 'provider-timeout', 'did not answer CreateKey within 0.6 s'],
    ['closes the connection', { kind: 'drop' }, 'provider-unreachable', 'cannot be reached: ECONNRESET'],
    ['fails', error('KMSInternalException'), 'provider-failed', 'failed at CreateKey, '],
    ['answers with a gateway', { kind: 'status', status: 502 }, 'provider-failed', 'failed at CreateKey, '],
    ['answers garbage', { kind: 'garbage', body: '<html>' }, 'provider-response', 'is no AWS KMS'],
  ] as const)('when AWS KMS %s, and that a key may be there is told', async (_, fault, code, words) => {
    kms.fail('CreateKey', fault, 9);
    const failure = await failureOf(create(newAlias(), {}, 600));
    expect(failure).toMatchObject({ code, kind: 'provider', hint: look });
    expect(failure.message).toContain(words);
    expect(failure.message).toMatch(/; a key may have been made all the same$/);
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['DescribeKey', 'CreateKey']);
  });

  it.each(['AccessDeniedException', 'LimitExceededException', 'TagException', 'ThrottlingException'])(
    'when AWS KMS refuses it with %s, and then no key is there to look for',
    async (type) => {
      kms.fail('CreateKey', error(type, 'no'), 9);
      const failure = await failureOf(create(newAlias()));
      expect(failure.message).not.toContain('may have been made');
      expect(countOf('CreateKey')).toBe(1);
    },
  );

  it('and gets all the time that a request has', async () => {
    kms.fail('CreateKey', { kind: 'slow', milliseconds: 700 });
    const signer = await create(newAlias(), {}, 1_500);
    await signer.close?.();
    expect(countOf('CreateKey')).toBe(1);
  });
});

describe('before any request is refused', () => {
  it.each(['alias/aws/card', 'alias/aws/a/b'])('an alias that AWS keeps for itself: %s', async (name) => {
    const failure = await failureOf(create(name));
    expect(failure).toMatchObject({ code: 'key-ref-invalid', kind: 'usage' });
    expect(failure.message).toContain('names an alias that AWS keeps for its own keys');
    expect(kms.requests).toEqual([]);
  });

  it.skipIf(hasMlDsa()).each(['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const)(
    '%s, where this Node.js has none',
    async (algorithm) => {
      expect(await failureOf(create(newAlias(), { algorithm }))).toMatchObject({
        code: 'usage',
        message: `this Node.js (${process.version}) has no ${algorithm}`,
        hint: 'run cardctl with Node.js 24.6 or later, or choose another algorithm',
      });
      expect(kms.requests).toEqual([]);
    },
  );
});

describe('the alias of a new key', () => {
  it('is asked for again where AWS KMS does not know the key everywhere yet', async () => {
    kms.fail('CreateAlias', error('NotFoundException', 'Key does not exist'), 2);
    const alias = newAlias();
    const signer = await create(alias);
    await signer.close?.();
    expect([countOf('CreateKey'), countOf('CreateAlias')]).toEqual([1, 3]);
    expect(signer.ref).toBe(toKmsRef(kms, alias));
  });

  it('that is given already, to this very key, is one whose answer was lost', async () => {
    const alias = newAlias();
    kms.fail('CreateKey', {
      kind: 'answer',
      change: (output) => {
        kms.pointAlias(alias, String((output['KeyMetadata'] as Members)['KeyId']));
        return output;
      },
    });
    const signer = await create(alias);
    await signer.close?.();
    expect(kms.requests.map(({ operation }) => operation)).toEqual([
      'DescribeKey',
      'CreateKey',
      'CreateAlias',
      'DescribeKey',
      'GetPublicKey',
    ]);
  });

  it.each([
    ['another key', undefined],
    ['who knows which key', error('AccessDeniedException', 'no')],
    ['a key that is not to be found', error('NotFoundException')],
    ['no answer', { kind: 'hang' }],
  ] as const)('that names %s meanwhile stays its, and the new key is told of', async (_, described) => {
    const alias = newAlias();
    const other = kms.addKey({ spec: 'ECC_NIST_P256', aliases: [alias] });
    kms.fail('DescribeKey', error('NotFoundException', `Alias ${alias} is not found.`));
    if (described !== undefined) kms.fail('DescribeKey', described, 9);
    const failure = await failureOf(create(alias, {}, 900));
    const arn = arnIn(failure);
    expect(arn).not.toBe('');
    expect(arn).not.toBe(other.arn);
    expect(failure).toMatchObject({
      code: 'provider-refused',
      kind: 'provider',
      hint: `name it with \`aws kms create-alias --alias-name alias/OTHER --target-key-id ${arn}\`, or sign with its ARN`,
    });
    expect(messageOf(failure)).toBe(
      `the key ${arn} was made, but not its alias: the alias of ${toKmsRef(kms, alias)} names a key already`,
    );
    expect(countOf('CreateKey')).toBe(1);
  });
});

describe('an answer to CreateKey', () => {
  const shell = 'arn:aws:kms:eu-central-1:111122223333:key/$(reboot)';

  it.each([
    'card',
    '',
    5,
    {},
    ['arn'],
    shell,
    'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab; reboot',
    '`reboot`',
    'arn:aws:kms:eu-central-1:111122223333:alias/card',
  ])('with %j in place of an ARN is none, and is not repeated', async (given) => {
    kms.fail('CreateKey', { kind: 'answer', change: () => ({ KeyMetadata: { Arn: given } }) });
    const failure = await failureOf(create(newAlias()));
    expect(failure).toMatchObject({
      code: 'provider-response',
      kind: 'provider',
      message: 'AWS KMS answered CreateKey without the ARN of a key',
      hint: 'check the endpoint; `aws kms list-keys` shows whether a key was made',
    });
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['DescribeKey', 'CreateKey']);
  });

  it.each(['5', 'null', '[]', '{"KeyMetadata":5}', '{"KeyMetadata":null}', '{}'])(
    'that is %s is none',
    async (body) => {
      kms.fail('CreateKey', { kind: 'garbage', body });
      expect((await failureOf(create(newAlias()))).code).toBe('provider-response');
      expect(countOf('CreateKey')).toBe(1);
    },
  );

  it.each(['ECC_NIST_P384', 'ECC_NIST_EDWARDS25519'] as const)(
    'that is about a key of another kind is told: %s',
    async (spec) => {
      const { arn } = kms.addKey({ spec });
      kms.fail('CreateKey', { kind: 'answer', change: () => ({ KeyMetadata: { Arn: arn } }) });
      expect(await failureOf(create(''))).toMatchObject({
        code: 'provider-response',
        message: `the key ${arn} was made, but does not sign with ES256`,
        hint: 'check the endpoint, and what stands between it and this machine',
      });
    },
  );
});
