/** Knows how node:crypto serves the cryptography port: synchronous, and quick to start. */
import { constants, createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import type { Algorithm } from './algorithms.js';
import type { CryptoPort } from './crypto.js';

export const nodeCrypto: CryptoPort = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  importKey: (jwk) => createPublicKey({ key: { ...jwk }, format: 'jwk' }),
  verify: ({ algorithm, key, signature, message }) =>
    verify(
      digestName(algorithm),
      message,
      { key: key as KeyObject, ...signatureOptions(algorithm) },
      signature,
    ),
};

/** What node:crypto calls the digest; null where the algorithm signs the message itself. */
export function digestName(algorithm: Algorithm): string | null {
  return algorithm.hash?.replace('-', '').toLowerCase() ?? null;
}

/** The digest of the algorithm's own hash, for holders of keys that sign one; the algorithm must have a hash. */
export function toDigest(algorithm: Algorithm, bytes: Uint8Array): Uint8Array {
  return hash(digestName(algorithm) ?? '', bytes, 'buffer');
}

/** Padding, salt and signature encoding as JWS has them (RFC 7518 3.3 to 3.5). */
export function signatureOptions(algorithm: Algorithm): {
  dsaEncoding?: 'ieee-p1363';
  padding?: number;
  saltLength?: number;
} {
  switch (algorithm.family) {
    case 'ecdsa':
      return { dsaEncoding: 'ieee-p1363' };
    case 'rsa-pkcs1':
      return { padding: constants.RSA_PKCS1_PADDING };
    case 'rsa-pss':
      return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltBytes ?? 0 };
    case 'eddsa':
    case 'ml-dsa':
      return {};
  }
}
