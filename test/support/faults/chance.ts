/** Knows how choices are made that come out the same in every run. */

export type Chance = {
  /** From 0 to below 1. */
  next: () => number;
  /** From 0 to below `limit`. */
  below: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
};

/** The generator "mulberry32": one word of state, good enough to vary cards. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}
