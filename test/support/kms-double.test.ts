/** Knows that the double of AWS KMS signs as KMS does, and refuses to sign with the words of KMS. */
import { createHash, constants, verify, type KeyObject } from 'node:crypto';
import { KMSClient, SignCommand, type SignCommandInput } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectKms, refusal } from './kms-client.js';
import { hasMlDsa } from './key-pairs.js';
import { keySpecs, type KeySpec, type SigningAlgorithm } from './kms-double/key-specs.js';
import { startKmsDouble } from './kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from './kms-double/types.js';

let kms: KmsDouble;
let client: KMSClient;
let key: KmsDoubleKey;
const message = Buffer.from('what is signed');
const digest = createHash('sha256').update(message).digest();

beforeAll(async () => {
  kms = await startKmsDouble();
  client = connectKms(kms);
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['agent-card'], description: 'signs cards' });
});
beforeEach(() => {
  kms.reset();
});
afterAll(() => kms.close());

function sign(input: Partial<SignCommandInput> = {}): SignCommand {
  const defaults = { SigningAlgorithm: 'ECDSA_SHA_256', MessageType: 'DIGEST', Message: digest } as const;
  return new SignCommand({ KeyId: key.keyId, ...defaults, ...input });
}

function isValid(algorithm: SigningAlgorithm, publicKey: KeyObject, signature: Uint8Array): boolean {
  const hash = /SHA_(256|384|512)$/.exec(algorithm)?.[1];
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const verifier = { key: publicKey, ...(algorithm.includes('PSS') && pss) };
  return verify(/^(?:ED|ML)/.test(algorithm) ? null : `sha${hash}`, message, verifier, signature);
}

const ecdsaAndRsa = Object.entries(keySpecs).flatMap(([spec, { signing }]) =>
  signing
    .filter((algorithm) => /^(?:ECDSA|RSA)/.test(algorithm))
    .map((algorithm) => [spec as KeySpec, algorithm] as const),
);

