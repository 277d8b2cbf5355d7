/** Knows what a variant is: one way in which a part of a signature may have been made. */
import type { Cause } from './report.js';

/** Faults that are undone together. */
export const maximumFaults = 2;

/**
 * `faults` is the number of faults that it takes: none for what a signer should do. `explain` names them; it is asked
 * only for what matched.
 */
export type Variant<T> = {
  readonly value: T;
  readonly faults: number;
  readonly explain: () => readonly Cause[];
};

/** As it should be. */
export function right<T>(value: T): Variant<T> {
  return { value, faults: 0, explain: () => [] };
}

/** With one fault. */
export function wrong<T>(value: T, explain: () => Cause): Variant<T> {
  return { value, faults: 1, explain: () => [explain()] };
}
