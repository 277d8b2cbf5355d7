/** Knows the key set that is published: the public members of keys, by an allow-list, and what tells them apart. */
import { CardctlError } from '../errors.js';
import { findAlgorithm, type AlgorithmName } from './algorithms.js';
import type { PublicJwk } from './public-jwk.js';
import type { Signer } from './signer.js';

/** A key as a JWKS has it (RFC 7517 4): the public members, and `kid`, `alg` and `use`. */
export type PublicKeyEntry = PublicJwk & {
  readonly kid: string;
  readonly alg: AlgorithmName;
  readonly use: 'sig';
};

/** The published entry of a signer's key. `alg` is the algorithm that it signs with. Throws `TypeError` for one there is not. */
export function toPublicEntry({ publicJwk }: Signer, kid: string, alg: AlgorithmName): PublicKeyEntry {
  // The public JWK was made member by member (`toPublicJwk`): nothing private can be among them.
  if (findAlgorithm(alg) === undefined) throw new TypeError(`alg is ${alg}, which is no algorithm here`);
  return { ...publicJwk, kid, alg, use: 'sig' };
}

/** A key set of such entries. Throws `usage` where two have one kid, the same key twice included: verifiers would guess. */
export function toJwks(keys: readonly PublicKeyEntry[]): { readonly keys: readonly PublicKeyEntry[] } {
  const kids = keys.map(({ kid }) => kid);
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
  if (twice === undefined) return { keys };
  throw new CardctlError('usage', `two keys have the kid "${twice}"`, { hint: 'name each key once' });
}
