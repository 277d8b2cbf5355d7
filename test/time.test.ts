/** Knows that times are written as Date writes them, less the milliseconds that are none. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toTime } from '../src/time.js';

it('is as toISOString has it', () => {
  const seconds = fc.oneof(
    fc.double({ min: -62_167_219_200, max: 253_402_300_799, noNaN: true }),
    fc.integer({ min: 0, max: 4_000_000_000 }),
  );
  fc.assert(
    fc.property(seconds, (time) => {
      expect(toTime(time)).toBe(new Date(time * 1000).toISOString().replace('.000Z', 'Z'));
    }),
  );
});

it('is the number of seconds where the year has not four digits', () => {
  expect(toTime(253_402_300_800)).toBe('253402300800 s');
  expect(toTime(-62_167_219_201)).toBe('-62167219201 s');
  expect(toTime(1e300)).toBe('1e+300 s');
  expect(toTime(1_800_000_000)).toBe('2027-01-15T08:00:00Z');
});
