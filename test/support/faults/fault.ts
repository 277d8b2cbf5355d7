/** Knows what a fault is: the mechanism by which a signed card comes to fail, and the causes that `explain` is to name. */
import type { JsonObject } from '../../../src/json/value.js';
import type { Chance } from './chance.js';

/** What a user has in hand. */
export type FaultyCard = {
  /** JSON text. */
  readonly card: string;
  readonly jwks: string;
  /** A former copy. */
  readonly against?: string;
};

/** A card to be signed. */
export type Subject = {
  /** JSON text, on one line. */
  readonly text: string;
  readonly value: JsonObject;
  /** Its `a2a-1.0` form. */
  readonly canonical: string;
};

export type Fault = {
  readonly id: string;
  /** The codes of the entry that fails, in any order; none where nothing is to be explained. */
  readonly causes: readonly string[];
  /** `undefined` where the fault changes nothing of this card. */
  readonly apply: (
    subject: Subject,
    chance: Chance,
  ) => FaultyCard | undefined | Promise<FaultyCard | undefined>;
};

/** The card with entries, its members in their order and the signatures last. */
export function withEntries({ value }: Pick<Subject, 'value'>, ...entries: readonly object[]): string {
  return JSON.stringify({ ...value, signatures: entries });
}