describe('a signature', () => {
  const keys = new Map<KeySpec, KmsDoubleKey>();
  const keyOf = (spec: KeySpec): KmsDoubleKey => {
    const known = keys.get(spec) ?? kms.addKey({ spec });
    keys.set(spec, known);
    return known;
  };

  it.each(ecdsaAndRsa)(
    'of a digest and of a message by %s with %s is what Node.js accepts',
    async (spec, name) => {
      const { arn, publicKey } = keyOf(spec);
      const hash = `sha${name.slice(-3)}`;
      const input = { KeyId: arn, SigningAlgorithm: name };
      const Message = createHash(hash).update(message).digest();
      const ofDigest = await client.send(sign({ ...input, Message }));
      expect(isValid(name, publicKey, ofDigest.Signature!)).toBe(true);
      const ofMessage = await client.send(sign({ ...input, Message: message, MessageType: 'RAW' }));
      expect(isValid(name, publicKey, ofMessage.Signature!)).toBe(true);
      expect(ofMessage).toMatchObject({ KeyId: arn, SigningAlgorithm: name });
    },
  );

  it('of a digest needs no program but Node.js', async () => {
    vi.stubEnv('PATH', '');
    try {
      expect((await client.send(sign())).KeyId).toBe(key.arn);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('by Ed25519 is of the message alone', async () => {
    const { arn, publicKey } = keyOf('ECC_NIST_EDWARDS25519');
    const input = { KeyId: arn, SigningAlgorithm: 'ED25519_SHA_512', Message: message } as const;
    const { Signature } = await client.send(sign({ ...input, MessageType: 'RAW' }));
    expect(isValid('ED25519_SHA_512', publicKey, Signature!)).toBe(true);
    expect(await refusal(client.send(sign(input)))).toEqual([
      'ValidationException',
      400,
      'Message type DIGEST is incompatible with algorithm ED25519_SHA_512.',
    ]);
  });

  it.runIf(hasMlDsa())('by ML-DSA is of the message', async () => {
    const { arn, publicKey } = keyOf('ML_DSA_65');
    const input = { KeyId: arn, SigningAlgorithm: 'ML_DSA_SHAKE_256', MessageType: 'RAW' } as const;
    const { Signature } = await client.send(sign({ ...input, Message: message }));
    expect(isValid('ML_DSA_SHAKE_256', publicKey, Signature!)).toBe(true);
  });

  it('is made by the signer of the key where it has one, which gets what was asked', async () => {
    const asked: unknown[] = [];
    const { publicKeyDer } = key;
    const signer = (request: unknown): Uint8Array => {
      asked.push(request);
      return Buffer.from('mine');
    };
    const { arn } = kms.addKey({ spec: 'ML_DSA_44', publicKeyDer, signer });
    const input = { KeyId: arn, SigningAlgorithm: 'ML_DSA_SHAKE_256', Message: Buffer.alloc(64) } as const;
    const { Signature } = await client.send(sign({ ...input, MessageType: 'EXTERNAL_MU' }));
    expect(Buffer.from(Signature!).toString()).toBe('mine');
    const { SigningAlgorithm: algorithm, Message } = input;
    expect(asked).toEqual([{ algorithm, messageType: 'EXTERNAL_MU', message: Message }]);
  });
});

const uuid = '00000000-0000-4000-8000-000000000000';
const place = 'arn:aws:kms:eu-central-1:111122223333';
const wrongDigest = 'Digest is invalid length for algorithm ECDSA_SHA_256.';
const tooLong =
  "1 validation error detected: Value at 'message' failed to satisfy constraint: Member must have length less than or equal to 4096";

describe('Sign refuses', () => {
  it.each<[string, Partial<SignCommandInput>, string, string]>([
    ['an unknown key id', { KeyId: uuid }, 'NotFoundException', `Key '${place}:key/${uuid}' does not exist`],
    ['an unknown alias', { KeyId: 'alias/b' }, 'NotFoundException', `Alias ${place}:alias/b is not found.`],
    ['what is no key id', { KeyId: 'agent-card' }, 'NotFoundException', "Invalid keyId 'agent-card'"],
    [
      'another region',
      { KeyId: `arn:aws:kms:us-east-1:111122223333:key/${uuid}` },
      'NotFoundException',
      'Invalid arn us-east-1',
    ],
    [
      'another partition',
      { KeyId: `arn:aws-cn:kms:eu-central-1:111122223333:key/${uuid}` },
      'NotFoundException',
      `Invalid arn arn:aws-cn:kms:eu-central-1:111122223333:key/${uuid}`,
    ],
    [
      'a message that is too long',
      { Message: Buffer.alloc(4097), MessageType: 'RAW' },
      'ValidationException',
      tooLong,
    ],
    [
      'no message',
      { Message: Buffer.alloc(0) },
      'ValidationException',
      tooLong.replace('less than or equal to 4096', 'greater than or equal to 1'),
    ],
    ['a digest that is too short', { Message: Buffer.alloc(20) }, 'ValidationException', wrongDigest],
    ['a digest that is too long', { Message: Buffer.alloc(48) }, 'ValidationException', wrongDigest],
    [
      'an algorithm of another kind of key',
      { SigningAlgorithm: 'RSASSA_PSS_SHA_256' },
      'InvalidKeyUsageException',
      'Algorithm RSASSA_PSS_SHA_256 is incompatible with key spec ECC_NIST_P256.',
    ],
    [
      'a mu for a curve',
      { MessageType: 'EXTERNAL_MU' },
      'ValidationException',
      'Message type EXTERNAL_MU is incompatible with algorithm ECDSA_SHA_256.',
    ],
  ])('%s', async (_, input, name, text) => {
    expect(await refusal(client.send(sign(input)))).toEqual([name, 400, text]);
  });

  it('another account, without telling whether the key is there', async () => {
    const [name, status, text] = await refusal(client.send(sign({ KeyId: key.arn.replace('1111', '9999') })));
    expect([name, status]).toEqual(['AccessDeniedException', 400]);
    expect(text).toContain(
      'is not authorized to perform: kms:Sign on this resource because the resource does not exist',
    );
  });

  it('a dry run that would have gone well, and no other', async () => {
    const text = 'The request would have succeeded, but the DryRun option is set.';
    expect(await refusal(client.send(sign({ DryRun: true })))).toEqual([
      'DryRunOperationException',
      412,
      text,
    ]);
    const [name] = await refusal(client.send(sign({ DryRun: true, Message: Buffer.alloc(20) })));
    expect(name).toBe('ValidationException');
  });

  it('a key that is not for signing', async () => {
    const { arn } = kms.addKey({ spec: 'RSA_2048', usage: 'ENCRYPT_DECRYPT' });
    const text = `${arn} key usage is ENCRYPT_DECRYPT which is not valid for Sign.`;
    const answer = client.send(sign({ KeyId: arn, SigningAlgorithm: 'RSASSA_PSS_SHA_256' }));
    expect(await refusal(answer)).toEqual(['InvalidKeyUsageException', 400, text]);
  });
});
