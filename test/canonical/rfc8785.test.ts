/** Knows RFC 8785 by its published vectors (https://github.com/cyberphone/json-canonicalization) and by what others got wrong. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import { toJcs } from '../../src/canonical/jcs.js';
import { CardctlError } from '../../src/errors.js';
import { JsonError } from '../../src/json/error.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject, JsonValue } from '../../src/json/value.js';
import { describeSuite } from '../peers/require.js';

/** The published digest of the first 100,000 lines of the file of numbers. */
const numbersSha256 = '22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7';

describeSuite('jcs', (folder) => {
  const files = ['arrays', 'french', 'structures', 'unicode', 'values', 'weird'].map(
    (name) => `${name}.json`,
  );

  it('has the six pairs', () => {
    expect(readdirSync(join(folder, 'input')).sort()).toEqual(files);
  });

  it.each(files)('%s comes out byte for byte', (file) => {
    const input = readFileSync(join(folder, 'input', file));
    const output = readFileSync(join(folder, 'output', file));
    expect(Buffer.from(toJcs(readJson(input).value))).toEqual(output);
  });

  it('writes 100,000 numbers as published', () => {
    const text = gunzipSync(readFileSync(join(folder, 'es6numbers-100k.txt.gz')));
    expect(sha256(text)).toBe(numbersSha256);
    const lines = text.toString('latin1').trimEnd().split('\n');
    expect(lines).toHaveLength(100_000);
    const wrong = lines.filter((line) => {
      const [hex = '', expected] = line.split(',');
      return toJcs(toDouble(hex)) !== expected;
    });
    expect(wrong).toEqual([]);
  });
});

describe('strings', () => {
  it.each([
    ['{"k":"\\uD800"}', '/k'],
    ['{"k":"\\uDEAD"}', '/k'],
    ['{"k":["a",{"l":"\\uDEAD\\uD800"}]}', '/k/1/l'],
  ])('%s is refused with its place: a lone surrogate has no UTF-8', (text, path) => {
    const refusal = catchError(() => readJson(utf8(text)));
    expect(refusal).toBeInstanceOf(JsonError);
    expect(refusal).toMatchObject({ findingCode: 'json-lone-surrogate', path });
  });

  it.each(['{"\\uDC00":1}', '{"securitySchemes":{"\\uDC00":{}}}', '{"params":{"\\uDC00":1}}'])(
    '%s is refused: a member name is a string too',
    (text) => {
      expect(() => readJson(utf8(text))).toThrow(
        expect.objectContaining({ findingCode: 'json-lone-surrogate' }),
      );
    },
  );

  it.each([[{ k: '\ud800' }], [{ '\udc00': 1 }], [['\udead']], ['\udead\ud800']] as [JsonValue][])(
    'a value with a lone surrogate is refused: %j',
    (value) => {
      expect(() => toJcs(value)).toThrow(expect.objectContaining({ code: 'form-refused' }));
    },
  );

  it('bytes that are not UTF-8 are refused, not replaced', () => {
    const refusal = catchError(() => readJson(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d)));
    expect(refusal).toMatchObject({ findingCode: 'json-utf8' });
  });

  it('are written as UTF-8, not as escapes', () => {
    expect(toHex('{"name":"Caf\\u00e9 Agent"}')).toBe(
      '7b226e616d65223a22436166' + 'c3a9' + '204167656e74227d',
    );
  });

  it('have no escapes but those of the quote, the backslash and U+0000 to U+001F', () => {
    expect(toHex('{"a":"\\u2028\\u007f</script>\\u000b"}')).toBe(
      '7b2261223a22e280a87f3c2f7363726970743e5c7530303062227d',
    );
    expect(canonical('["\\u2029\\u0080\\u009f<>&\\/"]')).toBe('["\u2029\u0080\u009f<>&/"]');
    expect(canonical('["\\u0000\\u0008\\u0009\\u000a\\u000c\\u000d\\u001f\\u0022\\u005c"]')).toBe(
      String.raw`["\u0000\b\t\n\f\r\u001f\"\\"]`,
    );
  });

  it('are not normalised', () => {
    expect(toHex('{"Unnormalized Unicode":"A\\u030a"}')).toContain('2241cc8a22');
    // U+FB33 decomposes to U+05D3 U+05BC.
    expect(toHex('["\\ufb33"]')).toBe('5b22efacb3225d');
  });
});

