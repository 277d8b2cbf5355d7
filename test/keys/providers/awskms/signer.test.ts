/** Knows what the signer of a key in AWS KMS asks for: which key, which digest, and nothing that could not be answered. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseKeyRef } from '../../../../src/keys/key-ref.js';
import type { AlgorithmName } from '../../../../src/keys/algorithms.js';
import type { Kms } from '../../../../src/keys/providers/awskms/kms.js';
import { toKmsSigner } from '../../../../src/keys/providers/awskms/signer.js';
import { failureOf } from '../../../support/failure.js';
import type { KeySpec } from '../../../support/kms-double/key-specs.js';
import { openAtDouble, toKmsRef } from '../../../support/kms-double/reach.js';
import type { KmsDouble, KmsDoubleKey } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';
import { cardText, signWith } from '../../../support/signed-cards.js';

let kms: KmsDouble;
const keys = new Map<KeySpec, KmsDoubleKey>();
useKmsDouble((started) => {
  kms = started;
});

function keyOf(spec: KeySpec): KmsDoubleKey {
  const key = keys.get(spec) ?? kms.addKey({ spec });
  keys.set(spec, key);
  return key;
}

/** The requests as they were, an operation and its key each. */
function asked(): string[] {
  return kms.requests.map(({ operation, input }) => `${operation} ${String(input['KeyId'])}`);
}

/** What the key was asked to sign, and how. */
function lastSign(): { type: unknown; algorithm: unknown; message: Buffer } {
  const { input } = kms.requests.findLast(({ operation }) => operation === 'Sign')!;
  return {
    type: input['MessageType'],
    algorithm: input['SigningAlgorithm'],
    message: Buffer.from(String(input['Message']), 'base64'),
  };
}

const sizes = [1, 4_095, 4_096, 4_097, 100_000];

const digests: readonly (readonly [KeySpec, AlgorithmName, string, string, number])[] = [
  ['ECC_NIST_P256', 'ES256', 'ECDSA_SHA_256', 'sha256', 32],
  ['ECC_NIST_P384', 'ES384', 'ECDSA_SHA_384', 'sha384', 48],
  ['ECC_NIST_P521', 'ES512', 'ECDSA_SHA_512', 'sha512', 64],
  ['RSA_2048', 'RS256', 'RSASSA_PKCS1_V1_5_SHA_256', 'sha256', 32],
  ['RSA_2048', 'RS384', 'RSASSA_PKCS1_V1_5_SHA_384', 'sha384', 48],
  ['RSA_2048', 'RS512', 'RSASSA_PKCS1_V1_5_SHA_512', 'sha512', 64],
  ['RSA_2048', 'PS256', 'RSASSA_PSS_SHA_256', 'sha256', 32],
  ['RSA_2048', 'PS384', 'RSASSA_PSS_SHA_384', 'sha384', 48],
  ['RSA_2048', 'PS512', 'RSASSA_PSS_SHA_512', 'sha512', 64],
];

describe('an EC or RSA key', () => {
  it.each(digests)(
    '%s signs a digest of any input with %s, by %s',
    async (spec, name, signing, hash, length) => {
      const signer = await openAtDouble(kms, keyOf(spec).arn);
      for (const size of sizes) {
        const input = Buffer.alloc(size, 'a');
        await signer.sign(name, input);
        expect(lastSign()).toEqual({
          type: 'DIGEST',
          algorithm: signing,
          message: createHash(hash).update(input).digest(),
        });
        expect(lastSign().message).toHaveLength(length);
      }
      await signer.close?.();
    },
  );
});

