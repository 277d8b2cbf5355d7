/** Knows that our forms of the SDKs give the very bytes that releases of them gave, and lists where they do not. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAmbiguity } from '../../src/canonical/ambiguity.js';
import { sdkFormNames, specificationForm, tryEncode } from '../../src/canonical/index.js';
import { findSdkForm } from '../../src/canonical/sdk-forms.js';
import { JsonError } from '../../src/json/error.js';
import { createLiterals } from '../../src/json/literals.js';
import { tryReadJson } from '../../src/json/read.js';
import { isObject } from '../../src/json/value.js';

type Named = { canonical: string } | { error: string };
type NamedFile = {
  cards?: { id: string; card: string }[];
  forms: Record<string, Record<string, Named>>;
};
type GeneratedFile = { cards: string[]; forms: Record<string, (string | { error: string })[]> };

const folder = join(import.meta.dirname, '../vectors');
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const published = read('canonical-1.0.json') as { id: string; input: string }[];
const cards = new Map([
  ...published.map(({ id, input }) => [`published ${id}`, input] as const),
  ...(read('sdk-forms/written.json') as Required<NamedFile>).cards.map(
    ({ id, card }) => [`written ${id}`, card] as const,
  ),
]);

/** What becomes of a card here: `refused` by the reader or as ambiguous, whatever an SDK makes of it. */
function run(form: string, text: string): { texts: readonly string[] } | { refused: 'card' | 'form' } {
  const document = tryReadJson(new TextEncoder().encode(text));
  if (document instanceof JsonError || !isObject(document.value)) return { refused: 'card' };
  const card = document.value;
  if (findAmbiguity(card, tryEncode(card, specificationForm)) !== undefined) return { refused: 'card' };
  const readings = findSdkForm(form)?.read(card, createLiterals(document.bytes));
  if (readings === undefined) throw new Error(`no form ${form}`);
  return 'message' in readings ? { refused: 'form' } : { texts: readings.map((reading) => reading.text) };
}

const entries = 'it reads the entries too, which are no content';
const client = 'its client stops over a member of 0.x; the text is the one that its signer reads';
const blank = 'its client stops over what is no object; the text is the one that its signer reads';

/** Cards that a form has a text for here, though the SDK stops with an error: with that text nothing is verified there. */
const stopsThere: Readonly<Record<string, string>> = {
  'type-byte-order-mark': 'it does not take a byte order mark for a blank',
  'type-signature-null': entries,
  'type-signatures-text': entries,
  'type-skill-text': blank,
  'type-scheme-text': blank,
  'example-nulls': client,
  'translate-url-number': client,
  'translate-interfaces-text': client,
  'translate-security-object': client,
  'translate-security-of-1.0': client,
  'translate-skills-null': client,
  'translate-oauth-flows': client,
  'translate-type-list': client,
  'translate-extended-beside-proto': client,
  'translate-extended-null': client,
  'legacy-schemes': client,
};

/** Whether the texts are those of a signer that has no use for what its client stops over. */
const readsTwice = (form: string) => form.startsWith('a2a-python-1.');

/** Why the two may differ; every other difference is a fault of ours. */
function explain(form: string, text: string, outcome: Named): string {
  const here = run(form, text);
  if ('refused' in here && here.refused === 'card') return 'refused here under every form';
  if ('error' in outcome) {
    if ('refused' in here) return 'refused by both';
    return 'the SDK stops';
  }
  if ('refused' in here) return 'refused here alone';
  return here.texts[0] === outcome.canonical ? 'the same bytes' : 'other bytes';
}

describe.each(sdkFormNames)('form %s', (form) => {
  it('has the bytes of the SDK for every card with a name, and has a text where the SDK stops only as listed', () => {
    const reasons = new Map<string, string[]>();
    for (const file of ['canonical-1.0', 'written']) {
      const { forms } = read(`sdk-forms/${file}.json`) as NamedFile;
      const prefix = file === 'written' ? 'written' : 'published';
      for (const [id, outcome] of Object.entries(forms[form] ?? {})) {
        const text = cards.get(`${prefix} ${id}`) ?? '';
        const reason = explain(form, text, outcome);
        reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
      }
    }
    expect(reasons.get('other bytes') ?? []).toEqual([]);
    expect(reasons.get('refused here alone') ?? []).toEqual([]);
    expect(reasons.get('the same bytes')?.length).toBeGreaterThanOrEqual(60);
    const stops = reasons.get('the SDK stops') ?? [];
    expect(stops.filter((id) => stopsThere[id] === undefined)).toEqual([]);
    const ofSigner = stops.filter((id) => [client, blank].includes(stopsThere[id] ?? ''));
    if (!readsTwice(form)) expect(ofSigner).toEqual([]);
  });

  it('has the digest of the SDK for every generated card', () => {
    let same = 0;
    for (const name of ['generated-1.0', 'generated-0.3']) {
      const { cards, forms } = read(`sdk-forms/${name}.json`) as GeneratedFile;
      for (const [index, outcome] of (forms[form] ?? []).entries()) {
        const text = cards[index] ?? '';
        const here = run(form, text);
        if (typeof outcome !== 'string') {
          if (!readsTwice(form)) expect('refused' in here, text).toBe(true);
          continue;
        }
        const digests =
          'texts' in here
            ? here.texts.map((one) => createHash('sha256').update(one).digest('base64url'))
            : [];
        expect(digests[0], text).toBe(outcome);
        same++;
      }
    }
    expect(same).toBeGreaterThanOrEqual(500);
  });
});
