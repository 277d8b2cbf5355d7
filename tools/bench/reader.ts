/** Knows how the reader's speed compares with that of JSON.parse, which checks far less. */
import type * as Reader from '../../src/json/read.js';
import { loadBundled } from './bundled.js';
import { makeCardText } from './cards.js';
import { comparePaired, timed, type Row } from './compare.js';

const rounds = 101;
/** Each half of a round reads about so many bytes. */
const bytesPerRound = 400_000;

const inputs = [2000, 18_000].flatMap((size) =>
  [true, false].flatMap((isAscii) =>
    [0, 2].map((indent) => ({
      name: `${size / 1000} kB, ${isAscii ? 'ASCII' : 'beyond ASCII'}, ${indent === 0 ? 'compact' : 'indented'}`,
      bytes: Buffer.from(makeCardText(size, isAscii, indent)),
    })),
  ),
);

/** The reader's time to that of `JSON.parse(bytes.toString())`, for cards. */
export async function benchReader(): Promise<Row[]> {
  const { readJson } = await loadBundled<typeof Reader>('json/read.ts');
  const compare = (bytes: Buffer, count: number) => {
    const repetitions = Math.ceil(bytesPerRound / bytes.length);
    return comparePaired(
      timed(repetitions, () => readJson(bytes).value),
      timed(repetitions, () => JSON.parse(bytes.toString()) as unknown),
      count,
    );
  };
  // Everything is warmed up with every input, so that no input has an engine of its own.
  for (const { bytes } of inputs) await compare(bytes, 10);
  const rows: Row[] = [];
  for (const { name, bytes } of inputs) {
    const { ratio, times } = await compare(bytes, rounds);
    const note = `${bytes.length} bytes in ${times[0].toFixed(1)} µs`;
    rows.push({ name: `reader to JSON.parse: ${name}`, ratio, atMost: 1.15, note });
  }
  return rows;
}