describe('an Ed25519 key', () => {
  it('signs the input itself, up to 4,096 bytes', async () => {
    const signer = await openAtDouble(kms, keyOf('ECC_NIST_EDWARDS25519').arn);
    expect(signer.largestInput).toBe(4_096);
    for (const size of [1, 4_095, 4_096]) {
      const input = Buffer.alloc(size, 'a');
      expect(await signer.sign('EdDSA', input)).toHaveLength(64);
      expect(lastSign()).toEqual({ type: 'RAW', algorithm: 'ED25519_SHA_512', message: input });
    }
    await signer.close?.();
  });

  it.each([4_097, 100_000])('refuses %i bytes before anything is asked for', async (size) => {
    const { arn } = keyOf('ECC_NIST_EDWARDS25519');
    const signer = await openAtDouble(kms, arn);
    const failure = await failureOf(signer.sign('EdDSA', Buffer.alloc(size)));
    await signer.close?.();
    expect(failure).toMatchObject({
      code: 'signing-input-too-large',
      kind: 'provider',
      message: `the signing input is ${size} bytes; AWS KMS signs 4096 at most with the Ed25519 key ${toKmsRef(kms, arn)}`,
      hint: 'make the card smaller, or sign with an EC or RSA key, whose signatures have no such limit',
    });
    expect(asked()).toEqual([`GetPublicKey ${arn}`]);
  });
});

describe('an ML-DSA key', () => {
  /** 1,952 bytes: 0 to 255 again and again, then zeros. */
  const pub = Buffer.alloc(1_952);
  for (let index = 0; index < 7 * 256; index += 1) pub[index] = index;

  it('signs the mu of the input (FIPS 204, algorithm 7, line 6), which has 64 bytes whatever its size', async () => {
    const requests: unknown[] = [];
    const recorder: Kms = {
      region: 'eu-central-1',
      request: (...request) => {
        requests.push(request);
        return Promise.resolve({ Signature: new Uint8Array(3_309), $metadata: {} } as never);
      },
      close: () => undefined,
    };
    const publicJwk = { kty: 'AKP', alg: 'ML-DSA-65', pub: pub.toString('base64url') } as const;
    const key = { arn: 'arn', spec: 'ML_DSA_65', publicJwk, algorithms: ['ML-DSA-65'] } as const;
    const signer = toKmsSigner(parseKeyRef('awskms:///alias/card'), recorder, key);
    expect(await signer.sign('ML-DSA-65', Buffer.from('eyJ9.e30'))).toHaveLength(3_309);
    expect(signer.largestInput).toBeUndefined();
    expect(requests).toEqual([
      [
        'Sign',
        {
          KeyId: 'arn',
          SigningAlgorithm: 'ML_DSA_SHAKE_256',
          MessageType: 'EXTERNAL_MU',
          // By Python's hashlib.
          Message: Buffer.from(
            'a16f7b72b72922e0d8f097b9a7778854ff43ac2f7ad3cddfa24d6d325d577f58587957013fa68a6a9066e9932f819ae8aae620b324811576baeeb870b1e25d57',
            'hex',
          ),
        },
      ],
    ]);
  });

  it('is refused where this Node.js cannot verify its signatures', async () => {
    // No key at all, as ML-DSA is to a Node.js that does not know it.
    const { arn } = kms.addKey({ spec: 'ML_DSA_65', publicKeyDer: Buffer.alloc(40, 1) });
    expect(await failureOf(openAtDouble(kms, arn))).toMatchObject({
      code: 'key-unusable',
      message: `the key ${toKmsRef(kms, arn)} signs with ML-DSA, which Node.js ${process.version} cannot verify`,
      hint: 'run cardctl with Node.js 24.6 or later, or sign with another key',
    });
  });
});

