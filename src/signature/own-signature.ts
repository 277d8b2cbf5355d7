/** Knows that no signature is believed before it has been verified here, whoever made it. */
import { encodeBase64url } from '../base64url.js';
import { CardctlError } from '../errors.js';
import type { CryptoPort } from '../keys/crypto.js';
import { toUnlimitedKey } from '../keys/key-set.js';
import type { Signer } from '../keys/signer.js';
import { readEntry, type SignatureEntry } from './entry.js';
import { isRefusal } from './outcomes.js';
import { KeyImportError, refuseSignature, verifyEntry } from './verify-entry.js';

export type OwnSignature = {
  readonly signer: Signer;
  readonly protectedText: string;
  readonly signature: Uint8Array;
  readonly payload: Uint8Array;
  readonly crypto: CryptoPort;
};

/** The entry of a fresh signature, once it verifies by the signer's own public key. Throws `signature-wrong`, `key-unusable`. */
export async function assertOwnSignature(own: OwnSignature): Promise<SignatureEntry> {
  const { signer, protectedText, signature, payload, crypto } = own;
  const entry = { protected: protectedText, signature: encodeBase64url(signature) };
  const parsed = readEntry(entry);
  if (isRefusal(parsed))
    throw new CardctlError('signature-wrong', `the new entry is refused: ${parsed.message}`, {
      hint: 'nothing was written; leave out what the message names, or report it',
    });
  const key = toUnlimitedKey({ jwk: signer.publicJwk, kid: undefined, thumbprint: '' });
  const refusal = refuseSignature(parsed, key);
  if (refusal !== undefined) throw wrong(signer, refusal.message);
  try {
    if (await verifyEntry(parsed, key, { payload, crypto })) return entry;
  } catch (cause) {
    if (cause instanceof KeyImportError) throw unverifiable(signer, parsed.header.algorithm.name, cause);
    throw cause;
  }
  throw wrong(signer, `it does not verify with the public key of ${signer.ref}`);
}

function unverifiable({ ref }: Signer, algorithm: string, cause: KeyImportError): CardctlError {
  return new CardctlError('key-unusable', `the public key of ${ref} cannot verify ${algorithm} here`, {
    hint: 'nothing was written, for no signature leaves unverified; ML-DSA needs Node.js 24.6 or later',
    cause,
  });
}

function wrong({ ref, keyName }: Signer, reason: string): CardctlError {
  return new CardctlError('signature-wrong', `the signature that ${ref} made is wrong: ${reason}`, {
    hint: `nothing was written; ${
      keyName === undefined
        ? 'check that the private and the public part of the key belong together'
        : 'what answered may be an emulator that hashes a digest again, or something on the way to the holder of the key'
    }`,
  });
}
