/** Knows how a third party signs: with node:crypto alone and any header it likes, none of it by way of src. */
import {
  constants,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
  type SignKeyObjectInput,
} from 'node:crypto';

export type TestAlgorithm = 'ES256' | 'EdDSA' | 'RS256' | 'PS256';

export type TestKey = {
  readonly kid: string;
  readonly alg: TestAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** As it stands in a key set. */
  readonly jwk: Record<string, unknown>;
};

export type Entry = { readonly protected: string; readonly signature: string };

export function createTestKey(alg: TestAlgorithm, kid: string, bits = 2048): TestKey {
  const { privateKey, publicKey } = generatePair(alg, bits);
  return { kid, alg, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg } };
}

function generatePair(alg: TestAlgorithm, bits: number): { privateKey: KeyObject; publicKey: KeyObject } {
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: bits });
}

/** An entry over the payload, with a protected header of `alg`, `kid` and what else is given. */
export function signEntry(key: TestKey, payload: string, header: object = {}): Entry {
  return signProtected(key, payload, encodeText(JSON.stringify({ alg: key.alg, kid: key.kid, ...header })));
}

/** An entry over the payload with the protected header spelled exactly so. */
export function signProtected(key: TestKey, payload: string, protectedText: string): Entry {
  const signature = signMessage(key, toMessage(protectedText, payload));
  return { protected: protectedText, signature: signature.toString('base64url') };
}

export function signMessage(
  { alg, privateKey }: Pick<TestKey, 'alg' | 'privateKey'>,
  message: Buffer,
): Buffer {
  return sign(digests[alg], message, {
    key: privateKey,
    ...(options[alg] as Omit<SignKeyObjectInput, 'key'>),
  });
}

/** RFC 7515 5.2 in a few lines: whether the entry is the key's over the payload. */
export function isGenuine(entry: Entry, key: TestKey, payload: string): boolean {
  const message = toMessage(entry.protected, payload);
  const signature = Buffer.from(entry.signature, 'base64url');
  return verify(digests[key.alg], message, { key: key.publicKey, ...options[key.alg] }, signature);
}

export function toMessage(protectedText: string, payload: string): Buffer {
  return Buffer.from(`${protectedText}.${encodeText(payload)}`);
}

export function encodeText(text: string): string {
  return Buffer.from(text).toString('base64url');
}

export function decodeHeader(protectedText: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(protectedText, 'base64url').toString()) as Record<string, unknown>;
}

const digests = { ES256: 'sha256', EdDSA: null, RS256: 'sha256', PS256: 'sha256' } as const;
const options = {
  ES256: { dsaEncoding: 'ieee-p1363' },
  EdDSA: {},
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
} as const;