describe('the algorithm', () => {
  it.each([
    ['ECC_NIST_P521', 'ES256', 'ES512'],
    ['ECC_NIST_P256', 'ES384', 'ES256'],
    ['ECC_NIST_P256', 'PS256', 'ES256'],
    ['RSA_2048', 'ES256', 'RS256, RS384, RS512, PS256, PS384, PS512'],
    ['ECC_NIST_EDWARDS25519', 'ES256', 'EdDSA, Ed25519'],
  ] as const)(
    'of a key %s is not %s: it is refused before Sign is asked for',
    async (spec, algorithm, can) => {
      const { arn } = keyOf(spec);
      const signer = await openAtDouble(kms, arn);
      const failure = await failureOf(signWith([signer], cardText(), { algorithm }));
      await signer.close?.();
      expect(failure).toMatchObject({
        code: 'algorithm-mismatch',
        message: `the key ${toKmsRef(kms, arn)} cannot sign with ${algorithm}`,
        hint: `it signs with ${can}`,
      });
      expect(asked()).toEqual([`GetPublicKey ${arn}`]);
    },
  );

  it('is one of those that AWS KMS lists for the key', async () => {
    kms.fail('GetPublicKey', {
      kind: 'answer',
      change: (output) => ({ ...output, SigningAlgorithms: ['RSASSA_PSS_SHA_256', 'SOMETHING_NEW'] }),
    });
    const signer = await openAtDouble(kms, keyOf('RSA_2048').arn);
    await signer.close?.();
    expect(signer.algorithms).toEqual(['PS256']);
  });
});

describe('an alias', () => {
  it('is resolved once: the run signs with the key that it named then', async () => {
    const first = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['moving'] });
    const second = kms.addKey({ spec: 'ECC_NIST_P256' });
    const signer = await openAtDouble(kms, 'alias/moving');
    kms.pointAlias('moving', second.keyId);
    expect(signer.keyName).toBe(first.arn);
    for (const text of ['one', 'two']) await signer.sign('ES256', Buffer.from(text));
    await signer.close?.();
    expect(asked()).toEqual(['GetPublicKey alias/moving', `Sign ${first.arn}`, `Sign ${first.arn}`]);
  });

  it.each(['alias/a/b', 'ID', 'ARN', 'ALIAS-ARN', 'MRK'])(
    'and every other name leads to the ARN: %s',
    async (name) => {
      const key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['a/b'], multiRegion: name === 'MRK' });
      const names: Record<string, string> = {
        'ID': key.keyId,
        'ARN': key.arn,
        'ALIAS-ARN': key.arn.replace(/key\/.*/, 'alias/a/b'),
        'MRK': key.keyId,
      };
      const signer = await openAtDouble(kms, names[name] ?? name);
      await signer.sign('ES256', Buffer.from('x'));
      await signer.close?.();
      expect(asked()).toEqual([`GetPublicKey ${names[name] ?? name}`, `Sign ${key.arn}`]);
    },
  );
});

describe('where an ARN is required', () => {
  it.each([
    ['an alias', () => 'alias/card'],
    ['the ARN of an alias', () => keyOf('ECC_NIST_P256').arn.replace(/key\/.*/, 'alias/card')],
    ['an id', () => keyOf('ECC_NIST_P256').keyId],
  ])('%s is refused before anything is asked for', async (_, toName) => {
    const name = toName();
    const failure = await failureOf(openAtDouble(kms, name, { requireArn: true }));
    expect(failure).toMatchObject({
      code: 'key-ref-invalid',
      kind: 'usage',
      message: `the key ref "${toKmsRef(kms, name)}" is no ARN of a key`,
    });
    expect(failure.hint).toContain('give the ARN (arn:aws:kms:REGION:ACCOUNT:key/ID)');
    expect(kms.requests).toEqual([]);
  });

  it('the ARN of a key is taken', async () => {
    const signer = await openAtDouble(kms, keyOf('ECC_NIST_P256').arn, { requireArn: true });
    await signer.close?.();
    expect(signer.keyName).toBe(keyOf('ECC_NIST_P256').arn);
  });
});

describe('a signer that was closed', () => {
  it('signs no more, and asks for nothing', async () => {
    const { arn } = keyOf('ECC_NIST_P256');
    const signer = await openAtDouble(kms, arn);
    await signer.close?.();
    expect((await failureOf(signer.sign('ES256', Buffer.from('x')))).message).toContain(toKmsRef(kms, arn));
    expect(asked()).toEqual([`GetPublicKey ${arn}`]);
  });
});
