/** Knows a key set (JWKS, RFC 7517 5) as verification uses it: which keys it trusts, and which it had to skip. */
import { CardctlError } from '../errors.js';
import { findingKinds } from '../findings.js';
import { JsonError } from '../json/error.js';
import { tryReadJson } from '../json/read.js';
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { AlgorithmName } from './algorithms.js';
import type { CryptoPort, ImportedKey } from './crypto.js';
import { findPrivateMember, toPublicJwk, type PublicJwk } from './public-jwk.js';
import { toThumbprint } from './thumbprint.js';

/** `key-set-invalid`, for a set with which anyone who read it can sign. */
export class PrivateKeyError extends CardctlError {
  override readonly name = 'PrivateKeyError';
}

/** A public key that the verifier trusts, with the limits its JWK puts on it (RFC 7517 4.2 to 4.4). */
export type TrustedKey = {
  readonly jwk: PublicJwk;
  readonly kid: string | undefined;
  /** RFC 7638, SHA-256, base64url: what tells distinct keys apart. */
  readonly thumbprint: string;
  readonly alg: string | undefined;
  readonly use: string | undefined;
  readonly keyOps: readonly string[] | undefined;
  /** Filled by the first verification with each algorithm; a library's key is of no use to another. */
  readonly imported: Map<AlgorithmName, { readonly crypto: CryptoPort; readonly key: ImportedKey }>;
};

/** A key that the set holds and cardctl cannot use (RFC 7517 5: such keys are passed over). */
export type SkippedKey = {
  readonly index: number;
  readonly kid: string | undefined;
  readonly reason: string;
};

export type KeySet = {
  /** Where the set came from, for messages. */
  readonly source: string;
  /** Each key once. */
  readonly keys: readonly TrustedKey[];
  readonly skipped: readonly SkippedKey[];
  /** Kids that more than one key has. */
  readonly duplicateKids: readonly string[];
  /** The keys a header's kid can mean: those with that kid, and those without one whose thumbprint it is. */
  readonly byKid: ReadonlyMap<string, readonly TrustedKey[]>;
};

/**
 * Reads a JWKS. `source` names it in messages, as a path or a URL does.
 *
 * Throws `key-set-invalid` where the document is no key set, or holds a private key: whoever could read that can
 * sign, so nothing signed with it proves anything.
 */
export async function readKeySet(bytes: Uint8Array, source: string, crypto: CryptoPort): Promise<KeySet> {
  const elements = readElements(bytes, source);
  const skipped: SkippedKey[] = [];
  const keys = new Map<string, TrustedKey>();
  for (const [index, element] of elements.entries()) {
    const key = await readKey(element, { index, source, crypto });
    if ('reason' in key) skipped.push(key);
    // The same key twice is one key; the first stands, as in every list.
    else if (!keys.has(identityOf(key))) keys.set(identityOf(key), key);
  }
  return toKeySet({ source, keys: [...keys.values()], skipped });
}

/** A key that no JWK puts limits on, as a signer's own. */
export function toUnlimitedKey({
  jwk,
  kid,
  thumbprint,
}: Pick<TrustedKey, 'jwk' | 'kid' | 'thumbprint'>): TrustedKey {
  // Of an ML-DSA key `alg` is a part, and no limit.
  return { jwk, kid, thumbprint, alg: jwk.alg, use: undefined, keyOps: undefined, imported: new Map() };
}

/** A key set of keys that are read already, with its look-up by kid. */
export function toKeySet(parts: Pick<KeySet, 'source' | 'keys' | 'skipped'>): KeySet {
  const byKid = new Map<string, TrustedKey[]>();
  for (const key of parts.keys) {
    const name = key.kid ?? key.thumbprint;
    const sameName = byKid.get(name);
    if (sameName === undefined) byKid.set(name, [key]);
    else sameName.push(key);
  }
  const duplicateKids = [...byKid].filter(([, keys]) => keys.length > 1).map(([kid]) => kid);
  return { ...parts, byKid, duplicateKids };
}

/** The same key under the same limits. Thresholds count thumbprints, so it may well be there under others too. */
function identityOf({ thumbprint, kid, alg, use, keyOps }: TrustedKey): string {
  return JSON.stringify([thumbprint, kid, alg, use, keyOps]);
}

