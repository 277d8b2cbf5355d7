/** Knows how two pieces of work are timed against each other: in paired rounds, in random order, by their medians. */

/** A measured ratio, what it may be at most or must be at least, if anything, and what it was made of. */
export type Row = {
  readonly name: string;
  readonly ratio: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly note: string;
};

export type Comparison = {
  /** The median of each round's ratio, of the first work's time to the second's. */
  readonly ratio: number;
  /** The median times, in the unit that the works give. */
  readonly times: readonly [number, number];
};

/** A work that times itself. */
type Timed = () => number | Promise<number>;

/** Half of the rounds, more or less, have the second work first: what a machine does meanwhile hits both alike. */
export async function comparePaired(first: Timed, second: Timed, rounds: number): Promise<Comparison> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    if (Math.random() < 0.5) {
      const time = await first();
      pairs.push([time, await second()]);
    } else {
      const time = await second();
      pairs.push([await first(), time]);
    }
  }
  return {
    ratio: median(pairs.map(([one, other]) => one / other)),
    times: [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))],
  };
}

/** What the last repetition gave; kept, so that no work can be left out. */
let last: unknown;

/** Microseconds that one of so many repetitions takes. */
export function timed(repetitions: number, work: () => unknown): () => number {
  return () => {
    const start = performance.now();
    for (let repetition = 0; repetition < repetitions; repetition++) last = work();
    return since(start, repetitions);
  };
}

/** The same for work that is awaited. */
export function timedAsync(repetitions: number, work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    const start = performance.now();
    for (let repetition = 0; repetition < repetitions; repetition++) last = await work();
    return since(start, repetitions);
  };
}

function since(start: number, repetitions: number): number {
  const elapsed = performance.now() - start;
  if (last === undefined) throw new TypeError('nothing was done');
  return (elapsed * 1000) / repetitions;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
