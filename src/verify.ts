/** The entry `cardctl/verify`: verification alone, without any of Node's modules, so that it runs in browsers too. */
import { readKeySet as readKeySetWith, type KeySet } from './keys/key-set.js';
import type { CryptoPort } from './keys/crypto.js';
import { webCrypto } from './keys/web-crypto.js';
import {
  verifyCard as verifyCardWith,
  type VerificationResult,
  type VerifyCardOptions,
} from './trust/verify-card.js';

/** Options of `verifyCard`; cryptography is WebCrypto's and the time the clock's unless given. */
export type VerifyOptions = Omit<VerifyCardOptions, 'crypto' | 'now'> &
  Partial<Pick<VerifyCardOptions, 'crypto' | 'now'>>;

/**
 * Verifies an Agent Card (A2A 8.4.3) given as UTF-8 bytes against keys that the caller trusts.
 *
 * A negative verdict is a report, never an exception; throws `TypeError` for options that make no sense, and
 * `form-unknown` for a canonical form that there is not.
 */
export function verifyCard(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationResult> {
  return verifyCardWith(bytes, {
    ...options,
    crypto: options.crypto ?? webCrypto,
    now: options.now ?? new Date(),
  });
}

/** Reads a JWKS (RFC 7517 5) given as UTF-8 bytes; `source` names it in messages. Throws `key-set-invalid`. */
export function readKeySet(
  bytes: Uint8Array,
  options: { source?: string; crypto?: CryptoPort } = {},
): Promise<KeySet> {
  return readKeySetWith(bytes, options.source ?? 'jwks', options.crypto ?? webCrypto);
}

export { toVerifiedCard } from './trust/verify-card.js';
export { webCrypto } from './keys/web-crypto.js';
export { CardctlError, type ErrorCode, type ErrorKind } from './errors.js';
export type { VerificationResult, VerifiedContent } from './trust/verify-card.js';
export type { EntryReport, VerificationReport, Verdict } from './trust/report.js';
export type { VerificationPolicy } from './trust/policy.js';
export type { Outcome, Standing } from './signature/outcomes.js';
export type { SignatureEntry } from './signature/entry.js';
export type { CryptoPort, ImportedKey, VerifyRequest } from './keys/crypto.js';
export type { Algorithm, AlgorithmName } from './keys/algorithms.js';
export type { PublicJwk } from './keys/public-jwk.js';
export type { KeySet, SkippedKey, TrustedKey } from './keys/key-set.js';
export type { Finding, FindingCode, Severity } from './findings.js';
export type { JsonArray, JsonObject, JsonValue } from './json/value.js';
