/** Knows that the glance over a card and the checks of it never disagree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCard } from '../../src/card/check.js';
import { listFindings } from '../../src/card/checks/index.js';
import { isFlawless } from '../../src/card/flawless.js';
import { JsonError } from '../../src/json/error.js';
import { readJson, type JsonDocument } from '../../src/json/read.js';
import { cards } from '../arbitraries/card.js';
import { cardText } from '../support/signed-cards.js';
import { fullCard } from './full-card.js';
import { combineMutations, mutateEverywhere } from './mutations.js';

const toBytes = (text: string) => new TextEncoder().encode(text);

/** The document, where the text is one. */
function read(text: string): JsonDocument | undefined {
  try {
    return readJson(toBytes(text));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

describe('a card that is flawless at a glance', () => {
  it('is the example, and the one that has everything', () => {
    for (const text of [cardText(), JSON.stringify(fullCard)]) {
      expect(isFlawless(readJson(toBytes(text)))).toBe(true);
      expect(checkCard(toBytes(text))).toEqual([]);
    }
  });

  it('has no finding, wherever the full card is changed', () => {
    const mutants = [...mutateEverywhere(fullCard), ...combineMutations(fullCard, 2000, 7)];
    const documents = mutants.flatMap(({ name, text }) => {
      const document = read(text);
      return document === undefined ? [] : [{ name, document }];
    });
    const wrong = documents.filter(
      ({ document }) => isFlawless(document) && listFindings(document).length > 0,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(documents.length).toBeGreaterThan(2000);
  });

  it('is every card that no check finds anything about, and no other', () => {
    const both = fc.oneof(cards(), cards({ unknown: false, defaults: false }));
    fc.assert(
      fc.property(both, (card) => {
        const bytes = toBytes(JSON.stringify(card));
        const findings = listFindings(readJson(bytes));
        expect(isFlawless(readJson(bytes))).toBe(findings.length === 0);
        expect(checkCard(bytes)).toEqual(findings);
      }),
    );
  });

  it('has no byte order mark and no integer that a double cannot hold', () => {
    expect(isFlawless(readJson(toBytes(`\ufeff${cardText()}`)))).toBe(false);
    const params = '"params": { "n": 9007199254740993 }';
    const text = JSON.stringify({ ...fullCard, capabilities: { extensions: [{ uri: 'u', params: {} }] } });
    expect(isFlawless(readJson(toBytes(text.replace('"params":{}', params))))).toBe(false);
  });
});