describe('member names', () => {
  it('are in the order of their UTF-16 code units', () => {
    const text = canonical('{"\\uff20":1,"\\ud83d\\ude00":1}');
    expect(text).toBe('{"\u{1f600}":1,"\uff20":1}');
    expect(sha256(utf8(text))).toBe('425159f5c1f0575fbcbf9d05a8f60cde3d040eae5166aa2136657564048651b6');
  });

  it('are in no order of a language', () => {
    expect(
      canonical('{"p\\u00e9ch\\u00e9":"x","peach":"x","sin":"x","p\\u00eache":"x","a":"x","B":"x"}'),
    ).toBe('{"B":"x","a":"x","peach":"x","p\u00e9ch\u00e9":"x","p\u00eache":"x","sin":"x"}');
  });

  it('that are special in JavaScript are kept, and change no prototype', () => {
    const text = '{"__proto__":{"a":1},"b":2,"constructor":{"prototype":{"c":3}}}';
    expect(canonical(text)).toBe(text);
    expect(Object.keys(Object.prototype)).toEqual([]);
    const literal = JSON.parse('{"b":2,"__proto__":{"a":1}}') as JsonObject;
    expect(toJcs(literal)).toBe('{"__proto__":{"a":1},"b":2}');
  });

  it('stand once', () => {
    expect(() => readJson(utf8('{"amount":1,"amount":2}'))).toThrow(
      expect.objectContaining({ findingCode: 'json-duplicate-name', path: '/amount' }),
    );
    expect(() => readJson(utf8('{"amount":1,"\\u0061mount":1}'))).toThrow(
      expect.objectContaining({ findingCode: 'json-duplicate-name' }),
    );
  });
});

describe('numbers', () => {
  it('are written as ECMAScript does', () => {
    expect(
      canonical(
        '[0.000001,1e-7,1e21,295147905179352825856,999999999999999900000,1.0,9.999999999999997e22,1E2,5e-324]',
      ),
    ).toBe(
      '[0.000001,1e-7,1e+21,295147905179352830000,999999999999999900000,1,9.999999999999997e+22,100,5e-324]',
    );
  });

  it('have no negative zero', () => {
    expect(canonical('[-0,-0.0,-0e5,-1e-400]')).toBe('[0,0,0,0]');
    expect(toJcs([-0])).toBe('[0]');
  });

  it('beyond the double range are refused, not written as null', () => {
    for (const text of ['{"v":1e400}', '{"v":-1e309}']) {
      expect(() => readJson(utf8(text))).toThrow(
        expect.objectContaining({ findingCode: 'json-number-range', path: '/v' }),
      );
    }
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => toJcs({ v: value })).toThrow(TypeError);
    }
  });
});

describe('values that no JSON text has', () => {
  const sparse = [1, 2, 3];
  // eslint-disable-next-line @typescript-eslint/no-array-delete
  delete sparse[1];

  it.each([
    ['undefined in an array', [undefined, null, 123]],
    ['undefined in an object', { a: undefined }],
    ['a hole in an array', sparse],
    ['undefined itself', undefined],
    ['a function', { f: () => 1 }],
    ['a symbol', [Symbol('s')]],
    ['a bigint', { n: 1n }],
    ['an instance of a class', { d: new Date(0) }],
    ['a map', { m: new Map([['a', 1]]) }],
    ['an object with toJSON', { a: 1, toJSON: () => ({ b: 2, a: 1 }) }],
    [
      'an object whose toJSON is hidden',
      Object.defineProperty({ a: 1 }, 'toJSON', { value: () => ({ b: 2 }) }),
    ],
    ['an array with toJSON', Object.assign([1], { toJSON: () => [2] })],
  ])('%s is refused', (_, value) => {
    expect(() => toJcs(value as unknown as JsonValue)).toThrow(TypeError);
  });
});

describe('depth', () => {
  const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const inCard = (levels: number) =>
    utf8(`{"capabilities":{"extensions":[{"uri":"u","params":${nest(levels)}}]}}`);

  it('of 128 levels has a canonical form; of one more it is refused with a code', () => {
    expect(canonical(nest(128))).toBe(nest(128));
    expect(() => readJson(utf8(nest(129)))).toThrow(expect.objectContaining({ findingCode: 'json-depth' }));
  });

  it('counts the levels above a Struct as well', () => {
    const deepest = readJson(inCard(124)).value as JsonObject;
    expect(Buffer.from(canonicalizeCard(deepest)).toString()).toContain(nest(124));
    for (const levels of [125, 6000]) {
      expect(() => readJson(inCard(levels))).toThrow(expect.objectContaining({ findingCode: 'json-depth' }));
    }
  });

  it('of 6,000 levels in a value that no reader saw is refused, with an error that says so', () => {
    let params: JsonObject = {};
    for (let level = 1; level < 6000; level++) params = { a: params };
    const refusal = catchError(() =>
      canonicalizeCard({ capabilities: { extensions: [{ uri: 'u', params }] } }),
    );
    expect(refusal instanceof CardctlError || refusal instanceof TypeError, String(refusal)).toBe(true);
  });
});

function canonical(text: string): string {
  return toJcs(readJson(utf8(text)).value);
}

function toHex(text: string): string {
  return Buffer.from(canonical(text)).toString('hex');
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The IEEE 754 double of its hexadecimal digits, leading zeros left out. */
function toDouble(hex: string): number {
  return Buffer.from(hex.padStart(16, '0'), 'hex').readDoubleBE();
}

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
