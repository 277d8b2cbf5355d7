/** Knows by cards of every kind that SDKs differ exactly where it is said, and that the advice ends it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import { findFormDifferences } from '../../src/canonical/form-findings.js';
import { listFormDifferences } from '../../src/canonical/portability.js';
import type { Cause } from '../../src/canonical/sdk/cause.js';
import { findCauses } from '../../src/canonical/sdk/causes.js';
import { verifyingFormNames } from '../../src/canonical/sdks.js';
import { isSurelyPortable } from '../../src/canonical/surely-portable.js';
import { normalizeCard } from '../../src/card/presence.js';
import { parsePointer } from '../../src/json/pointer.js';
import { readJson } from '../../src/json/read.js';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.js';
import { cards } from '../arbitraries/card.js';
import { createCard } from '../cli/samples.js';
import { follow } from './follow-advice.js';

const encoder = new TextEncoder();

/** A card as the reader has it. */
const read = (card: object) => readJson(encoder.encode(JSON.stringify(card))).value as JsonObject;
const write = (card: JsonObject) => normalizeCard(card, { aliases: true }).card;
const textOf = (card: JsonObject, form?: string) =>
  Buffer.from(canonicalizeCard(card, { aliases: false, ...(form === undefined ? {} : { form }) })).toString();
const differing = (card: JsonObject) =>
  verifyingFormNames.filter((form) => textOf(card, form) !== textOf(card));

const extended = (a: number) => ({ capabilities: { extensions: [{ uri: 'u', params: { a } }] } });

const spellings = ['not-ascii', 'number'];
/** The causes that a form has. */
function causesFor(card: JsonObject, form: string): readonly Cause[] {
  return findCauses(card).filter(({ kind }) => {
    if (spellings.includes(kind)) return form === 'a2a-python-1.0';
    return kind !== 'rename' || form === 'a2a-js-1.0.1';
  });
}

/** Every kind of card, and those that most of what SDKs differ in is taken out of. */
const written = fc
  .oneof(cards(), cards({ unknown: false, defaults: false }), cards({ unknown: false }).map(tame))
  .map(write);

/** Cards of which few SDKs take anything for something else. */
const mended = cards({ unknown: false, defaults: false }).map((card) => write(follow(write(tame(card)))));

/** Cards of which some have no more than numbers, and text beyond ASCII, that is written otherwise. */
const spelt = fc
  .tuple(mended, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ unit: 'grapheme' }))
  .map(([card, number, text]) => {
    const extensions = [{ uri: `u${text}`, params: { number, text: `t${text}` } }];
    return read({ ...card, capabilities: { streaming: true, extensions } });
  });

/** The same with ASCII alone, and no empty text. */
function tame<T extends JsonValue>(value: T): T {
  if (typeof value === 'string') return `t${encodeURIComponent(value)}` as T;
  if (typeof value === 'number') return true as T;
  if (Array.isArray(value)) return value.map(tame) as T;
  if (!isObject(value)) return value;
  const known = (name: string) => /^[a-zA-Z][a-zA-Z0-9]*$/.test(name);
  const entries = Object.entries(value).map(([name, member]) => [
    known(name) ? name : tame(name),
    tame(member),
  ]);
  return Object.fromEntries(entries) as T;
}

describe('a card that is said to be portable at a glance', () => {
  it('has one text under all forms', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.oneof(written, mended), (card) => {
        const hasUnknown = normalizeCard(card, { aliases: true }).unknown.length > 0;
        if (hasUnknown || !isSurelyPortable(card)) return;
        count++;
        expect(differing(card)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
    // Else the property would say nothing.
    expect(count).toBeGreaterThan(100);
  });

  it.each<[string, object]>([
    ['an empty text', { iconUrl: '' }],
    ['a null', { iconUrl: null }],
    ['an empty list', { skills: [] }],
    ['an empty object', { capabilities: {} }],
    ['a whole number', extended(1)],
    ['a small number', extended(0.00001)],
    ['a character beyond ASCII', { name: '\u00e4' }],
    ['a delete character', { name: 'a\u007f' }],
    ['a name beyond ASCII', { securitySchemes: { '\u00e4': { mtlsSecurityScheme: { description: 'd' } } } }],
    ['a name that JavaScript loses', JSON.parse('{"capabilities": {"__proto__": "a"}}') as object],
  ])('has no %s', (_, changes) => {
    expect(isSurelyPortable(read(createCard(extended(0.5))))).toBe(true);
    expect(isSurelyPortable(read(createCard(changes)))).toBe(false);
  });
});

describe('a card of which nothing is but written otherwise', () => {
  it('is told of as if it were read as each SDK reads it', () => {
    let count = 0;
    fc.assert(
      fc.property(spelt, fc.subarray([...verifyingFormNames]), (card, signedFor) => {
        const causes = findCauses(card);
        if (causes.length === 0 || !causes.every(({ kind }) => spellings.includes(kind))) return;
        count++;
        const bytes = encoder.encode(JSON.stringify(card));
        const told = findFormDifferences({ card, renamed: [], unknown: [] }, { bytes, signedFor });
        const due = listFormDifferences(card, signedFor);
        expect(told.map(({ path, message, hint }) => ({ path, message, hint }))).toEqual(
          due.map(({ pointers: [path], message, hint }) => ({ path, message, hint })),
        );
      }),
      { numRuns: 1000 },
    );
    // Else the property would say nothing.
    expect(count).toBeGreaterThan(100);
  });
});

describe('what a card is not portable for', () => {
  it('is told exactly where a form has another text', () => {
    fc.assert(
      fc.property(written, (card) => {
        const told = verifyingFormNames.filter((form) => causesFor(card, form).length > 0);
        expect(told).toEqual(differing(card));
        const forms = listFormDifferences(card).flatMap((difference) => difference.forms);
        expect([...forms].sort()).toEqual(differing(card).sort());
      }),
      { numRuns: 2000 },
    );
  });

  it('is gone when the advice is followed: then one entry serves all but those that it names', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(written, (card) => {
        for (const { kind } of findCauses(card)) seen.add(kind);
        const mended = write(follow(card));
        const left = findCauses(mended).map(({ kind }) => kind);
        expect(left.filter((kind) => !['requirement', ...spellings].includes(kind))).toEqual([]);
        for (const form of verifyingFormNames) {
          const isLeft = causesFor(mended, form).length > 0;
          expect(textOf(mended, form) === textOf(mended), form).toBe(!isLeft);
        }
      }),
      { numRuns: 2000 },
    );
    expect([...seen].sort()).toEqual(
      'describe fill leave-out not-ascii number params rename requirement streaming unknown'.split(' '),
    );
  });

  it('stands at a place in the card, as the pointers of the finding do', () => {
    fc.assert(
      fc.property(written, (card) => {
        const differences = listFormDifferences(card);
        const pointers = differences.flatMap((difference) => difference.pointers);
        for (const pointer of [...pointers, ...findCauses(card).map(({ path }) => path)])
          expect(find(card, pointer), pointer).not.toBeUndefined();
        for (const difference of differences) expect(difference.pointers.length).toBeGreaterThan(0);
      }),
    );
  });
});

function find(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const segment of parsePointer(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as JsonObject)[segment];
  }
  return found;
}
