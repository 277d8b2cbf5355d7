/** Knows what is known of an entry that stays in a card, and what of it is written. */
import { escapePointer } from '../json/pointer.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import type { ParsedEntry } from './entry.js';
import type { SigningKey } from './signing-keys.js';

export type KeptEntry = {
  /** Where it stood. */
  readonly index: number;
  readonly entry: JsonObject;
  /** `undefined` where it cannot be read. */
  readonly kid: string | undefined;
  readonly alg: string | undefined;
  /** The signing key whose own entry it is, and which need not sign again. */
  readonly owner: SigningKey | undefined;
  /** That it is marked with. */
  readonly form: string | undefined;
  readonly isVerified: boolean;
  /** Whether a key of the given set is named, and did not make it: verifiers who trust that key see a tampered card. */
  readonly isForged: boolean;
  /** NumericDate. */
  readonly expiresAt: number | undefined;
  /** JSON Pointers of its members that are not written. */
  readonly uncovered: readonly string[];
};

type Place = { readonly index: number; readonly value: JsonValue; readonly owner: SigningKey | undefined };

/** A verified entry as it is written: what no signature covers is not passed on. */
export function describeVerified(
  { header, ...rest }: ParsedEntry,
  { index, value, owner }: Place,
): KeptEntry {
  const entry = { protected: rest.protected, signature: rest.signature };
  const others = Object.keys(value as JsonObject).filter((name) => !Object.hasOwn(entry, name));
  return {
    index,
    owner,
    entry,
    kid: header.kid,
    alg: header.algorithm.name,
    form: header.form,
    isVerified: true,
    isForged: false,
    expiresAt: header.expiresAt,
    uncovered: others.map((name) => `/signatures/${index}/${escapePointer(name)}`),
  };
}
