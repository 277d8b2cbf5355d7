/** Knows what `keys doctor` finds out about a key in AWS KMS, whatever is wrong with it first. */
import { describe, expect, it } from 'vitest';
import { examineKey } from '../../../../src/keys/providers/index.js';
import type { KeyExamination } from '../../../../src/keys/providers/provider.js';
import type { Symptom } from '../../../../src/keys/symptom.js';
import { failureOf } from '../../../support/failure.js';
import { toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { KeySpec } from '../../../support/kms-double/key-specs.js';
import type { Fault, KmsDouble, KmsDoubleKey, Members } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
let key: KmsDoubleKey;
useKmsDouble((started) => {
  kms = started;
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
}, oneAttempt);

const denied: Fault = { kind: 'error', type: 'AccessDeniedException', message: 'no' };

async function examine(name: string): Promise<KeyExamination> {
  const examined = await examineKey(toKmsRef(kms, name), { env: toAwsEnvironment(kms), timeoutMs: 2_000 });
  await examined.signer?.close?.();
  return examined;
}

/** The symptoms in short: how bad, of what, and what. */
function toLines({ symptoms }: { symptoms: readonly Symptom[] }): string[] {
  return symptoms.map(({ level, subject, text }) => `${level} ${subject}: ${text}`);
}

async function linesOf(name: string): Promise<string[]> {
  return toLines(await examine(name));
}

/** Changes what is told of the key's metadata. */
function describedWith(change: (metadata: Members) => Members): Fault {
  return {
    kind: 'answer',
    change: ({ KeyMetadata: metadata }) => ({ KeyMetadata: change(metadata as Members) }),
  };
}

describe('a key that signs', () => {
  it('has nothing that is bad, and its signer is given', async () => {
    const examined = await examine(key.arn);
    expect(toLines(examined)).toEqual([
      'good name: names the key itself, in eu-central-1',
      'good state: enabled',
      'good usage: ECC_NIST_P256, SIGN_VERIFY',
      `good kms:GetPublicKey: allowed; the key is ${key.arn}`,
      'good kms:Sign: allowed with ES256',
    ]);
    expect(examined.symptoms.filter(({ hint }) => hint !== undefined)).toEqual([]);
    expect(examined.signer).toMatchObject({ keyName: key.arn, algorithms: ['ES256'] });
  });

  it('by an alias is named by what can be pointed elsewhere', async () => {
    const { symptoms } = await examine('alias/card');
    expect(symptoms[0]).toEqual({
      level: 'doubtful',
      subject: 'name',
      text: 'an alias, in eu-central-1: whoever may change it can have another key sign',
      hint: 'name the key by its ARN where it matters, and sign with --require-arn',
    });
  });

  it('in several regions is told as such', async () => {
    const { arn } = kms.addKey({ spec: 'ECC_NIST_P384', multiRegion: true });
    expect(await linesOf(arn)).toContain('good usage: ECC_NIST_P384, SIGN_VERIFY, multi-Region');
  });

  it.each([
    ['ECC_NIST_P256', 'ES256', 'ECDSA_SHA_256', 'DIGEST', 32],
    ['ECC_NIST_P384', 'ES384', 'ECDSA_SHA_384', 'DIGEST', 48],
    ['ECC_NIST_P521', 'ES512', 'ECDSA_SHA_512', 'DIGEST', 64],
    ['RSA_2048', 'RS256', 'RSASSA_PKCS1_V1_5_SHA_256', 'DIGEST', 32],
    ['ECC_NIST_EDWARDS25519', 'EdDSA', 'ED25519_SHA_512', 'RAW', 32],
  ] as const)('of the spec %s is tried by a dry run alone', async (spec, name, algorithm, type, bytes) => {
    const { arn } = kms.addKey({ spec: spec satisfies KeySpec });
    expect(await linesOf(arn)).toContain(`good kms:Sign: allowed with ${name}`);
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['DescribeKey', 'GetPublicKey', 'Sign']);
    expect(kms.requests[2]?.input).toEqual({
      KeyId: arn,
      SigningAlgorithm: algorithm,
      MessageType: type,
      Message: Buffer.alloc(bytes).toString('base64'),
      DryRun: true,
    });
  });

  it('at an endpoint that knows no dry run has signed zeros, which is told', async () => {
    kms.fail('Sign', { kind: 'garbage', body: '{}' });
    const { symptoms } = await examine(key.arn);
    expect(symptoms.at(-1)).toEqual({
      level: 'doubtful',
      subject: 'kms:Sign',
      text: 'allowed, but the endpoint knows no dry run and made a signature over zeros: it is no AWS KMS',
      hint: 'check the endpoint',
    });
  });
});

