/** Knows how a JWS of a public suite is held against the product: as an entry over a payload that is given. */
import { decodeBase64url } from '../../src/base64url.js';
import { CardctlError, type ErrorCode } from '../../src/errors.js';
import type { JsonValue } from '../../src/json/value.js';
import type { CryptoPort } from '../../src/keys/crypto.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { webCrypto } from '../../src/keys/web-crypto.js';
import { readEntry } from '../../src/signature/entry.js';
import { matchEntry } from '../../src/signature/match-entry.js';
import { isRefusal, type Outcome } from '../../src/signature/outcomes.js';
import type { Payloads } from '../../src/signature/payloads.js';

/** Both ports, for `describe.each`. */
export const ports: readonly { name: string; crypto: CryptoPort }[] = [
  { name: 'node:crypto', crypto: nodeCrypto },
  { name: 'WebCrypto', crypto: webCrypto },
];

export type DetachedJws = {
  /** As an element of a card's `signatures`. */
  readonly entry: JsonValue;
  readonly payload: Uint8Array;
  /** The members of the JWKS that is trusted. */
  readonly keys: readonly unknown[];
};

/**
 * How the entry turns out: `verified`, or the outcome of the layer that refuses it (`readEntry`, the choice of the
 * key by kid, `refuseKey`, `refuseSignature`, `verifyEntry`); `key-set-invalid` where the key set is refused.
 */
export async function judge(jws: DetachedJws, crypto: CryptoPort): Promise<Outcome | ErrorCode> {
  try {
    const text = JSON.stringify({ keys: jws.keys });
    const keySet = await readKeySet(new TextEncoder().encode(text), 'suite', crypto);
    const parsed = readEntry(jws.entry);
    if (isRefusal(parsed)) return parsed.outcome;
    const payloads = toPayloads(jws.payload);
    const match = await matchEntry(parsed, { keySet, payloads, acceptedForms: ['jcs'], crypto });
    return isRefusal(match) ? match.outcome : 'verified';
  } catch (error) {
    if (error instanceof CardctlError) return error.code;
    throw error;
  }
}

function toPayloads(bytes: Uint8Array): Payloads {
  const get = (form: string) =>
    ({ form, text: '', bytes, id: 'payload', exact: true, hasAliases: false }) as const;
  return { get, list: (form) => [get(form)] };
}

/** A compact JWS (RFC 7515 7.1), in its parts as they stand. */
export type CompactParts = { readonly protected: string; readonly payload: string; readonly rest: string[] };

/** Splits at every dot; what should be the signature is `rest`, whatever the count of the parts. */
export function splitCompact(compact: string): CompactParts {
  const [protectedText = '', payload = '', ...rest] = compact.split('.');
  return { protected: protectedText, payload, rest };
}

/**
 * The detached JWS of a compact one. The product never decodes a payload, it computes it; so text that is not
 * canonical base64url is decoded here as a lax reader would, which gives the case its best chance.
 */
export function toDetached(compact: string, keys: readonly unknown[]): DetachedJws {
  const { protected: protectedText, payload, rest } = splitCompact(compact);
  const signature = rest.length === 0 ? {} : { signature: rest.join('.') };
  return {
    entry: { protected: protectedText, ...signature },
    payload: decodeBase64url(payload) ?? Buffer.from(payload, 'base64url'),
    keys,
  };
}
