/** Knows what the reader accepts and what it refuses, with the words and the place of each refusal. */

import { describe, expect, it } from 'vitest';
import { CardctlError } from '../../src/errors.js';
import { JsonError } from '../../src/json/error.js';
import { readJson, tryReadJson, type ReadJsonOptions } from '../../src/json/read.js';
import { type JsonValue } from '../../src/json/value.js';
import { refusals } from './refusals.js';

const encoder = new TextEncoder();

function read(input: string | readonly number[], options?: ReadJsonOptions): JsonValue {
  return readJson(toBytes(input), options).value;
}

function toBytes(input: string | readonly number[]): Uint8Array {
  return typeof input === 'string' ? encoder.encode(input) : Uint8Array.from(input);
}

function refusal(input: string | readonly number[], options?: ReadJsonOptions): JsonError {
  try {
    read(input, options);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error(`read ${JSON.stringify(input)}`);
}

describe('readJson refuses', () => {
  it.each(refusals)('%s', (_fact, input, code, [line, column, offset, path], problem, hint) => {
    const error = refusal(input);
    expect(error).toMatchObject({ findingCode: code, line, column, offset, path, problem, hint });
    expect(error.message).toBe(`${problem} at line ${line}, column ${column}`);
  });

  it('the same again when the names are known', () => {
    for (const [, input, code, [line, column, offset, path]] of [...refusals, ...refusals]) {
      expect(refusal(input)).toMatchObject({ findingCode: code, line, column, offset, path });
    }
  });

  it('more than 128 levels (J20)', () => {
    const nest = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
    expect(JSON.stringify(read(nest(128)))).toBe(nest(128));
    expect(JSON.stringify(read(`[[]]`, { maxDepth: 2 }))).toBe('[[]]');
    const error = refusal(nest(130));
    expect(error).toMatchObject({
      findingCode: 'json-depth',
      offset: 384,
      column: 385,
      path: '/0/a'.repeat(64),
    });
    expect(error.problem).toBe('value is nested more than 128 levels deep');
    expect(refusal('['.repeat(129)).findingCode).toBe('json-depth');
    expect(refusal('['.repeat(128)).findingCode).toBe('json-syntax');
    expect(refusal('['.repeat(1_000_000)).findingCode).toBe('json-depth');
    expect(refusal('{"a":'.repeat(200_000)).findingCode).toBe('json-depth');
    expect(refusal('[[1]]', { maxDepth: 1 })).toMatchObject({ findingCode: 'json-depth', offset: 1 });
  });

  it('more bytes than the limit, and not one fewer', () => {
    const text = JSON.stringify('x'.repeat(1024 * 1024 - 2));
    expect(read(text)).toHaveLength(1024 * 1024 - 2);
    const error = refusal(`${text} `);
    expect(error).toMatchObject({ findingCode: 'json-size', path: '', offset: 0, line: 1, column: 1 });
    expect(error.problem).toBe('input of 1048577 bytes is larger than the limit of 1048576');
    expect(read(`${text} `, { maxBytes: 1_048_577 })).toHaveLength(1_048_574);
    expect(refusal('[1]', { maxBytes: 2 }).findingCode).toBe('json-size');
  });

  it('with a JsonError that is a CardctlError about the card', () => {
    const error = refusal('[1,]');
    expect(error).toBeInstanceOf(CardctlError);
    expect(error).toMatchObject({ name: 'JsonError', code: 'json-invalid', kind: 'card' });
    expect(error.toFinding()).toEqual({
      code: 'json-syntax',
      severity: 'error',
      path: '',
      line: 1,
      column: 3,
      message: 'comma is followed by "]" and not by a value',
      hint: 'remove the comma',
    });
  });

  it('without showing long or harmful text', () => {
    const name = `\u202e\u001b${'x'.repeat(1000)}`;
    const escaped = JSON.stringify(name);
    expect(refusal(`{${escaped}:1,${escaped}:2}`).problem).toBe(
      'name "\\u202e\\u001bxxxxxxxxxxxxxxxxxx…" stands twice in one object (first in line 1, column 2)',
    );
    expect(refusal(`[${'a'.repeat(1000)}]`).problem).toBe('"aaaa…" is not a value of JSON');
  });
});

describe('readJson', () => {
  it('reads every kind of value', () => {
    const text = ' {"a":[null,true,false,0,-1.5e-3,"x"],"b":{},"c":[],"d":""}\r\n\t';
    expect(JSON.stringify(read(text))).toBe('{"a":[null,true,false,0,-0.0015,"x"],"b":{},"c":[],"d":""}');
  });

  it('reads a scalar as a document', () => {
    expect(['1', '"a"', 'null', 'true'].map((text) => read(text))).toEqual([1, 'a', null, true]);
  });

  it('reads strings behind characters of one to four bytes', () => {
    expect(read('["aé€😀b","c",{"ключ":"знач","k":"v"},"\\u20ac\\ud83d\\ude00é","z"]')).toEqual([
      'aé€😀b',
      'c',
      { ключ: 'знач', k: 'v' },
      '€😀é',
      'z',
    ]);
  });

  it('reads every short escape', () => {
    expect(read('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000"')).toBe('"\\/\b\f\n\r\t\0');
  });

  it('reads strings with few and with many escapes', () => {
    for (const count of [0, 1, 2, 16, 17, 5000]) {
      const value = 'é"\\\u0000😀\u2028/'.repeat(count);
      expect(read(JSON.stringify(value))).toBe(value);
      const all = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
      expect(read(`"${all.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`)).toBe(value);
    }
  });

  it('keeps a text in the form it is in (J23)', () => {
    expect(read('{"Unnormalized Unicode":"A\u030a"}')).toEqual({ 'Unnormalized Unicode': 'A\u030a' });
  });

  it('keeps minus zero, and takes what is too small for zero', () => {
    expect(read('[-0,-0.0,0,1e-999,-1e-999]')).toEqual([-0, -0, 0, 0, -0]);
  });

  it('takes names that objects have by birth as ordinary members (J16)', () => {
    const value = read('{"__proto__":{"a":1},"constructor":2,"toString":3,"b":{}}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString', 'b']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2,"toString":3,"b":{}}');
    expect((value as { b: { toString?: unknown } }).b.toString).toBeUndefined();
  });

  it('takes one name in several objects', () => {
    const text = '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"c":{"b":{"a":3}}}';
    expect(JSON.stringify(read(text))).toBe(text);
  });

  it('tells a byte order mark and leaves it out', () => {
    const document = readJson(toBytes('\ufeff{"é":1}'));
    expect(document.hasByteOrderMark).toBe(true);
    expect(document.value).toEqual({ é: 1 });
    expect(document.bytes).toHaveLength(11);
    expect(readJson(toBytes('{}')).hasByteOrderMark).toBe(false);
  });

  it('tells integers that a double does not hold', () => {
    const text =
      '["é",9007199254740992,9007199254740993,-9007199254740993,1e30,9007199254740993.0,100000000000000000000]';
    expect(readJson(toBytes(text)).inexactIntegers).toEqual([23, 40]);
    expect(readJson(toBytes('[1,-0,123456789012345678]')).inexactIntegers).toEqual([6]);
    expect(readJson(toBytes('123456789012345680')).inexactIntegers).toEqual([]);
    // 2^60 is a double, and its canonical text another integer.
    expect(readJson(toBytes('[1152921504606846976,1152921504606847000]')).inexactIntegers).toEqual([1]);
    // Over 21 digits that text has an exponent: 2^70, and 10^21 and its like.
    expect(readJson(toBytes('[1180591620717411303424]')).inexactIntegers).toEqual([1]);
    expect(
      readJson(toBytes('[1000000000000000000000,1180591620717411300000,-12300000000000000000000]'))
        .inexactIntegers,
    ).toEqual([]);
  });

  it('reads a part of a larger buffer, and a Buffer', () => {
    expect(readJson(toBytes('xx[1]yy').subarray(2, 5)).value).toEqual([1]);
    expect(readJson(Buffer.from('{"a":"é"}')).value).toEqual({ a: 'é' });
  });

  it('throws a TypeError for what is not bytes or a limit', () => {
    expect(() => readJson('{}' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => read('{}', { maxDepth: 513 })).toThrow(TypeError);
    expect(() => read('{}', { maxDepth: Number.NaN })).toThrow(TypeError);
    expect(() => read('{}', { maxBytes: -1 })).toThrow(TypeError);
  });
});

describe('tryReadJson', () => {
  it('hands back what readJson gives or throws', () => {
    expect(tryReadJson(toBytes('[1]'), { maxBytes: undefined })).toEqual(readJson(toBytes('[1]')));
    const error = tryReadJson(toBytes('[1,]'));
    expect(error).toBeInstanceOf(JsonError);
    expect(error).toEqual(refusal('[1,]'));
    expect(tryReadJson(toBytes('[1]'), { maxBytes: 2 })).toMatchObject({ findingCode: 'json-size' });
  });

  it("throws for a caller's bug", () => {
    expect(() => tryReadJson('{}' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => tryReadJson(toBytes('[]'), { maxDepth: 513 })).toThrow(TypeError);
  });
});
