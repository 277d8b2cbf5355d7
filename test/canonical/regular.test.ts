/** Knows that the quick way to the form `a2a-1.0` is one with the careful way, or leaves the card to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import { encodeCarefully } from '../../src/canonical/forms/a2a-1.0.js';
import { encodeRegular } from '../../src/canonical/forms/regular.js';
import { JsonError } from '../../src/json/error.js';
import { readJson } from '../../src/json/read.js';
import { isObject, type JsonObject } from '../../src/json/value.js';
import { cards } from '../arbitraries/card.js';
import { fullCard } from '../card/full-card.js';
import { combineMutations, mutateEverywhere } from '../card/mutations.js';

function read(text: string): JsonObject | undefined {
  try {
    const { value } = readJson(new TextEncoder().encode(text));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** What the careful way gives; the refusal, where it refuses. */
function carefully(card: JsonObject, aliases: boolean): unknown {
  try {
    return encodeCarefully(card, aliases);
  } catch (error) {
    return error;
  }
}

describe('the quick way', () => {
  it('knows every member of the schema', () => {
    const card = read(JSON.stringify(fullCard));
    expect(card === undefined ? undefined : encodeRegular(card)).toEqual(carefully(card ?? {}, false));
  });

  it('gives what the careful way gives, for generated cards', () => {
    fc.assert(
      fc.property(cards(), fc.boolean(), (card, aliases) => {
        const quick = encodeRegular(card);
        if (quick !== undefined) expect(quick).toEqual(carefully(card, aliases));
      }),
    );
    fc.assert(
      fc.property(cards({ unknown: false, defaults: false }), (card) => {
        expect(encodeRegular(card)).toEqual(carefully(card, true));
      }),
    );
  });

  it('gives what the careful way gives, wherever the full card is changed', () => {
    const changed = [...mutateEverywhere(fullCard), ...combineMutations(fullCard, 2000, 3)];
    const wrong = changed.filter(({ text }) => {
      const card = read(text);
      const quick = card === undefined ? undefined : encodeRegular(card);
      if (card === undefined || quick === undefined) return false;
      return JSON.stringify(quick) !== JSON.stringify(carefully(card, false));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  const withParams = (params: unknown): JsonObject => {
    const extensions = [{ uri: 'https://example.com/ext', params }];
    return { capabilities: { extensions } } as unknown as JsonObject;
  };

  it('writes the values of a Struct as RFC 8785 has them', () => {
    const values = fc.dictionary(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('10', '9', '__proto__', '\u20ac', '\ud83d\ude02'),
      ),
      fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    );
    fc.assert(
      fc.property(values, (params) => {
        const card = withParams(params);
        expect(encodeRegular(card)).toEqual(carefully(card, false));
      }),
      { numRuns: 1000 },
    );
    const numbers = [0, -0, 1e21, 1e-7, 5e-324, 0.1 + 0.2, 2 ** 53, 1e300, -1.5];
    expect(encodeRegular(withParams({ numbers }))).toEqual(carefully(withParams({ numbers }), false));
  });

  it('leaves to the careful way what is no value of JSON', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    class Odd {
      readonly a = 1;
    }
    const odd = [
      undefined,
      Number.NaN,
      Infinity,
      1n,
      () => 1,
      Symbol('s'),
      new Date(0),
      new Map(),
      new Odd(),
      '\udc00',
    ];
    for (const value of odd) {
      expect(encodeRegular(withParams({ value })), typeof value).toBeUndefined();
      expect(encodeRegular(withParams({ list: [[value]] })), typeof value).toBeUndefined();
    }
    // eslint-disable-next-line no-sparse-arrays -- a hole is what is tested
    expect(encodeRegular(withParams({ list: [1, , 2] }))).toBeUndefined();
    expect(encodeRegular(withParams({ '\ud800': 1 }))).toBeUndefined();
    expect(encodeRegular(withParams({ deep: deep(511) }))).toEqual(
      carefully(withParams({ deep: deep(511) }), false),
    );
    expect(encodeRegular(withParams({ deep: deep(512) }))).toBeUndefined();
    expect(carefully(withParams({ deep: deep(512) }), false)).toBeInstanceOf(TypeError);
  });

  it('takes nothing for a message or a map that keeps its content elsewhere', () => {
    class Named {
      get name() {
        return 'n';
      }
    }
    const odd: unknown[] = [
      { name: 'n', capabilities: new Map([['streaming', true]]) },
      { name: 'n', securitySchemes: new Map([['s', {}]]) },
      { name: 'n', skills: [new Named()] },
      new Map([['name', 'n']]),
      new Named(),
    ];
    for (const card of odd) {
      for (const form of ['a2a-1.0', 'jcs']) {
        expect(() => canonicalizeCard(card as JsonObject, { form })).toThrow(TypeError);
      }
    }
  });

  it('leaves to the careful way what is to be refused', () => {
    for (const card of [{ name: 1 }, { skills: {} }, { name: null }, { name: '\ud800' }, { vendor: 1 }]) {
      expect(encodeRegular(card as unknown as JsonObject)).toBeUndefined();
    }
  });
});
