/** Knows which words are a time for a request. */
import { describe, expect, it } from 'vitest';
import { parseTimeout } from '../../src/cli/options.js';

describe('a time for a request', () => {
  it.each([
    ['1s', 1],
    ['10s', 10],
    ['2m', 120],
    ['60m', 3600],
    ['3600s', 3600],
    ['1h', 3600],
  ])('is %s, in seconds', (text, due) => {
    expect(parseTimeout(text)).toBe(due);
  });

  it.each([
    '0s',
    '0h',
    '3601s',
    '61m',
    '2h',
    '1d',
    '10',
    's',
    '',
    '-1s',
    '+1s',
    '1.5s',
    ' 1s',
    '1S',
    '99999s',
    '1s1s',
    '１s',
  ])('is not "%s"', (text) => {
    expect(() => parseTimeout(text)).toThrow('A time for a request is 1s to 1h, as 10s or 2m.');
  });
});
