/** Knows how `keys doctor` finds out whether a key in AWS KMS may sign, whatever else it may not find out. */
import { describe, expect, it } from 'vitest';
import { examineKey } from '../../../../src/keys/providers/index.js';
import type { KeyExamination, ProviderContext } from '../../../../src/keys/providers/provider.js';
import type { KeySpec } from '../../../support/kms-double/key-specs.js';
import { toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble, KmsDoubleKey, Members } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
let key: KmsDoubleKey;
let rsa: KmsDoubleKey;
useKmsDouble((started) => {
  kms = started;
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  rsa = kms.addKey({ spec: 'RSA_2048' });
}, oneAttempt);

const denied: Fault = { kind: 'error', type: 'AccessDeniedException', message: 'no' };

async function examine(name: string, context: Partial<ProviderContext> = {}): Promise<KeyExamination> {
  const env = toAwsEnvironment(kms);
  const examined = await examineKey(toKmsRef(kms, name), { env, timeoutMs: 2_000, ...context });
  await examined.signer?.close?.();
  return examined;
}

/** What is said of a subject, in short. */
async function linesOf(name: string, subject: string, context: Partial<ProviderContext> = {}) {
  const { symptoms } = await examine(name, context);
  return symptoms.filter((one) => one.subject === subject).map(({ level, text }) => `${level}: ${text}`);
}

function signings(): Members[] {
  return kms.requests.filter(({ operation }) => operation === 'Sign').map(({ input }) => input);
}

describe('kms:Sign without kms:GetPublicKey', () => {
  it.each([
    ['ECC_NIST_P256', 'ES256', 'ECDSA_SHA_256', 'DIGEST', 32],
    ['ECC_NIST_P521', 'ES512', 'ECDSA_SHA_512', 'DIGEST', 64],
    ['RSA_2048', 'RS256', 'RSASSA_PKCS1_V1_5_SHA_256', 'DIGEST', 32],
    ['ECC_NIST_EDWARDS25519', 'EdDSA', 'ED25519_SHA_512', 'RAW', 32],
    // As `sign` asks for it: of ML-DSA, the mu is signed.
    ['ML_DSA_44', 'ML-DSA-44', 'ML_DSA_SHAKE_256', 'EXTERNAL_MU', 64],
    ['ML_DSA_65', 'ML-DSA-65', 'ML_DSA_SHAKE_256', 'EXTERNAL_MU', 64],
    ['ML_DSA_87', 'ML-DSA-87', 'ML_DSA_SHAKE_256', 'EXTERNAL_MU', 64],
  ] as const)(
    'is tried all the same, by the spec that is described: %s',
    async (spec, name, algorithm, type, bytes) => {
      const { arn } = kms.addKey({
        spec: spec satisfies KeySpec,
        // This Node.js need not know the kind of key.
        ...(type === 'EXTERNAL_MU'
          ? { publicKeyDer: Buffer.alloc(40, 1), signer: () => Buffer.alloc(1) }
          : {}),
      });
      kms.fail('GetPublicKey', denied);
      const { symptoms, signer } = await examine(arn);
      expect(signer).toBeUndefined();
      expect(symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
        'good name',
        'good state',
        'good usage',
        'bad kms:GetPublicKey',
        'good kms:Sign',
      ]);
      expect(symptoms.at(-1)?.text).toBe(`allowed with ${name}`);
      expect(signings()).toEqual([
        {
          KeyId: arn,
          SigningAlgorithm: algorithm,
          MessageType: type,
          Message: Buffer.alloc(bytes).toString('base64'),
          DryRun: true,
        },
      ]);
    },
  );

  it('is not tried where kms:DescribeKey is missing too, which is told', async () => {
    kms.fail('GetPublicKey', denied);
    kms.fail('DescribeKey', denied);
    const { symptoms } = await examine('alias/card');
    expect(symptoms.at(-1)).toEqual({
      level: 'doubtful',
      subject: 'kms:Sign',
      text: 'not tried, for nothing says what kind of key it is',
      hint: 'allow kms:GetPublicKey first',
    });
    expect(signings()).toEqual([]);
  });

  it.each([5, {}, null, 'SM2', 'RSA_512', 'RSA_1024', 'RSA_99999'])(
    'is not tried for the spec %j',
    async (spec) => {
      kms.fail('GetPublicKey', denied);
      kms.fail('DescribeKey', {
        kind: 'answer',
        change: ({ KeyMetadata: metadata }) => ({ KeyMetadata: { ...(metadata as Members), KeySpec: spec } }),
      });
      expect(await linesOf(key.arn, 'kms:Sign')).toEqual([
        'doubtful: not tried, for nothing says what kind of key it is',
      ]);
      expect(signings()).toEqual([]);
    },
  );
});