describe('a key that does not sign', () => {
  it('because it is disabled has all of that told', async () => {
    const { arn } = kms.addKey({ spec: 'ECC_NIST_P256', state: 'Disabled' });
    const examined = await examine(arn);
    expect(examined.signer).toBeUndefined();
    expect(examined.symptoms[1]).toEqual({
      level: 'bad',
      subject: 'state',
      text: 'disabled',
      hint: 'enable it with `aws kms enable-key`',
    });
    expect(toLines(examined).slice(2)).toEqual([
      'good usage: ECC_NIST_P256, SIGN_VERIFY',
      expect.stringMatching(/^bad kms:GetPublicKey: the key \S+ is disabled \(request /),
    ]);
  });

  it('because it goes has the day of that told', async () => {
    const { arn } = kms.addKey({ spec: 'ECC_NIST_P256', state: 'PendingDeletion' });
    kms.fail(
      'DescribeKey',
      describedWith((metadata) => ({ ...metadata, DeletionDate: Date.UTC(2027, 0, 31) / 1000 })),
    );
    const { symptoms } = await examine(arn);
    expect(symptoms[1]).toEqual({
      level: 'bad',
      subject: 'state',
      text: 'pending deletion, on 2027-01-31T00:00:00.000Z',
      hint: 'if that is a mistake, `aws kms cancel-key-deletion` and then `aws kms enable-key` bring it back',
    });
  });

  it.each([
    [{ KeyState: 'PendingReplicaDeletion', DeletionDate: undefined }, 'pending deletion'],
    [{ KeyState: 'PendingImport' }, 'PendingImport, in which it does not sign'],
    [{ KeyState: 'Creating' }, 'Creating, in which it does not sign'],
    [{ KeyState: '<script>' }, 'something unknown, in which it does not sign'],
    [{ KeyState: undefined }, 'something unknown, in which it does not sign'],
  ])('because of its state has that told: %o', async (changes, text) => {
    kms.fail(
      'DescribeKey',
      describedWith((metadata) => ({ ...metadata, ...changes })),
    );
    expect((await linesOf(key.arn))[1]).toBe(`bad state: ${text}`);
  });

  it('because it is for something else has that told', async () => {
    const { arn } = kms.addKey({ spec: 'RSA_2048', usage: 'ENCRYPT_DECRYPT' });
    const { symptoms, signer } = await examine(arn);
    expect(signer).toBeUndefined();
    expect(symptoms[2]).toEqual({
      level: 'bad',
      subject: 'usage',
      text: 'RSA_2048, ENCRYPT_DECRYPT',
      hint: 'make a key that signs: `cardctl keys create awskms:///alias/NAME`',
    });
    expect(toLines({ symptoms })[3]).toMatch(
      /^bad kms:GetPublicKey: the key \S+ is for ENCRYPT_DECRYPT, not for signing$/,
    );
  });

  it('because it is not there has that told', async () => {
    const lines = await linesOf('alias/none');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^doubtful kms:DescribeKey: there is no key \S+ in eu-central-1, /);
    expect(lines[2]).toMatch(/^bad kms:GetPublicKey: there is no key /);
  });

  it.each(['{}', '{"KeyMetadata":null}', 'null', '[]'])(
    'because AWS KMS does not describe it has that told: %s',
    async (body) => {
      kms.fail('DescribeKey', { kind: 'garbage', body });
      const lines = await linesOf(key.arn);
      expect(lines[1]).toBe('bad state: AWS KMS does not describe it');
      expect(lines.slice(2)).toEqual([
        `good kms:GetPublicKey: allowed; the key is ${key.arn}`,
        'good kms:Sign: allowed with ES256',
      ]);
    },
  );

  it.each([
    '{"KeyMetadata":5}',
    '{"KeyMetadata":{}}',
    '{"KeyMetadata":{"KeyState":{},"KeySpec":5,"Arn":[]}}',
  ])('because AWS KMS describes something else has that told: %s', async (body) => {
    kms.fail('DescribeKey', { kind: 'garbage', body });
    const { symptoms } = await examine(key.arn);
    expect(symptoms.filter(({ level }) => level === 'bad').map(({ subject }) => subject)).toEqual([
      'state',
      'usage',
      'name',
    ]);
  });
});

