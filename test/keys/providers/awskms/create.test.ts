/** Knows how a new key in AWS KMS comes to be: its spec, its tags, its alias, and that no alias is taken from another key. */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../src/keys/providers/create-key.js';
import type { CreateKeyOptions } from '../../../../src/keys/providers/provider.js';
import type { Signer } from '../../../../src/keys/signer.js';
import { failureOf, messageOf } from '../../../support/failure.js';
import { hasMlDsa } from '../../../support/key-pairs.js';
import { toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { KmsDouble, Members } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
useKmsDouble((started) => {
  kms = started;
}, oneAttempt);

let count = 0;

/** A name that no key has yet. */
function newAlias(): string {
  count += 1;
  return `alias/team/card-${count}`;
}

function create(name: string, options: Partial<CreateKeyOptions> = {}): Promise<Signer> {
  return createKey(toKmsRef(kms, name), { env: toAwsEnvironment(kms), algorithm: 'ES256', ...options });
}

function operations(): string[] {
  return kms.requests.map(({ operation }) => operation);
}

function inputOf(operation: string): Members {
  return kms.requests.find((request) => request.operation === operation)?.input ?? {};
}

const user = 'User: arn:aws:iam::111122223333:user/signer is not authorized to perform:';
const error = (type: string, message = '') => ({ kind: 'error', type, message }) as const;

describe('a new key', () => {
  it('is made with its usage, a description and a tag that name cardctl, and signs', async () => {
    const alias = newAlias();
    const signer = await create(alias);
    expect(operations()).toEqual(['DescribeKey', 'CreateKey', 'CreateAlias', 'GetPublicKey']);
    expect(inputOf('CreateKey')).toEqual({
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'SIGN_VERIFY',
      Description: 'Signs A2A Agent Cards (cardctl)',
      MultiRegion: false,
      Tags: [{ TagKey: 'created-by', TagValue: 'cardctl' }],
    });
    const keyId = signer.keyName?.slice(signer.keyName.lastIndexOf('/') + 1);
    expect(inputOf('CreateAlias')).toEqual({ AliasName: alias, TargetKeyId: keyId });
    expect(inputOf('GetPublicKey')).toEqual({ KeyId: signer.keyName });
    expect(await signer.sign('ES256', Buffer.from('x'))).toHaveLength(64);
    await signer.close?.();
  });

  it('has the description, the tags and the regions that are asked for', async () => {
    const signer = await create(newAlias(), {
      description: 'of the stock agent',
      tags: { team: 'agents', cost: '' },
      multiRegion: true,
    });
    await signer.close?.();
    expect(inputOf('CreateKey')).toMatchObject({
      Description: 'of the stock agent',
      MultiRegion: true,
      Tags: [
        { TagKey: 'created-by', TagValue: 'cardctl' },
        { TagKey: 'team', TagValue: 'agents' },
        { TagKey: 'cost', TagValue: '' },
      ],
    });
    expect(signer.keyName).toMatch(/:key\/mrk-[0-9a-f]{32}$/);
  });

  it('needs no alias', async () => {
    const signer = await create('');
    await signer.close?.();
    expect(operations()).toEqual(['CreateKey', 'GetPublicKey']);
  });

  it.each([
    ['ES256', 'ECC_NIST_P256'],
    ['ES384', 'ECC_NIST_P384'],
    ['ES512', 'ECC_NIST_P521'],
    ['EdDSA', 'ECC_NIST_EDWARDS25519'],
    ['Ed25519', 'ECC_NIST_EDWARDS25519'],
    ['RS256', 'RSA_3072'],
    ['PS512', 'RSA_3072'],
  ] as const)('for %s is one of the spec %s', async (algorithm, spec) => {
    kms.fail('CreateKey', error('LimitExceededException'));
    await failureOf(create(newAlias(), { algorithm }));
    expect(inputOf('CreateKey')['KeySpec']).toBe(spec);
  });

  it.runIf(hasMlDsa()).each([
    ['ML-DSA-44', 'ML_DSA_44'],
    ['ML-DSA-65', 'ML_DSA_65'],
    ['ML-DSA-87', 'ML_DSA_87'],
  ] as const)('for %s is one of the spec %s, where this Node.js verifies it', async (algorithm, spec) => {
    const signer = await create(newAlias(), { algorithm });
    await signer.close?.();
    expect(inputOf('CreateKey')['KeySpec']).toBe(spec);
    expect(signer.algorithms).toEqual([algorithm]);
  });

  it.each(['RSA_2048', 'RSA_4096'] as const)(
    'for RS256 is one of %s where that is asked for',
    async (spec) => {
      kms.fail('CreateKey', error('LimitExceededException'));
      await failureOf(create(newAlias(), { algorithm: 'RS256', spec }));
      expect(inputOf('CreateKey')['KeySpec']).toBe(spec);
    },
  );

  it.each([
    ['ES256', 'RSA_2048', 'choose one of RS256, RS384, RS512, PS256, PS384, PS512 with --alg'],
    ['ES256', 'ECC_NIST_P384', 'choose one of ES384 with --alg'],
    ['RS256', 'ECC_NIST_EDWARDS25519', 'choose one of EdDSA, Ed25519 with --alg'],
    ['ES256', 'ECC_SECG_P256K1', /^use ECC_NIST_P256, ECC_NIST_P384, ECC_NIST_P521, RSA_2048, /],
    ['ES256', 'SYMMETRIC_DEFAULT', /^use ECC_NIST_P256, /],
    ['ES256', 'toString', /^use ECC_NIST_P256, /],
  ] as const)('for %s is none of %s: nothing is asked for', async (algorithm, spec, hint) => {
    const failure = await failureOf(create(newAlias(), { algorithm, spec }));
    expect(failure).toMatchObject({
      code: 'usage',
      message: `a key of the spec ${spec} does not sign with ${algorithm}`,
    });
    expect(failure.hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
    expect(kms.requests).toEqual([]);
  });

  it('is read again where AWS KMS does not know it everywhere yet', async () => {
    kms.fail('GetPublicKey', error('NotFoundException', 'Key does not exist'), 2);
    const signer = await create(newAlias());
    await signer.close?.();
    expect(operations().filter((one) => one === 'GetPublicKey')).toHaveLength(3);
    expect(operations().filter((one) => one === 'CreateKey')).toHaveLength(1);
  });

  it.each([
    ['', ['CreateKey', 'GetPublicKey']],
    ['alias/unreadable', ['DescribeKey', 'CreateKey', 'CreateAlias', 'GetPublicKey']],
  ])('that cannot be read is told, with its ARN, and no second one is made: "%s"', async (name, due) => {
    kms.fail('GetPublicKey', error('AccessDeniedException'));
    const failure = await failureOf(create(name));
    const arn = /arn:aws:kms:\S+:key\/[0-9a-f-]{36}/.exec(failure.message)?.[0] ?? '';
    expect(failure.code).toBe('access-denied');
    expect(messageOf(failure)).toBe(
      `the key ${arn} was made, but cannot be read: these credentials may not kms:GetPublicKey with ${toKmsRef(kms, name)} in eu-central-1`,
    );
    expect(failure.hint).toContain('allow kms:GetPublicKey on the key');
    expect(operations()).toEqual(due);
  });

  it.each([
    '1234abcd-12ab-34cd-56ef-1234567890ab',
    'mrk-1234abcd12ab34cd56ef1234567890ab',
    'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
    'arn:aws:kms:eu-central-1:111122223333:alias/card',
  ])('has no name that AWS KMS gives itself: %s', async (name) => {
    expect((await failureOf(create(name))).code).toBe('key-ref-invalid');
    expect(kms.requests).toEqual([]);
  });

  it('answered without an ARN may have been made, which is told', async () => {
    kms.fail('CreateKey', { kind: 'answer', change: () => ({}) });
    expect(await failureOf(create(newAlias()))).toMatchObject({
      code: 'provider-response',
      message: 'AWS KMS answered CreateKey without the ARN of a key',
      hint: 'check the endpoint; `aws kms list-keys` shows whether a key was made',
    });
    expect(operations()).toEqual(['DescribeKey', 'CreateKey']);
  });
});

describe('an alias', () => {
  it('that names a key stays its, and no key is made', async () => {
    const alias = newAlias();
    kms.addKey({ spec: 'ECC_NIST_P256', aliases: [alias] });
    expect(await failureOf(create(alias))).toMatchObject({
      code: 'key-exists',
      kind: 'usage',
      message: `${toKmsRef(kms, alias)} names a key already, and is not pointed at another`,
      hint: 'choose another alias; `cardctl keys show` shows the key that is there',
    });
    expect(operations()).toEqual(['DescribeKey']);
  });

  it('that cannot be looked up is not taken for a free one', async () => {
    kms.fail('DescribeKey', error('AccessDeniedException'));
    const failure = await failureOf(create(newAlias()));
    expect(failure.code).toBe('access-denied');
    expect(failure.message).toContain('may not kms:DescribeKey');
    expect(operations()).toEqual(['DescribeKey']);
  });

  it('that is denied leaves a key without one, whose ARN is told', async () => {
    const alias = newAlias();
    kms.fail('CreateAlias', error('AccessDeniedException', `${user} kms:CreateAlias`));
    const failure = await failureOf(create(alias));
    const arn = /arn:aws:kms:\S+:key\/[0-9a-f-]{36}/.exec(failure.message)?.[0] ?? '';
    expect(failure.code).toBe('access-denied');
    expect(messageOf(failure)).toBe(
      `the key ${arn} was made, but not its alias: these credentials may not kms:CreateAlias with ${toKmsRef(kms, alias)} in eu-central-1`,
    );
    expect(failure.hint).toBe(
      `name it with \`aws kms create-alias --alias-name ${alias} --target-key-id ${arn}\`, or sign with its ARN`,
    );
    expect(operations()).toEqual(['DescribeKey', 'CreateKey', 'CreateAlias']);
    expect(inputOf('CreateAlias')['TargetKeyId']).toBe(arn.slice(arn.lastIndexOf('/') + 1));
  });
});

describe('a denial of CreateKey', () => {
  it.each([
    [`${user} kms:CreateKey`, 'kms:CreateKey'],
    // With tags, the one request takes two permissions.
    [`${user} kms:TagResource on resource: arn:aws:kms:eu-central-1:111122223333:key/*`, 'kms:TagResource'],
    ['no', 'kms:CreateKey'],
    [`${user} <b>kms:CreateKey</b>`, 'kms:CreateKey'],
  ])('names the permission that is missing: %s', async (words, action) => {
    kms.fail('CreateKey', error('AccessDeniedException', words));
    const failure = await failureOf(create(newAlias(), { tags: { team: 'agents' } }));
    expect(failure.code).toBe('access-denied');
    expect(messageOf(failure)).toBe(`these credentials may not ${action} in eu-central-1`);
    expect(failure.hint).toBe(
      `allow ${action} in the IAM policy of whoever runs this, for all keys: there is no key yet`,
    );
  });
});
