/** Knows how a raw signature of a public suite is held against the product: key, signature bytes, cryptography. */
import { encodeBase64url } from '../../src/base64url.js';
import type { JsonObject } from '../../src/json/value.js';
import { getAlgorithm, type AlgorithmName } from '../../src/keys/algorithms.js';
import type { CryptoPort, ImportedKey } from '../../src/keys/crypto.js';
import type { TrustedKey } from '../../src/keys/key-set.js';
import { toPublicJwk } from '../../src/keys/public-jwk.js';
import { readEntry } from '../../src/signature/entry.js';
import { isRefusal } from '../../src/signature/outcomes.js';
import { refuseKey, refuseSignature } from '../../src/signature/verify-entry.js';

/** How a raw signature turns out: refused for its bytes, or what the cryptography says of it. */
export type RawOutcome = 'malformed' | 'mismatch' | 'verified';

/** A raw signature in hex, as the suites have it. */
export type RawSignature = { readonly sig: string; readonly msg: string };

/** Judges signatures of one key. Throws where the product would not take the key. */
export async function openJudge(
  source: JsonObject,
  name: AlgorithmName,
  crypto: CryptoPort,
): Promise<(signature: RawSignature) => Promise<RawOutcome>> {
  const key = toTrustedKey(source);
  const algorithm = getAlgorithm(name);
  const refusal = refuseKey(key, algorithm);
  if (refusal !== undefined) throw new Error(refusal.message);
  const imported: ImportedKey = await crypto.importKey(key.jwk, algorithm);
  return async ({ sig, msg }) => {
    const signature = Buffer.from(sig, 'hex');
    const entry = readEntry({ protected: toHeader(name), signature: encodeBase64url(signature) });
    if (isRefusal(entry)) throw new Error(entry.message);
    if (refuseSignature(entry, key) !== undefined) return 'malformed';
    const bytes = entry.signatureBytes ?? new Uint8Array();
    const message = Buffer.from(msg, 'hex');
    const isGenuine = await crypto.verify({ algorithm, key: imported, signature: bytes, message });
    return isGenuine ? 'verified' : 'mismatch';
  };
}

function toTrustedKey(source: JsonObject): TrustedKey {
  const result = toPublicJwk(source);
  if (result.reason !== undefined) throw new Error(`the key ${result.reason}`);
  const alg = typeof source['alg'] === 'string' ? source['alg'] : undefined;
  return {
    jwk: result.jwk,
    alg,
    kid: 'k',
    thumbprint: '',
    use: undefined,
    keyOps: undefined,
    imported: new Map(),
  };
}

function toHeader(alg: AlgorithmName): string {
  return encodeBase64url(new TextEncoder().encode(JSON.stringify({ alg, kid: 'k' })));
}
