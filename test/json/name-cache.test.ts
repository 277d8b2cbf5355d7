/** Knows what the reader remembers of names, within which bounds, and that it reads the same with it as without. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { JsonError } from '../../src/json/error.js';
import { startNames, type NameNode } from '../../src/json/name-cache.js';
import { readJson } from '../../src/json/read.js';

/** From so many bytes on, names are remembered. */
const enough = 16_384;

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(text: string): unknown {
  return readJson(toBytes(text)).value;
}

function findRefusal(text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) return error.findingCode;
    throw error;
  }
}

function start(): NameNode {
  const node = startNames(enough);
  if (node === undefined) throw new Error('nothing is remembered');
  return node;
}

describe('the names', () => {
  beforeEach(() => void start());

  it('are remembered from the sixteenth kilobyte on', async () => {
    vi.resetModules();
    const fresh = await import('../../src/json/name-cache.js');
    expect(fresh.startNames(enough - 1)).toBeUndefined();
    const first = fresh.startNames(1);
    expect(first).toBeDefined();
    expect(fresh.startNames(1)).toBe(first);
  });

  it('are expected in the order in which they came last', () => {
    const node = start().inside;
    const a = node.learn('a', toBytes('a'));
    const b = node.learn('b', toBytes('b'));
    expect(node.next).toBe(b);
    expect(node.follow('a')).toBe(a);
    expect(node.next).toBe(a);
    expect(node.follow('c')).toBeUndefined();
    expect(a?.follow('b')).toBeUndefined();
  });

  it('know how much longer they are in bytes than in code units', () => {
    const { inside } = start();
    expect(inside.learn('ключ', toBytes('ключ'))?.drift).toBe(4);
    expect(inside.learn('😀', toBytes('😀'))?.drift).toBe(2);
  });

  it('are copies, whatever becomes of the bytes', () => {
    const buffer = Buffer.from('mutated');
    const node = start().inside.learn('mutated', buffer);
    buffer.fill('x');
    expect(node?.bytes).toEqual(new Uint8Array(toBytes('mutated')));
  });

  it('are of 48 bytes at most', () => {
    const { inside } = start();
    expect(inside.learn('x'.repeat(48), toBytes('x'.repeat(48)))).toBeDefined();
    expect(inside.learn('y'.repeat(49), toBytes('y'.repeat(49)))).toBeUndefined();
  });

  it('are some thousand at most; the next document starts afresh', () => {
    const { inside } = start();
    let learnt = 0;
    while (learnt < 5000 && inside.learn(`n${learnt}`, toBytes(`n${learnt}`)) !== undefined) learnt++;
    expect(learnt).toBeGreaterThan(500);
    expect(learnt).toBeLessThanOrEqual(1024);
    const next = start().inside;
    expect(next).not.toBe(inside);
    expect(next.follow('n0')).toBeUndefined();
    expect(next.learn('n0', toBytes('n0'))).toBeDefined();
  });
});

describe('the reader that remembers names', () => {
  beforeEach(() => void start());

  it('takes them in any order once it has seen them in another', () => {
    for (const text of ['{"a":1,"b":2,"c":3}', '{"c":3,"a":1,"b":2}', '{"b":2}', '{"a":1,"c":3,"b":2}']) {
      expect(JSON.stringify(read(text))).toBe(text);
    }
    expect(findRefusal('{"a":1,"c":3,"b":2,"a":1}')).toBe('json-duplicate-name');
  });

  it('takes names that begin alike, and long ones', () => {
    const names = ['a', 'ab', 'abc', 'a'.repeat(48), 'a'.repeat(49), 'a'.repeat(500), 'a\\b', 'a"'];
    const text = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])));
    for (let round = 0; round < 3; round++) expect(JSON.stringify(read(text))).toBe(text);
  });

  it('takes more names than it remembers', () => {
    for (let round = 0; round < 5; round++) {
      const members = Array.from(
        { length: 3000 },
        (_, index) => `"n${round}-${index}":{"m${index}":${index}}`,
      );
      const text = `{${members.join(',')}}`;
      expect(JSON.stringify(read(text))).toBe(text);
      expect(findRefusal(`{${members.join(',')},"n${round}-2999":1}`)).toBe('json-duplicate-name');
    }
  });

  it('cuts strings right behind names that it knows', () => {
    for (let round = 0; round < 3; round++) {
      expect(
        read('{"ключ":"one","😀":"two","\\u00e9\\n":"three","k":{"\\u0061":"four","b":"five"}}'),
      ).toEqual({
        'ключ': 'one',
        '😀': 'two',
        'é\n': 'three',
        'k': { a: 'four', b: 'five' },
      });
    }
  });

  it('goes by the names as they were when their bytes are written over', () => {
    const buffer = Buffer.from('{"mutated":1}');
    expect(readJson(buffer).value).toEqual({ mutated: 1 });
    buffer.fill('x');
    expect(read('{"xxxxxxx":2}')).toEqual({ xxxxxxx: 2 });
    expect(read('{"mutated":3}')).toEqual({ mutated: 3 });
  });
});
