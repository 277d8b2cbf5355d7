/** Knows how the platform's WebCrypto serves the cryptography port: in browsers, and wherever Node's is not asked for. */
import { importJWK } from 'jose/key/import';
import type { Algorithm } from './algorithms.js';
import type { CryptoPort } from './crypto.js';

export const webCrypto: CryptoPort = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', toBufferSource(bytes))),
  importKey: (jwk, algorithm) => importJWK({ ...jwk }, algorithm.name),
  verify: ({ algorithm, key, signature, message }) =>
    crypto.subtle.verify(
      verifyParameters(algorithm),
      key as CryptoKey,
      toBufferSource(signature),
      toBufferSource(message),
    ),
};

/** W3C WebCrypto's parameters for the algorithm; RSA keys carry their digest since the import. */
function verifyParameters(algorithm: Algorithm): AlgorithmIdentifier | EcdsaParams | RsaPssParams {
  switch (algorithm.family) {
    case 'ecdsa':
      return { name: 'ECDSA', hash: algorithm.hash ?? '' };
    case 'rsa-pkcs1':
      return { name: 'RSASSA-PKCS1-v1_5' };
    case 'rsa-pss':
      return { name: 'RSA-PSS', saltLength: algorithm.saltBytes ?? 0 };
    case 'eddsa':
      return { name: 'Ed25519' };
    case 'ml-dsa':
      return { name: algorithm.name };
  }
}

/** WebCrypto refuses views of shared memory; the type says so, and no caller passes one. */
function toBufferSource(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