describe('a permission that is missing', () => {
  it.each([
    ['DescribeKey', 'doubtful', true],
    ['GetPublicKey', 'bad', false],
    ['Sign', 'bad', true],
  ] as const)('is told, and hides no other: kms:%s', async (operation, level, hasSigner) => {
    kms.fail(operation, denied);
    const examined = await examine(key.arn);
    const symptom = examined.symptoms.find(({ subject }) => subject === `kms:${operation}`);
    expect(symptom?.level).toBe(level);
    expect(symptom?.text).toContain(`these credentials may not kms:${operation} with `);
    expect(symptom?.hint).toContain(`allow kms:${operation} on the key`);
    expect(examined.signer !== undefined).toBe(hasSigner);
    const others = examined.symptoms.filter((one) => one !== symptom);
    expect(others.filter((one) => one.level !== 'good')).toEqual([]);
  });

  it('as are all others is told of each', async () => {
    kms.fail('*', denied, 9);
    expect(await linesOf(key.arn)).toEqual([
      'good name: names the key itself, in eu-central-1',
      expect.stringMatching(/^doubtful kms:DescribeKey: these credentials may not kms:DescribeKey /),
      expect.stringMatching(/^bad kms:GetPublicKey: these credentials may not kms:GetPublicKey /),
      'doubtful kms:Sign: not tried, for nothing says what kind of key it is',
    ]);
  });
});

describe('what ends the connection is the last that is said of the key', () => {
  const before = {
    DescribeKey: ['good name'],
    GetPublicKey: ['good name', 'good state', 'good usage'],
    Sign: ['good name', 'good state', 'good usage', 'good kms:GetPublicKey'],
  };
  const operations = ['DescribeKey', 'GetPublicKey', 'Sign'] as const;

  it.each([
    ['ExpiredTokenException', 'the AWS credentials have expired'],
    ['UnrecognizedClientException', 'AWS does not accept these credentials'],
    ['RequestTimeTooSkewed', 'AWS refuses the time of the request: the clock of this machine is wrong'],
    ['ThrottlingException', 'AWS KMS in eu-central-1 refused OPERATION for the number of requests'],
  ])('%s', async (type, text) => {
    for (const operation of operations) {
      kms.reset();
      kms.fail(operation, { kind: 'error', type });
      const { symptoms, signer } = await examine(key.arn);
      expect(symptoms.slice(0, -1).map(({ level, subject }) => `${level} ${subject}`)).toEqual(
        before[operation],
      );
      expect(symptoms.at(-1)).toMatchObject({ level: 'bad', subject: 'AWS KMS' });
      expect(symptoms.at(-1)?.text).toContain(text.replace('OPERATION', operation));
      expect(symptoms.at(-1)?.hint).toBeTruthy();
      expect(signer !== undefined).toBe(operation === 'Sign');
      expect(kms.requests).toHaveLength(1 + operations.indexOf(operation));
    }
  });

  it('a connection that is closed, and no answer in time', async () => {
    kms.fail('Sign', { kind: 'drop' });
    expect((await linesOf(key.arn)).at(-1)).toBe(
      `bad AWS KMS: AWS KMS at ${kms.endpoint} cannot be reached: ECONNRESET`,
    );
    kms.fail('GetPublicKey', { kind: 'hang' });
    const context = { env: toAwsEnvironment(kms), timeoutMs: 500 };
    const { symptoms, signer } = await examineKey(toKmsRef(kms, key.arn), context);
    expect(symptoms.at(-1)).toMatchObject({
      level: 'bad',
      subject: 'AWS KMS',
      text: 'AWS KMS in eu-central-1 did not answer GetPublicKey within 0.5 s',
    });
    expect(signer).toBeUndefined();
  });

  it('a region that is not that of the endpoint', async () => {
    const arn = key.arn.replace('eu-central-1', 'us-east-1');
    expect(await linesOf(arn)).toEqual([
      'good name: names the key itself, in us-east-1',
      expect.stringMatching(/^bad AWS KMS: AWS KMS at \S+ is not that of the region us-east-1 /),
    ]);
  });
});

describe('what leaves nothing to look at', () => {
  it('is an error: no region', async () => {
    const open = examineKey('awskms:///alias/card', { env: toAwsEnvironment(kms) });
    expect((await failureOf(open)).code).toBe('region-missing');
    expect(kms.requests).toEqual([]);
  });
});
