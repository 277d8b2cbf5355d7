/** Knows what a signer is: the port that every holder of private keys serves. */
import type { AlgorithmName } from './algorithms.js';
import { CardctlError } from '../errors.js';
import type { PublicJwk } from './public-jwk.js';

export type Signer = {
  /** The key ref it was opened by, for messages; no secret is in it. */
  readonly ref: string;
  /** What its holder calls the key, where that says more than the ref: the ARN behind an alias. */
  readonly keyName?: string;
  readonly publicJwk: PublicJwk;
  /** What the key can sign with, the preferred one first; never empty. */
  readonly algorithms: readonly AlgorithmName[];
  /** Bytes of the largest signing input that it signs, where its holder has a limit. */
  readonly largestInput?: number;
  /**
   * The signature over the signing input (RFC 7515 5.1), in the form JWS gives it: ECDSA as r and s.
   * Throws `CardctlError` of the kind `provider`.
   */
  sign(algorithm: AlgorithmName, signingInput: Uint8Array): Promise<Uint8Array>;
  /** Lets go of connections and sessions, where the holder has any; it signs no more after that. Never throws. */
  close?(): Promise<void>;
};

/** For a signer that is asked to sign after it was closed. */
export function signerClosed(ref: string): CardctlError {
  return new CardctlError('signature-refused', `the key ${ref} was closed and signs no more`, {
    hint: 'open the key again',
  });
}

/**
 * The algorithm of each signer: the wanted one where it can, else its preferred one, for an RSA and an EC key cannot
 * share one. Throws `algorithm-mismatch` where none of them can sign with the wanted one.
 */
export function chooseAlgorithms(
  signers: readonly Signer[],
  wanted: AlgorithmName | undefined,
): AlgorithmName[] {
  const chosen = signers.map(({ ref, algorithms }) => {
    const algorithm = algorithms.find((name) => name === wanted) ?? algorithms[0];
    if (algorithm === undefined) throw new TypeError(`signer ${ref} has no algorithm`);
    return algorithm;
  });
  if (wanted === undefined || chosen.includes(wanted)) return chosen;
  const refs = signers.map(({ ref }) => ref).join(', ');
  throw new CardctlError('algorithm-mismatch', `the key ${refs} cannot sign with ${wanted}`, {
    hint: `it signs with ${[...new Set(signers.flatMap(({ algorithms }) => algorithms))].join(', ')}`,
  });
}
