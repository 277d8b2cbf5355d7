/** Knows that the committed vectors of the SDKs' forms are what the SDKs say, and where releases of one form differ. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vectorForms } from '../../tools/vectors/forms.js';
import { publishedCards, writtenCards } from '../../tools/vectors/inputs.js';
import type { GeneratedVectors, NamedVectors } from '../../tools/vectors/make.js';
import { runForm, toComparable, toDigest, type Outcome } from '../../tools/vectors/run.js';
import { describePeer } from '../peers/require.js';
import { findSdkRelease, hasSdks } from '../peers/sdks.js';

const folder = join(import.meta.dirname, '../vectors/sdk-forms');
const readVectors = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const published = readVectors('canonical-1.0.json') as NamedVectors;
const written = readVectors('written.json') as NamedVectors;
const named = [
  { cards: publishedCards, vectors: published },
  { cards: writtenCards, vectors: written },
];
const generated = ['generated-1.0.json', 'generated-0.3.json'].map((name) => {
  return { name, ...(readVectors(name) as GeneratedVectors) };
});

/** Of each file of generated cards, one in so many is run again. */
const sampleStep = 8;

describe('the vectors of the forms of the SDKs', () => {
  it('are of the cards that are written here', () => {
    expect(written.cards).toEqual(writtenCards.map(({ id, why, card }) => ({ id, why, card })));
    expect(new Set(writtenCards.map(({ id }) => id)).size).toBe(writtenCards.length);
  });

  it.each(vectorForms)('are of at least 500 generated cards for $name', ({ name }) => {
    const texts = generated
      .flatMap(({ forms }) => forms[name] ?? [])
      .filter((one) => typeof one === 'string');
    expect(new Set(texts).size).toBeGreaterThanOrEqual(500);
  });

  it('differ between releases of one form by depth alone', () => {
    expect(published.differs).toEqual({});
    const newest = findSdkRelease('python').version;
    expect(Object.keys(written.differs)).toEqual(['a2a-python-1.1.4']);
    expect(Object.keys(written.differs['a2a-python-1.1.4'] ?? {})).toEqual([newest]);
    const ids = Object.keys(written.differs['a2a-python-1.1.4']?.[newest] ?? {});
    expect(ids.filter((id) => !/^(legacy-)?depth-/.test(id))).toEqual([]);
  });
});

describePeer('sdks', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  describe.each(vectorForms)('$name', (form) => {
    const releases = [form.release, ...form.alike];

    it.each(releases)('is what $version makes of the cards with names', async (release) => {
      for (const { cards, vectors } of named) {
        const outcomes = vectors.forms[form.name] ?? {};
        const others = vectors.differs[form.name]?.[release.version] ?? {};
        const asked = cards.filter(({ id }) => id in outcomes);
        const again = await runForm(
          form,
          asked.map(({ card }) => card),
          release,
        );
        const toRows = (all: readonly Outcome[]) =>
          asked.map(({ id }, index) => `${id}: ${toText(all[index]!, release === form.release)}`);
        expect(toRows(again)).toEqual(toRows(asked.map(({ id }) => others[id] ?? outcomes[id]!)));
      }
    });

    it.each(releases)('is what $version makes of a sample of the generated cards', async (release) => {
      for (const { cards, forms } of generated) {
        const digests = forms[form.name]?.filter((_, index) => index % sampleStep === 0);
        if (digests === undefined) continue;
        expect(digests.length).toBeGreaterThanOrEqual(60);
        const sample = cards.filter((_, index) => index % sampleStep === 0);
        const again = await runForm(form, sample, release);
        expect(again.map(toDigest).map(toComparable)).toEqual(digests.map(toComparable));
      }
    });
  });
});

/** Errors of other releases of a form may be of another class. */
function toText(outcome: Outcome, isOwn: boolean): string {
  return isOwn || 'canonical' in outcome ? toComparable(outcome) : 'error';
}
