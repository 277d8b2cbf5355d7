/** Knows which keys of a set may have made an entry, and in which ways. */
import { algorithmsOfKey, getAlgorithm, type Algorithm } from '../keys/algorithms.js';
import type { KeySet, TrustedKey } from '../keys/key-set.js';
import type { Hash, Method } from '../keys/prober.js';
import type { EntryParts } from './entry-parts.js';
import { toCause, type Cause } from './report.js';
import type { Variant } from './variant.js';

export type KeyAndMethod = { readonly key: TrustedKey; readonly method: Method };

/** Keys that are tried: those with the header's kid, and others. */
const maximumNamed = 4;
const maximumOthers = 8;

/** Every way in which a key of the set may have signed; those that the header names first. */
export function listMethods(parts: EntryParts, keySet: KeySet): readonly Variant<KeyAndMethod>[] {
  const named = parts.kid === undefined ? [] : (keySet.byKid.get(parts.kid) ?? []).slice(0, maximumNamed);
  const others = keySet.keys.filter((key) => !named.includes(key)).slice(0, maximumOthers);
  return [
    ...named.flatMap((key) => listOfKey(key, parts)),
    ...others.flatMap((key) => listOfOther(key, parts)),
  ];
}

function listOfKey(key: TrustedKey, parts: EntryParts): Variant<KeyAndMethod>[] {
  return listAlgorithms(key)
    .map((algorithm) => toVariant(key, { algorithm }, parts))
    .concat(listFaulty(key).map((method) => toVariant(key, method, parts)));
}

/** Of a key that the header does not name, what the header's algorithm is; of one that cannot have that, what it can. */
function listOfOther(key: TrustedKey, parts: EntryParts): Variant<KeyAndMethod>[] {
  const algorithms = listAlgorithms(key);
  const same = algorithms.filter((algorithm) => isNamed(algorithm, parts));
  return (same.length > 0 ? same : algorithms).map((algorithm) => {
    const { value, faults, explain } = toVariant(key, { algorithm }, parts);
    return { value, faults: faults + 1, explain: () => [explainOther(key, parts), ...explain()] };
  });
}

/** All of its type and curve, whatever its own `alg` says; `Ed25519` is another name for what `EdDSA` is. */
function listAlgorithms({ jwk: { kty, crv, alg } }: TrustedKey): Algorithm[] {
  return algorithmsOfKey({ kty, crv, alg })
    .filter((name) => name !== 'Ed25519')
    .map(getAlgorithm);
}

const hashes: readonly Hash[] = ['SHA-256', 'SHA-384', 'SHA-512'];

/** What no algorithm is. */
function listFaulty(key: TrustedKey): Method[] {
  return listAlgorithms(key).flatMap((algorithm): Method[] => {
    switch (algorithm.family) {
      case 'ecdsa':
        return hashes.filter((hash) => hash !== algorithm.hash).map((hash) => ({ algorithm, hash }));
      case 'rsa-pss':
        return [{ algorithm, anySalt: true }];
      case 'rsa-pkcs1':
        return [{ algorithm, bareDigest: true }];
      default:
        return [];
    }
  });
}

function isNamed({ name, family }: Algorithm, { alg }: EntryParts): boolean {
  return name === alg || (family === 'eddsa' && (alg === 'Ed25519' || alg === 'EdDSA'));
}

function toVariant(key: TrustedKey, method: Method, parts: EntryParts): Variant<KeyAndMethod> {
  const causes = [
    ...explainAlgorithm(key, method, parts),
    ...explainFault(method),
    ...explainLimits(key, method),
  ];
  return { value: { key, method }, faults: causes.length, explain: () => causes };
}

function explainAlgorithm(key: TrustedKey, { algorithm }: Method, parts: EntryParts): Cause[] {
  if (isNamed(algorithm, parts)) return [];
  const { alg } = parts;
  const says = alg === undefined ? 'names no algorithm' : `says ${alg}`;
  const message = `the header ${says}; the signature is ${algorithm.name} by key ${sayKey(key)}`;
  return [toCause(isOtherPadding(algorithm, alg) ? 'rsa-padding' : 'algorithm', message)];
}

/** RS256 and PS256, say. */
function isOtherPadding({ name, family }: Algorithm, alg: string | undefined): boolean {
  return (
    family.startsWith('rsa-') && alg !== undefined && /^[RP]S/.test(alg) && alg.slice(2) === name.slice(2)
  );
}

function explainFault({ algorithm, hash, anySalt, bareDigest }: Method): Cause[] {
  const { name } = algorithm;
  if (hash !== undefined)
    return [
      toCause(
        'ecdsa-digest',
        `the signature is over the ${hash} digest; ${name} signs the ${algorithm.hash ?? ''} digest`,
      ),
    ];
  // The search finds out how long it is.
  if (anySalt === true)
    return [toCause('pss-salt', `the salt is not ${algorithm.saltBytes ?? 0} bytes long`)];
  if (bareDigest === true)
    return [
      toCause(
        'bare-digest',
        `the signature holds the ${algorithm.hash ?? ''} digest alone, without the DigestInfo that names it`,
      ),
    ];
  return [];
}

/** RFC 7517 4.2 to 4.4. */
function explainLimits(key: TrustedKey, { algorithm }: Method): Cause[] {
  const { use, keyOps, alg } = key;
  const limits = [
    ...(use === undefined || use === 'sig' ? [] : [`use "${use}"`]),
    ...(keyOps === undefined || keyOps.includes('verify') ? [] : [`key_ops [${keyOps.join(', ')}]`]),
    ...(alg === undefined || isNamed(algorithm, { alg } as EntryParts) ? [] : [`alg "${alg}"`]),
  ];
  if (limits.length === 0) return [];
  const message = `key ${sayKey(key)} made the signature (${algorithm.name}), but has ${limits.join(' and ')}`;
  return [toCause('key-limits', message)];
}

function explainOther(key: TrustedKey, { kid }: EntryParts): Cause {
  const names = kid === undefined ? 'names no key' : `names kid "${kid}"`;
  return toCause('other-key', `the header ${names}; the signature is by key ${sayKey(key)}`);
}

/** By kid, or by thumbprint (RFC 7638). */
export function sayKey({ kid, thumbprint }: TrustedKey): string {
  return kid === undefined ? thumbprint : `"${kid}"`;
}
