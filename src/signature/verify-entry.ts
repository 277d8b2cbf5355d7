/** Knows how one signature entry is held against one key: is the key for it, could the bytes be a signature, do they match. */
import { algorithmFitsKey, type Algorithm } from '../keys/algorithms.js';
import type { CryptoPort, ImportedKey } from '../keys/crypto.js';
import type { TrustedKey } from '../keys/key-set.js';
import { rsaBits } from '../keys/public-jwk.js';
import { isInOrder } from './curve-order.js';
import { toSigningInput, type ParsedEntry } from './entry.js';
import type { Refusal } from './outcomes.js';

/** Why a key is not for an entry, or `undefined` where it is (RFC 7517 4.2 to 4.4, RFC 8725 3.1). */
export function refuseKey(key: TrustedKey, algorithm: Algorithm): Refusal | undefined {
  const reason = findMismatch(key, algorithm);
  if (reason === undefined) return undefined;
  return { outcome: 'key-mismatch', message: `key ${key.kid ?? key.thumbprint} ${reason}` };
}

function findMismatch(key: TrustedKey, algorithm: Algorithm): string | undefined {
  if (key.use !== undefined && key.use !== 'sig') return `exists, but has use "${key.use}", not "sig"`;
  if (key.keyOps !== undefined && !key.keyOps.includes('verify')) {
    return `exists, but its key_ops [${key.keyOps.join(', ')}] do not include "verify"`;
  }
  if (algorithmFitsKey(algorithm, { kty: key.jwk.kty, crv: key.jwk.crv, alg: key.alg })) return undefined;
  const kind = [key.jwk.kty, key.jwk.crv, key.alg].filter((part) => part !== undefined).join(' ');
  return `is ${kind}, which does not go with alg ${algorithm.name}`;
}

/** Why the bytes can be no signature of the algorithm by the key, or `undefined` where they can. */
export function refuseSignature(entry: ParsedEntry, key: TrustedKey): Refusal | undefined {
  const bytes = entry.signatureBytes;
  if (bytes === undefined) return malformed('the signature is not canonical base64url');
  const { algorithm } = entry.header;
  const due = algorithm.signatureBytes ?? Math.ceil(rsaBits(key.jwk) / 8);
  if (bytes.length !== due) {
    const der =
      algorithm.family === 'ecdsa' && bytes[0] === 0x30 ? '; it looks like DER, JWS has r and s' : '';
    return malformed(`the signature is ${bytes.length} bytes where ${algorithm.name} has ${due}${der}`);
  }
  // CVE-2022-21449: zero, and whatever is not below the order, is refused before any library sees it.
  if (algorithm.family === 'ecdsa' && !isInOrder(bytes, algorithm)) {
    return malformed('the signature has r or s outside 1 to n-1');
  }
  return undefined;
}

function malformed(message: string): Refusal {
  return { outcome: 'signature-malformed', message };
}

/** A key that the cryptography library would not take. */
export class KeyImportError extends Error {
  override readonly name = 'KeyImportError';
}

/**
 * Whether the entry's signature is the key's over the payload. The key and the signature must have passed
 * `refuseKey` and `refuseSignature`. Throws `KeyImportError`.
 */
export function verifyEntry(
  entry: ParsedEntry,
  key: TrustedKey,
  context: { readonly payload: Uint8Array; readonly crypto: CryptoPort },
): boolean | Promise<boolean> {
  const { algorithm } = entry.header;
  const { crypto } = context;
  const verify = (imported: ImportedKey) =>
    crypto.verify({
      algorithm,
      key: imported,
      signature: entry.signatureBytes ?? new Uint8Array(),
      message: toSigningInput(entry.protected, context.payload),
    });
  const imported = findImported(key, algorithm, crypto);
  return imported === undefined ? importKey(key, algorithm, crypto).then(verify) : verify(imported);
}

function findImported(
  { imported }: TrustedKey,
  { name }: Algorithm,
  crypto: CryptoPort,
): ImportedKey | undefined {
  const found = imported.get(name);
  return found?.crypto === crypto ? found.key : undefined;
}

async function importKey(key: TrustedKey, algorithm: Algorithm, crypto: CryptoPort): Promise<ImportedKey> {
  try {
    const imported = await crypto.importKey(key.jwk, algorithm);
    key.imported.set(algorithm.name, { crypto, key: imported });
    return imported;
  } catch (cause) {
    throw new KeyImportError(`key ${key.kid ?? key.thumbprint} is not a usable ${algorithm.name} key`, {
      cause,
    });
  }
}