describe('kms:Sign that is denied with', () => {
  it('one algorithm is tried with the next', async () => {
    kms.fail('Sign', denied, 4);
    expect(await linesOf(rsa.arn, 'kms:Sign')).toEqual(['good: allowed with PS384']);
    expect(signings().map((input) => input['SigningAlgorithm'])).toEqual([
      'RSASSA_PKCS1_V1_5_SHA_256',
      'RSASSA_PKCS1_V1_5_SHA_384',
      'RSASSA_PKCS1_V1_5_SHA_512',
      'RSASSA_PSS_SHA_256',
      'RSASSA_PSS_SHA_384',
    ]);
  });

  it('all algorithms is told once', async () => {
    kms.fail('Sign', denied, 9);
    expect(await linesOf(rsa.arn, 'kms:Sign')).toEqual([
      expect.stringMatching(/^bad: these credentials may not kms:Sign with /),
    ]);
    expect(signings()).toHaveLength(6);
  });
});

describe('an alias that is pointed elsewhere between two requests', () => {
  it('is an error, though both keys sign', async () => {
    const first = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['moving'] });
    const second = kms.addKey({ spec: 'ECC_NIST_P256' });
    kms.fail('DescribeKey', {
      kind: 'answer',
      change: (output) => {
        kms.pointAlias('moving', second.keyId);
        return output;
      },
    });
    const { symptoms, signer } = await examine('alias/moving');
    expect(symptoms).toContainEqual({
      level: 'bad',
      subject: 'name',
      text: 'what AWS KMS describes is not the key whose public half it gives',
      hint: 'ask again, by the ARN of the key',
    });
    expect(signer?.keyName).toBe(second.arn);
    expect(first.arn).not.toBe(second.arn);
  });

  it('is an error where the spec alone is another', async () => {
    kms.fail('DescribeKey', {
      kind: 'answer',
      change: ({ KeyMetadata: metadata }) => ({
        KeyMetadata: { ...(metadata as Members), KeySpec: 'ECC_NIST_P384' },
      }),
    });
    expect(await linesOf(key.arn, 'name')).toContain(
      'bad: what AWS KMS describes is not the key whose public half it gives',
    );
  });
});

describe('where an ARN is required', () => {
  it.each([
    [
      'an alias',
      () => 'alias/card',
      /^bad: an alias, in eu-central-1: whoever may change it can have another /,
    ],
    ['the ARN of an alias', () => key.arn.replace(/key\/.*/, 'alias/card'), /^bad: an alias, /],
    ['an id', () => key.keyId, /^bad: an id, in eu-central-1, and no ARN$/],
    ['an ARN', () => key.arn, /^good: names the key itself, in eu-central-1$/],
  ])('%s is looked at all the same', async (_, toName, due) => {
    expect(await linesOf(toName(), 'name', { requireArn: true })).toEqual([expect.stringMatching(due)]);
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['DescribeKey', 'GetPublicKey', 'Sign']);
  });

  it('it is not, an id names the key itself', async () => {
    expect(await linesOf(key.keyId, 'name')).toEqual(['good: names the key itself, in eu-central-1']);
  });
});
