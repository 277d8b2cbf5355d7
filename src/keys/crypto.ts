/** Knows what cardctl asks of a cryptography library: the port, so that browsers, Node and tests bring theirs. */
import type { Algorithm } from './algorithms.js';
import type { PublicJwk } from './public-jwk.js';

/** A public key as the library holds it; opaque to everyone else. */
export type ImportedKey = object;

export type CryptoPort = {
  /** SHA-256 (FIPS 180-4): 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Throws where the key is not valid: a point off its curve, an algorithm the runtime does not have. */
  importKey(jwk: PublicJwk, algorithm: Algorithm): ImportedKey | Promise<ImportedKey>;
  /** Whether `signature`, in the form JWS gives it (ECDSA as r and s), is the key's over `message`. */
  verify(request: VerifyRequest): boolean | Promise<boolean>;
};

export type VerifyRequest = {
  readonly algorithm: Algorithm;
  readonly key: ImportedKey;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
};
