/** Knows how chance is had that is the same in every run, and what is left to it. */

/** A number from 0 up to 1, the next of a seeded sequence. */
export type Random = () => number;

/** The sequence of mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A text with one character, at a seeded place, put one code unit on. */
export function nudge(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
}

/** The text's bytes with one of them changed, so many times: what comes of it need not be UTF-8. */
export function* flipBytes(text: string, rounds: number, random: Random): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let round = 0; round < rounds; round++) {
    const flipped = bytes.slice();
    flipped[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
    yield flipped;
  }
}

/** One of a list. */
export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}