function readElements(bytes: Uint8Array, source: string): JsonValue[] {
  const value = parse(bytes, source);
  if (isObject(value) && Array.isArray(value['keys'])) return assertCount(value['keys'], source);
  const isSingle = isObject(value) && typeof value['kty'] === 'string';
  if (isSingle) refusePrivateKey(value, 0, source);
  throw new CardctlError(
    'key-set-invalid',
    `key set ${source} is ${isSingle ? 'a single key' : isObject(value) ? 'an object without an array "keys"' : aTypeName(value)}`,
    {
      hint: isSingle
        ? 'put it into a set: {"keys": [ ... ]}'
        : 'a key set is {"keys": [ ... ]} (RFC 7517 5); is this the right file?',
    },
  );
}

/** Real sets have a handful; each key costs a hash, and RSA ones more. */
const maximumKeys = 1000;

function assertCount(elements: JsonValue[], source: string): JsonValue[] {
  if (elements.length <= maximumKeys) return elements;
  throw new CardctlError(
    'key-set-invalid',
    `key set ${source} has ${elements.length} keys; at most ${maximumKeys} are read`,
    {
      hint: 'give a set with the keys that you trust',
    },
  );
}

function parse(bytes: Uint8Array, source: string): JsonValue {
  const document = tryReadJson(bytes);
  if (!(document instanceof JsonError)) return document.value;
  if (new TextDecoder().decode(bytes.subarray(0, 10)) === '-----BEGIN') {
    throw new CardctlError('key-set-invalid', `key set ${source} is a PEM file`, {
      hint: 'make a key set of the key: cardctl keys jwks file:PATH --out jwks.json',
    });
  }
  // What stands there is not quoted, neither here nor as the cause: it may be a private key, given by mistake.
  const { findingCode, line, column } = document;
  const reason = findingKinds[findingCode].title.toLowerCase();
  throw new CardctlError('key-set-invalid', `key set ${source}:${line}:${column}: ${reason}`, {
    hint: 'a key set is {"keys": [ ... ]} (RFC 7517 5); is this the right file?',
  });
}

type ReadKeyContext = { readonly index: number; readonly source: string; readonly crypto: CryptoPort };

async function readKey(element: JsonValue, context: ReadKeyContext): Promise<TrustedKey | SkippedKey> {
  const { index, source, crypto } = context;
  if (!isObject(element)) return { index, kid: undefined, reason: `is ${aTypeName(element)}, not an object` };
  const kid = typeof element['kid'] === 'string' ? element['kid'] : undefined;
  refusePrivateKey(element, index, source);
  const reason = checkLimits(element);
  if (reason !== undefined) return { index, kid, reason };
  const result = toPublicJwk(element);
  if (result.reason !== undefined) return { index, kid, reason: result.reason };
  return {
    jwk: result.jwk,
    kid,
    thumbprint: await toThumbprint(result.jwk, crypto),
    alg: element['alg'] as string | undefined,
    use: element['use'] as string | undefined,
    keyOps: element['key_ops'] as string[] | undefined,
    imported: new Map(),
  };
}

function refusePrivateKey(element: JsonObject, index: number, source: string): void {
  // A symmetric key is skipped as unsupported: no algorithm of the table can be fooled with it.
  if (element['kty'] === 'oct') return;
  const member = findPrivateMember(element);
  if (member === undefined) return;
  throw new PrivateKeyError(
    'key-set-invalid',
    `key set ${source} holds a private key (member "${member}" of key ${index})`,
    {
      hint: 'give the public set, as `cardctl keys jwks` prints it; if this file was ever published, replace the key',
    },
  );
}

/** A limit in a shape that cannot be read must not be passed over. */
function checkLimits(element: JsonObject): string | undefined {
  for (const name of ['kid', 'alg', 'use'] as const) {
    const value = element[name];
    if (value !== undefined && typeof value !== 'string')
      return `has ${name} that is ${aTypeName(value)}, not a string`;
  }
  const ops = element['key_ops'];
  const isList = Array.isArray(ops) && ops.every((op) => typeof op === 'string');
  return ops === undefined || isList ? undefined : 'has key_ops that is not an array of strings';
}
