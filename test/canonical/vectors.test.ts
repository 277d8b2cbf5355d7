/** Knows the published vectors of the form `a2a-1.0`, and the laws that every card's canonical form keeps. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalizeCard, findForm } from '../../src/canonical/index.js';
import { toJcs } from '../../src/canonical/jcs.js';
import { checkCard } from '../../src/card/check.js';
import { normalizeCard } from '../../src/card/presence.js';
import { CardctlError } from '../../src/errors.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { cards, reorder } from '../arbitraries/card.js';
import vectors from '../vectors/canonical-1.0.json' with { type: 'json' };

type Vector = { id: string; input: string; canonical?: string; sha256?: string; error?: string };

const all: readonly Vector[] = vectors;
const accepted = all.filter(({ error }) => error === undefined);
const refused = all.filter(({ error }) => error !== undefined);

/** What each vector without a canonical form is refused for. */
const refusals: Record<string, string> = {
  'reject-duplicate-name': 'json-duplicate-name',
  'reject-duplicate-escaped': 'json-duplicate-name',
  'reject-alias-twice': 'member-twice',
  'reject-oneof-twice': 'oneof-twice',
  'reject-lone-surrogate': 'json-lone-surrogate',
  'reject-number-overflow': 'json-number-range',
  'reject-wrong-type-string': 'member-type',
  'reject-wrong-type-bool': 'member-type',
  'reject-null-element': 'member-type',
  'reject-array-for-struct': 'member-type',
  'reject-trailing-comma': 'json-syntax',
  'reject-nan': 'json-syntax',
  'reject-top-level-array': 'TypeError: a card is a JSON object',
};

describe('the vectors of a2a-1.0', () => {
  it('are those that the tests here are for', () => {
    expect(accepted).toHaveLength(29);
    expect(refused.map(({ id }) => id)).toEqual(Object.keys(refusals));
  });

  it.each(accepted)('$id has its canonical form, byte for byte', ({ input, canonical, sha256 }) => {
    const bytes = canonicalizeCard(read(input));
    expect(Buffer.from(bytes).toString()).toBe(canonical);
    expect(Buffer.from(bytes)).toEqual(Buffer.from(canonical ?? ''));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  it.each(accepted)('$id is its own canonical form when read again', ({ canonical }) => {
    expect(Buffer.from(canonicalizeCard(read(canonical ?? ''))).toString()).toBe(canonical);
  });

  it.each(accepted)(
    '$id has one canonical form, whatever the order of its members',
    ({ input, canonical }) => {
      const backwards = reorder(read(input), (names) => names.reverse());
      expect(Buffer.from(canonicalizeCard(backwards)).toString()).toBe(canonical);
    },
  );

  it.each(refused)('$id has no canonical form', ({ id, input }) => {
    expect(refusalOf(input)).toBe(refusals[id]);
  });
});

describe.each([
  ['cards', cards()],
  ['cards with proto names', cards({ aliases: true })],
])('%s of any kind', (_, arbitrary) => {
  it('are valid', () => {
    check(arbitrary, (card) => {
      const findings = checkCard(new TextEncoder().encode(JSON.stringify(card)));
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    });
  });

  it.each([true, false])('canonicalise to what canonicalises to itself (proto names read: %s)', (aliases) => {
    check(arbitrary, (card) => {
      const once = encode(card, aliases);
      expect(encode(read(once), aliases)).toBe(once);
    });
  });

  it('have a canonical form that is blind to the order of members', () => {
    const property = fc.property(arbitrary, fc.gen(), (card, gen) => {
      const other = reorder(card, (names) => gen(fc.shuffledSubarray, names, { minLength: names.length }));
      expect(encode(other, true)).toBe(encode(card, true));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it.each([true, false])('are encoded alike by two ways (proto names read: %s)', (aliases) => {
    check(arbitrary, (card) => {
      // On the fly by the encoder, and value by value before RFC 8785 alone.
      expect(encode(card, aliases)).toBe(toJcs(normalizeCard(card, { aliases }).card));
    });
  });

  it('have one text in both forms once they are normalised, and the second says so', () => {
    check(arbitrary, (card) => {
      const { card: normalized } = normalizeCard(card, { aliases: true });
      const encoded = findForm('a2a-1.0')?.encode(normalized, { aliases: false });
      expect(encoded).toEqual({ text: toJcs(normalized), exact: true, hasAliases: false });
      expect(findForm('jcs')?.encode(normalized, { aliases: false }).text).toBe(encoded?.text);
    });
  });

  it('have the same canonical form whatever their signatures', () => {
    check(arbitrary, (card) => {
      const signed = { ...card, signatures: [{ protected: 'e30', signature: 'AA' }, 1, null] };
      expect(encode(signed, true)).toBe(encode(card, true));
    });
  });

  it.each([true, false])('lose nothing but what is logged as left out (proto names read: %s)', (aliases) => {
    check(arbitrary, (card) => {
      const { leftOut, renamed } = normalizeCard(card, { aliases });
      const isExact = leftOut.length === 0 && renamed.length === 0;
      expect(encode(card, aliases) === toJcs(card)).toBe(isExact);
      expect(findForm('a2a-1.0')?.encode(card, { aliases }).exact).toBe(isExact);
    });
  });
});

describe('cards without defaults, nulls and proto names', () => {
  it('have the same text in both forms', () => {
    check(cards({ defaults: false }), (card) => {
      expect(encode(card, false)).toBe(toJcs(card));
    });
  });
});

function check(arbitrary: fc.Arbitrary<JsonObject>, law: (card: JsonObject) => void): void {
  fc.assert(fc.property(arbitrary, law), { numRuns: 300 });
}

function read(text: string): JsonObject {
  return readJson(new TextEncoder().encode(text)).value as JsonObject;
}

function encode(card: JsonObject, aliases: boolean): string {
  return Buffer.from(canonicalizeCard(card, { aliases })).toString();
}

function refusalOf(text: string): string {
  try {
    return `accepted as ${encode(read(text), true)}`;
  } catch (error) {
    if (error instanceof CardctlError && 'findingCode' in error) return String(error.findingCode);
    return String(error);
  }
}
