/** Knows what Python's json.dumps writes: each expected text is what Python 3 printed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareCodePoints,
  SpeltNumber,
  toPythonFloat,
  toPythonJson,
} from '../../../src/canonical/sdk/python-json.js';
import type { JsonValue } from '../../../src/json/value.js';

describe('a float as Python writes it', () => {
  it.each<[number, string]>([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-1, '-1.0'],
    [100, '100.0'],
    [123456789, '123456789.0'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [4.35, '4.35'],
    [1 / 3, '0.3333333333333333'],
  ])('has a point or an exponent: %s', (value, text) => {
    expect(toPythonFloat(value)).toBe(text);
  });

  it.each<[number, string]>([
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [0.000099999, '9.9999e-05'],
    [0.00001, '1e-05'],
    [1.5e-5, '1.5e-05'],
    [1e-7, '1e-07'],
    [-1.25e-7, '-1.25e-07'],
    [1e-10, '1e-10'],
    [2.2250738585072014e-308, '2.2250738585072014e-308'],
    [5e-324, '5e-324'],
  ])('has an exponent of two digits or more below 1e-4: %s', (value, text) => {
    expect(toPythonFloat(value)).toBe(text);
  });

  it.each<[number, string]>([
    [1e15, '1000000000000000.0'],
    [9007199254740991, '9007199254740991.0'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [12345678901234568, '1.2345678901234568e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1e20, '1e+20'],
    [1e21, '1e+21'],
    [1.5e21, '1.5e+21'],
    [1e23, '1e+23'],
    [-1e100, '-1e+100'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
  ])('has an exponent from 1e16 on: %s', (value, text) => {
    expect(toPythonFloat(value)).toBe(text);
  });

  it('is read as the same number, sign of zero included', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(toPythonFloat(value))).toBe(value);
        expect(toPythonFloat(value)).toMatch(/^-?\d+(?:\.\d+|(?:\.\d+)?e[+-]\d{2,3})$/);
      }),
    );
  });
});

describe('a number that is written as it was spelt', () => {
  it.each(['1', '-17', '100000000000000000000', '9007199254740993', '0'])('stays as it is: %s', (text) => {
    const spelt = new SpeltNumber(text) as unknown as JsonValue;
    expect(toPythonJson([spelt, { a: spelt }, 1])).toBe(`[${text},{"a":${text}},1.0]`);
  });
});

describe('a string as Python writes it', () => {
  it.each<[string, string, string]>([
    ['nothing', '', '""'],
    ['plain ASCII', " ~!#[]<>&'/", '" ~!#[]<>&\'/"'],
    ['a quote and a backslash', '"\\', String.raw`"\"\\"`],
    ['the controls that have a letter', '\b\f\n\r\t', String.raw`"\b\f\n\r\t"`],
    [
      'the other controls, and delete',
      '\u0000\u0001\u000b\u001f\u007f',
      String.raw`"\u0000\u0001\u000b\u001f\u007f"`,
    ],
    ['what is beyond ASCII, in lower case', '\u00e9\u20ac\uabcd', String.raw`"\u00e9\u20ac\uabcd"`],
    ['line separators', '\u2028\u2029', String.raw`"\u2028\u2029"`],
    ['a byte order mark and the last of the first plane', '\ufeff\uffff', String.raw`"\ufeff\uffff"`],
    ['a character of two units', '\u{1f600}', String.raw`"\ud83d\ude00"`],
    ['the last character of all', '\u{10ffff}', String.raw`"\udbff\udfff"`],
    ['halves of pairs', '\udc00\ud800', String.raw`"\udc00\ud800"`],
  ])('escapes as it does: %s', (_, text, written) => {
    expect(toPythonJson(text)).toBe(written);
  });

  it('is read as the same, and is ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(toPythonJson(text))).toBe(text);
        expect(toPythonJson(text)).toMatch(/^[ -~]*$/);
      }),
    );
  });
});

describe('a value as Python writes it', () => {
  it('has no blanks, and its names sorted', () => {
    const value = { 'b': 1, 'a': [true, false, null, 'x'], '': {}, 'aa': [], 'B': { z: 0.5, y: -0 } };
    expect(toPythonJson(value)).toBe(
      '{"":{},"B":{"y":-0.0,"z":0.5},"a":[true,false,null,"x"],"aa":[],"b":1.0}',
    );
  });

  it('has its names by code point: what is of two units stands last', () => {
    const names = ['\u{1f600}', '\uff01', '\ud7ff', '\ue000', 'a', 'ab', '\u{10000}'];
    const value = Object.fromEntries(names.map((name) => [name, true]));
    expect(toPythonJson(value)).toBe(
      String.raw`{"a":true,"ab":true,"\ud7ff":true,"\ue000":true,"\uff01":true,"\ud800\udc00":true,"\ud83d\ude00":true}`,
    );
  });

  it('has its names escaped as its strings are', () => {
    expect(toPythonJson({ 'a"\u00e4': 'b' })).toBe(String.raw`{"a\"\u00e4":"b"}`);
  });
});

describe('the order by code point', () => {
  it('is that of the code points one by one', () => {
    const units = fc.string({
      unit: fc.constantFrom('a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}'),
    });
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [a, b] = [one, other].map((text) => Array.from(text, (char) => char.codePointAt(0) ?? 0));
        expect(Math.sign(compareCodePoints(one, other))).toBe(compareLists(a ?? [], b ?? []));
      }),
    );
  });
});

function compareLists(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at < 0) return Math.sign(one.length - other.length);
  return Math.sign((one[at] ?? 0) - (other[at] ?? -1));
}
