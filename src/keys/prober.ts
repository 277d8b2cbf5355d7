/** Knows what it takes to try a signature in ways that no verifier may accept: the port behind `explain`. */
import type { Algorithm } from './algorithms.js';
import type { PublicJwk } from './public-jwk.js';

export type Hash = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** How a signature may have been made: an algorithm of the table, or what a faulty signer makes of one. */
export type Method = {
  readonly algorithm: Algorithm;
  /** Another digest than the algorithm's own; ECDSA alone. */
  readonly hash?: Hash;
  /** RSASSA-PSS with a salt of whatever length. */
  readonly anySalt?: true;
  /** RSASSA-PKCS1-v1_5 over the digest alone, without the DigestInfo that names it (RFC 8017 9.2, step 2). */
  readonly bareDigest?: true;
};

/** A public key as the prober's library holds it; opaque to everyone else. */
export type ProbeKey = object;

export type Probe = {
  readonly key: ProbeKey;
  readonly method: Method;
  /** As JWS has it: ECDSA as r and s. */
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
};

/** Throws nothing that a key, a signature or a message could cause. Its answers explain; they never make a card trusted. */
export type Prober = {
  digest(hash: Hash, bytes: Uint8Array): Uint8Array;
  /** `undefined` where the library does not take the key. */
  importKey(jwk: PublicJwk): ProbeKey | undefined;
  matches(probe: Probe): boolean;
  /** Bytes of the salt of a signature that matches; `undefined` where it has none. */
  saltLength(probe: Probe): number | undefined;
};
