/** Knows that no input surprises the reader: it refuses with its one error, or reads what JSON.parse reads. */

import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../src/json/error.js';
import { lineColumn, locate, pointerAt } from '../../src/json/position.js';
import { readJson } from '../../src/json/read.js';
import { makeCard } from '../../tools/bench/cards.js';

const examples = new URL('../../examples/', import.meta.url);
const texts = [
  ...readdirSync(examples).map((file) => readFileSync(new URL(file, examples), 'utf8')),
  JSON.stringify(makeCard(1, true)),
  JSON.stringify(makeCard(1, false), null, 1),
  '{"a":[1,-0,2.5e-3,1e400,"\\ud83d\\ude00\\u00e9\\n"],"0":{"a":null},"\\u0061b":{"":[[],{}]},"__proto__":false}',
];
const seeds = texts.map((text) => new TextEncoder().encode(text));

// prettier-ignore
const tokens = [
  '{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '\ufeff', '"a"', '"b"', '"a":', '"\\u0061":', '"0":', '"__proto__":',
  '1', '-', '0', '.', 'e', '+', '1e309', '-0', '123456789012345678', 'true', 'false', 'null', 'nul', '//', "'", '\\u', 'd800',
  '"\\ud83d\\ude00"', '"\\ud800"', '"é€😀"', 'é', '\u0000', '\u2028', '[1]', '{"a":1}', ',"b":2',
].map((token) => new TextEncoder().encode(token));

/** A small generator of random numbers (mulberry32), so that a seed tells the whole run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)]!;
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const makers: readonly ((random: Random) => Uint8Array)[] = [
  // Some bytes changed
  (random) => {
    const bytes = pick(seeds, random).slice();
    for (let left = random(3); left >= 0; left--) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  // A token put in, or over what stands there
  (random) => {
    const bytes = pick(seeds, random);
    const from = random(bytes.length);
    return concat(bytes.subarray(0, from), pick(tokens, random), bytes.subarray(from + random(4)));
  },
  // A soup of tokens
  (random) => concat(...Array.from({ length: random(12) }, () => pick(tokens, random))),
  // A soup of tokens between brackets
  (random) => {
    const inside = Array.from({ length: random(4) }, () =>
      concat(pick(tokens, random), new Uint8Array([0x2c])),
    );
    return concat(new Uint8Array([0x5b]), ...inside, pick(tokens, random), new Uint8Array([0x5d]));
  },
  // Cut short
  (random) => {
    const bytes = pick(seeds, random);
    return bytes.subarray(0, random(bytes.length));
  },
  // Two spliced
  (random) => {
    const [first, second] = [pick(seeds, random), pick(seeds, random)];
    return concat(first.subarray(0, random(first.length)), second.subarray(random(second.length)));
  },
  // A part taken out
  (random) => {
    const bytes = pick(seeds, random);
    const from = random(bytes.length);
    return concat(bytes.subarray(0, from), bytes.subarray(from + random(20)));
  },
];

const strict = new TextDecoder('utf-8', { fatal: true });

/** What JSON.parse reads; undefined if it reads nothing. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strict.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether two values are the same, signs of zeros and the order of members included; prototypes differ. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([name, member], index) => name === others[index]?.[0] && isSame(member, others[index][1]))
  );
}

/** What is wrong with the reader's answer; undefined if nothing is. */
function complaint(bytes: Uint8Array, expected: unknown): string | undefined {
  try {
    const { value } = readJson(bytes);
    if (expected === undefined) return 'reads what JSON.parse refuses';
    return isSame(value, expected) ? undefined : 'reads another value';
  } catch (error) {
    if (!(error instanceof JsonError)) return `throws ${String(error)}`;
    return complaintAbout(error, bytes, expected);
  }
}

function complaintAbout(error: JsonError, bytes: Uint8Array, expected: unknown): string | undefined {
  const isStricter = /^json-(?:duplicate-name|lone-surrogate|number-range|depth)$/.test(error.findingCode);
  if (expected !== undefined && !isStricter) return `refuses what JSON.parse reads: ${error.message}`;
  if (error.offset < 0 || error.offset > bytes.length) return 'gives an offset that is outside';
  const place = lineColumn(bytes, error.offset);
  if (place.line !== error.line || place.column !== error.column) return 'gives places that differ';
  if (pointerAt(bytes, error.offset) !== error.path) return 'gives a path that differs';
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/.test(error.message))
    return 'shows control characters';
  return error.message.length > 250 ? 'gives a long message' : undefined;
}

describe('the reader', () => {
  it('does on 100,000 broken inputs as JSON.parse does, or is stricter', { timeout: 60_000 }, () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 0x7fffffff);
    const random = makeRandom(seed);
    let accepted = 0;
    for (let count = 0; count < 100_000; count++) {
      const bytes = pick(makers, random)(random);
      const expected = parse(bytes);
      const wrong = complaint(bytes, expected);
      if (wrong !== undefined) {
        expect.fail(`FUZZ_SEED=${seed}, input ${count}: ${wrong}: ${Buffer.from(bytes).toString('base64')}`);
      }
      if (expected !== undefined) accepted++;
    }
    expect(accepted).toBeGreaterThan(5000);
  });

  it('reads back what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson(new TextEncoder().encode(text)).value;
        expect(JSON.stringify(read, null, indent)).toBe(text);
        expect(isSame(read, JSON.parse(text))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads every number as JSON.parse does', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,25})(?:\.\d{1,25})?(?:[eE][-+]?\d{1,2})?$/);
    fc.assert(
      fc.property(fc.oneof(digits, fc.double().filter(Number.isFinite).map(String)), (literal) => {
        const { value } = readJson(new TextEncoder().encode(literal));
        expect(Object.is(value, JSON.parse(literal))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('finds every value where its pointer leads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), (value) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value, null, 1));
        for (let offset = 0; offset < bytes.length; offset++) {
          const pointer = pointerAt(bytes, offset);
          expect(pointerAt(bytes, locate(bytes, pointer, 'value').offset)).toBe(pointer);
          expect(locate(bytes, pointer, 'name').offset).toBeLessThanOrEqual(
            locate(bytes, pointer, 'value').offset,
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});
