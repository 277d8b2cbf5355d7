/** Knows how values are printed, against what Python and Go print of them. */
import { describe, expect, it } from 'vitest';
import { printJson, type PrintStyle } from '../../src/explain/print-json.js';
import type { JsonValue } from '../../src/json/value.js';

const value = JSON.parse('{"b":"é<\u{1f600}","a":[1,{},[]],"c":{"z":null,"y":1e21}}') as JsonValue;

describe('printJson', () => {
  it.each<[string, PrintStyle, string]>([
    ['on one line', {}, '{"b":"é<😀","a":[1,{},[]],"c":{"z":null,"y":1e+21}}'],
    [
      'indented',
      { indent: 2 },
      '{\n  "b": "é<😀",\n  "a": [\n    1,\n    {},\n    []\n  ],\n  "c": {\n    "z": null,\n    "y": 1e+21\n  }\n}',
    ],
    [
      'indented by tabs',
      { indent: '\t' },
      '{\n\t"b": "é<😀",\n\t"a": [\n\t\t1,\n\t\t{},\n\t\t[]\n\t],\n\t"c": {\n\t\t"z": null,\n\t\t"y": 1e+21\n\t}\n}',
    ],
    ['with names sorted', { sorted: 'units' }, '{"a":[1,{},[]],"b":"é<😀","c":{"y":1e+21,"z":null}}'],
    // json.dumps(value, ensure_ascii=False)
    [
      'with blanks',
      { separators: 'spaced' },
      '{"b": "é<😀", "a": [1, {}, []], "c": {"z": null, "y": 1e+21}}',
    ],
    // json.dumps(value)
    [
      'with blanks and escapes, as Python does',
      { separators: 'spaced', escapes: 'ascii' },
      '{"b": "\\u00e9<\\ud83d\\ude00", "a": [1, {}, []], "c": {"z": null, "y": 1e+21}}',
    ],
    // json.Marshal of a map
    [
      'sorted and with escapes, as Go does',
      { sorted: 'units', escapes: 'html' },
      '{"a":[1,{},[]],"b":"é\\u003c😀","c":{"y":1e+21,"z":null}}',
    ],
  ])('prints %s', (_, style, text) => {
    expect(printJson(value, style)).toBe(text);
  });

  it('escapes what Go escapes', () => {
    expect(printJson('<a href>&\u2028\u2029', { escapes: 'html' })).toBe(
      '"\\u003ca href\\u003e\\u0026\\u2028\\u2029"',
    );
  });

  it('keeps a member with the name __proto__, sorted or not', () => {
    const odd = JSON.parse('{"b":1,"__proto__":{"a":2}}') as JsonValue;
    expect(printJson(odd)).toBe('{"b":1,"__proto__":{"a":2}}');
    expect(printJson(odd, { sorted: 'units' })).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it('does not indent what would be mostly blanks', () => {
    const deep = JSON.parse(`${'['.repeat(120)}${'0,'.repeat(20_000)}0${']'.repeat(120)}`) as JsonValue;
    expect(printJson(deep, { indent: 4 })).toBe(JSON.stringify(deep));
  });
});
