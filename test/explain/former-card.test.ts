/** Knows what is told of a former copy of a card. */
import { describe, expect, it } from 'vitest';
import { compareCards } from '../../src/explain/former-card.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';

const read = (value: object) => readJson(Buffer.from(JSON.stringify(value))).value as JsonObject;
const compare = (former: object, now: object) => compareCards(read(former), read(now));

describe('compareCards', () => {
  it('names every value that is in one and not, or not so, in the other, in the order of the former', () => {
    const former = { name: 'a', version: '1', url: 'x', skills: [{ id: 's' }, { id: 't' }], gone: { a: 1 } };
    const now = { added: [1], name: 'b', version: '1', url: null, skills: [{ id: 's', tags: [] }] };
    expect(compare(former, now)).toEqual({
      count: 6,
      differences: [
        { path: '/name', change: 'changed' },
        { path: '/url', change: 'changed' },
        { path: '/skills/0/tags', change: 'added' },
        { path: '/skills/1', change: 'removed' },
        { path: '/gone', change: 'removed' },
        { path: '/added', change: 'added' },
      ],
    });
  });

  it('leaves the signatures aside, and no other member of that name', () => {
    const former = { signatures: [1], skills: { signatures: 1 } };
    expect(compare(former, { signatures: [2, 3], skills: { signatures: 2 } })).toEqual({
      count: 1,
      differences: [{ path: '/skills/signatures', change: 'changed' }],
    });
  });

  it('names none where the order of members is all that differs', () => {
    expect(compare({ a: 1, b: { c: 2, d: [] } }, { b: { d: [], c: 2 }, a: 1 })).toEqual({
      count: 0,
      differences: [],
    });
  });

  it('tells null from nothing, one type from another, and 0 from -0', () => {
    const former = { a: null, b: '1', c: [], d: 0 };
    const { differences } = compareCards(
      read(former),
      readJson(Buffer.from('{"b":1,"c":{},"d":-0}')).value as JsonObject,
    );
    expect(differences).toEqual([
      { path: '/a', change: 'removed' },
      { path: '/b', change: 'changed' },
      { path: '/c', change: 'changed' },
      { path: '/d', change: 'changed' },
    ]);
  });

  it('escapes names as a JSON Pointer does (RFC 6901)', () => {
    expect(compare({ 'a/b': { '~': 1 } }, { 'a/b': {} }).differences).toEqual([
      { path: '/a~1b/~0', change: 'removed' },
    ]);
  });

  it('lists the first hundred, and counts all', () => {
    const { differences, count } = compare({ x: Array(50_000).fill(0) }, { x: Array(50_000).fill(1) });
    expect(count).toBe(50_000);
    expect(differences).toHaveLength(100);
    expect(differences.at(-1)).toEqual({ path: '/x/99', change: 'changed' });
  });
});
