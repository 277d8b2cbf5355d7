/** Knows what the library takes on Node where nothing else is given: its cryptography, clock and environment. */
import { explainCard as explainCardWith, type ExplainCardOptions } from './explain/explain-card.js';
import type { ExplainReport } from './explain/report.js';
import { readKeySet as readKeySetWith, type KeySet } from './keys/key-set.js';
import { nodeCrypto } from './keys/node-crypto.js';
import { nodeProber } from './keys/node-prober.js';
import { createKey as createKeyWith } from './keys/providers/create-key.js';
import { examineKey as examineKeyWith, openSigner as openSignerWith } from './keys/providers/index.js';
import type { CreateKeyOptions, KeyExamination, ProviderContext } from './keys/providers/provider.js';
import type { CryptoPort } from './keys/crypto.js';
import type { Signer } from './keys/signer.js';
import { signCard as signCardWith, type SignedCard } from './signature/sign-card.js';
import type { SignCardOptions } from './signature/signing-keys.js';
import {
  verifyCard as verifyCardWith,
  type VerificationResult,
  type VerifyCardOptions,
} from './trust/verify-card.js';

/** Cryptography is node:crypto's and the time the clock's unless given. */
export type VerifyOptions = Defaulted<VerifyCardOptions>;

/** Likewise. */
export type SignOptions = Defaulted<SignCardOptions>;

/** Likewise, and the prober is node:crypto's. */
export type ExplainOptions = Omit<Defaulted<ExplainCardOptions>, 'prober'> &
  Partial<Pick<ExplainCardOptions, 'prober'>>;

type Defaulted<T extends { readonly crypto: unknown; readonly now: unknown }> = Omit<T, 'crypto' | 'now'> &
  Partial<Pick<T, 'crypto' | 'now'>>;

/** Reads a JWKS (RFC 7517 5) given as UTF-8 bytes; `source` names it in messages. Throws `key-set-invalid`. */
export function readKeySet(
  bytes: Uint8Array,
  options: { source?: string; crypto?: CryptoPort } = {},
): Promise<KeySet> {
  return readKeySetWith(bytes, options.source ?? 'jwks', options.crypto ?? nodeCrypto);
}

/**
 * Verifies an Agent Card (A2A 8.4.3) given as UTF-8 bytes against keys that the caller trusts. A negative verdict is
 * a report, never an exception; throws `TypeError` for options that make no sense, and
 * `form-unknown` for a canonical form that there is not.
 */
export function verifyCard(bytes: Uint8Array, options: VerifyOptions): Promise<VerificationResult> {
  return verifyCardWith(bytes, {
    ...options,
    crypto: options.crypto ?? nodeCrypto,
    now: options.now ?? new Date(),
  });
}

/**
 * Explains why the signatures of an Agent Card, given as UTF-8 bytes, do not verify (A2A 8.4.3): the verdict of
 * `verifyCard` with the default policy, and for the first eight entries what was done wrong, with a JSON Pointer into
 * the card where there is one, and the next step. A cause is named where undoing it makes the signature match, or where
 * it can be read; else what was tried is listed. An explanation makes nothing trusted.
 *
 * A card takes some seconds at the worst, on the calling thread. Whatever the card is, the answer is a report; throws
 * `TypeError` for a former copy that is no JSON object.
 */
export function explainCard(bytes: Uint8Array, options: ExplainOptions): Promise<ExplainReport> {
  return explainCardWith(bytes, {
    ...options,
    crypto: options.crypto ?? nodeCrypto,
    prober: options.prober ?? nodeProber,
    now: options.now ?? new Date(),
  });
}

/**
 * Signs a card given as JSON text (A2A 8.4.2): every signer, or none. Throws `CardctlError` of the kinds `card`,
 * `unmet`, `usage` and `provider`, and `TypeError` for options that make no sense.
 */
export function signCard(bytes: Uint8Array, options: SignOptions): Promise<SignedCard> {
  return signCardWith(bytes, {
    ...options,
    crypto: options.crypto ?? nodeCrypto,
    now: options.now ?? new Date(),
  });
}

/** Opens the signer that a key ref names. Throws `key-ref-invalid`, and `CardctlError` of the kind `provider`. */
export function openSigner(ref: string, context: Partial<ProviderContext> = {}): Promise<Signer> {
  return openSignerWith(ref, { ...context, env: context.env ?? process.env });
}

/** What there is to tell of a key where it is held, as `keys doctor` does. Throws as `openSigner`. */
export function examineKey(ref: string, context: Partial<ProviderContext> = {}): Promise<KeyExamination> {
  return examineKeyWith(ref, { ...context, env: context.env ?? process.env });
}

/** Makes a new private key at a key ref, never over one that is there. Throws as `openSigner`, and `file-exists`. */
export function createKey(
  ref: string,
  options: CreateKeyOptions & Partial<ProviderContext>,
): Promise<Signer> {
  return createKeyWith(ref, { ...options, env: options.env ?? process.env });
}
