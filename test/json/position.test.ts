/** Knows that places lead to values and values to places. */

import { describe, expect, it } from 'vitest';
import { escapePointer, parsePointer } from '../../src/json/pointer.js';
import { getAt } from '../support/pointer.js';
import { lineColumn, locate, pointerAt, rangeOf } from '../../src/json/position.js';
import { readJson } from '../../src/json/read.js';

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const text = `{
  "name": "Ünïcode 😀", "a/b": { "~": [10, [20, {"x": null}], "]"] },
  "skills": [
    { "id": "one", "tags": [] },
    { "id": "two" }
  ],\r
  "\\u0065nd": true
}
`;
const bytes = toBytes(text);

/** The text from the place on, as far as the line goes. */
function at(pointer: string, target: 'value' | 'name'): string {
  const { offset } = locate(bytes, pointer, target);
  return new TextDecoder().decode(bytes.subarray(offset)).split(/\r?\n/)[0] ?? '';
}

describe('locate', () => {
  it('finds values', () => {
    expect(at('', 'value')).toBe('{');
    expect(at('/name', 'value')).toMatch(/^"Ünïcode/);
    expect(at('/a~1b/~0/1/1/x', 'value')).toMatch(/^null/);
    expect(at('/a~1b/~0/2', 'value')).toMatch(/^"]"/);
    expect(at('/skills/1/id', 'value')).toBe('"two" }');
    expect(at('/end', 'value')).toBe('true');
  });

  it('finds names, and the value where there is no name', () => {
    expect(at('/name', 'name')).toMatch(/^"name"/);
    expect(at('/skills/0/tags', 'name')).toBe('"tags": [] },');
    expect(at('/end', 'name')).toBe('"\\u0065nd": true');
    expect(at('/skills/1', 'name')).toBe('{ "id": "two" }');
    expect(at('', 'name')).toBe('{');
  });

  it('gives the nearest value around what is not there', () => {
    expect(at('/skills/1/tags/0', 'value')).toBe('{ "id": "two" }');
    expect(at('/skills/1/tags', 'name')).toBe('{ "id": "two" }');
    expect(at('/skills/2', 'value')).toBe('[');
    expect(at('/skills/01', 'value')).toBe('[');
    expect(at('/name/first', 'value')).toMatch(/^"Ünïcode/);
    expect(at('/none', 'value')).toBe('{');
  });

  it('counts lines, columns in UTF-16 code units, and bytes', () => {
    expect(locate(bytes, '/name', 'value')).toEqual({ line: 2, column: 11, offset: 12 });
    expect(locate(bytes, '/a~1b', 'name')).toEqual({ line: 2, column: 25, offset: 30 });
    expect(locate(bytes, '/end', 'name')).toMatchObject({ line: 7, column: 3 });
  });

  it('leaves a byte order mark out of the column, not out of the offset', () => {
    expect(locate(toBytes('\ufeff {"a":1}'), '/a', 'value')).toEqual({ line: 1, column: 7, offset: 9 });
    expect(locate(toBytes('\ufeff1'), '', 'value')).toEqual({ line: 1, column: 1, offset: 3 });
  });
});

describe('pointerAt', () => {
  it('leads back from every value and name', () => {
    const pointers = [
      '/name',
      '/a~1b',
      '/a~1b/~0',
      '/a~1b/~0/1/1/x',
      '/skills',
      '/skills/0',
      '/skills/1/id',
      '/end',
    ];
    for (const pointer of ['', ...pointers]) {
      expect(pointerAt(bytes, locate(bytes, pointer, 'value').offset)).toBe(pointer);
    }
    for (const pointer of pointers) {
      expect(pointerAt(bytes, locate(bytes, pointer, 'name').offset)).toBe(pointer);
    }
  });

  it('gives separators to the container, and a colon to the member', () => {
    const small = toBytes('[1, {"a" : [2 ,3 ] } ]');
    const pointers = Array.from(small, (_, offset) => pointerAt(small, offset));
    expect(pointers).toEqual(
      // [  1     ,   ' ' {     "       a       "       ' '
      [
        '',
        '/0',
        '',
        '',
        '/1',
        '/1/a',
        '/1/a',
        '/1/a',
        '/1/a',
        '/1/a',
        '/1/a',
        '/1/a',
        '/1/a/0',
        '/1/a',
      ].concat(
        // ,     3         ' '     ]     ' '    }    ' ' ]
        ['/1/a', '/1/a/1', '/1/a', '/1/a', '/1', '/1', '', ''],
      ),
    );
  });

  it('works up to the fault in a faulty text', () => {
    expect(pointerAt(toBytes('{"a":[1,{"b":tru'), 15)).toBe('/a/1/b');
    expect(pointerAt(toBytes('{"a":[1,'), 8)).toBe('/a');
    expect(pointerAt(toBytes('{"a":"x'), 6)).toBe('/a');
    expect(pointerAt(toBytes('{"\\x":1'), 2)).toBe('/\\x');
    expect(pointerAt(toBytes(''), 0)).toBe('');
  });
});

describe('lineColumn', () => {
  it('ends a line at LF, CRLF and CR', () => {
    const lines = toBytes('a\nb\r\nc\rd');
    expect([0, 1, 2, 3, 4, 5, 7, 8].map((offset) => lineColumn(lines, offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 2, column: 3 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ]);
  });
});

describe('JSON Pointers', () => {
  it('escape the tilde first (RFC 6901 3)', () => {
    expect(escapePointer('~1/a')).toBe('~01~1a');
    expect(parsePointer('/~01~1a//')).toEqual(['~1/a', '', '']);
    expect(parsePointer('')).toEqual([]);
  });

  it('lead to values', () => {
    const { value } = readJson(bytes);
    expect(getAt(value, '')).toBe(value);
    expect(getAt(value, '/a~1b/~0/1/0')).toBe(20);
    expect(getAt(value, '/a~1b/~0/1/1/x')).toBeNull();
  });

  it('lead nowhere beside members and indices', () => {
    const { value } = readJson(bytes);
    for (const pointer of [
      '/none',
      '/skills/2',
      '/skills/00',
      '/skills/-',
      '/skills/length',
      '/name/0',
      '/end/x',
    ]) {
      expect(getAt(value, pointer)).toBeUndefined();
    }
    expect(getAt({}, '/constructor')).toBeUndefined();
  });
});

describe('rangeOf', () => {
  const text = '{ "a" : [ 1 , { "b" : 5.0 } ] ,\n "c" : "x" \n}\n';
  const bytes = new TextEncoder().encode(text);

  it.each([
    ['/a', '[ 1 , { "b" : 5.0 } ]'],
    ['/a/0', '1'],
    ['/a/1/b', '5.0'],
    ['/c', '"x"'],
    ['', text.trimEnd()],
  ])('ends behind the last byte of the value at %j, and before blanks', (pointer, value) => {
    const { start, end } = rangeOf(bytes, pointer) ?? { start: 0, end: 0 };
    expect(new TextDecoder().decode(bytes.subarray(start, end))).toBe(value);
  });

  it('is undefined where the pointer leads nowhere', () => {
    expect(rangeOf(bytes, '/a/2')).toBeUndefined();
  });
});
