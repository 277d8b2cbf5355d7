/** Knows how causes are found: with the fewest faults first, two at most, within a budget. */
import { describe, expect, it } from 'vitest';
import { readParts, type EntryParts } from '../../src/explain/entry-parts.js';
import { searchFaults, type Budget } from '../../src/explain/search.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { nodeProber } from '../../src/keys/node-prober.js';
import type { Prober } from '../../src/keys/prober.js';
import { createPayloads } from '../../src/signature/payloads.js';
import { explainFaulty } from '../support/faults/explain.js';
import { withEntries } from '../support/faults/fault.js';
import { keyOf, makeEntry, toJwk, toSet, type Entry, type Steps } from '../support/faults/signing.js';
import { toSubject } from '../support/faults/subject.js';
import { cardText } from '../support/signed-cards.js';

const subject = toSubject(JSON.stringify(JSON.parse(cardText())));
const key = keyOf('ES256');
const make = (steps: Partial<Steps> = {}) => makeEntry({ key, payload: subject.canonical, ...steps });
const plenty: Budget = { attempts: 100_000, bytes: 1e9, kept: 1e9 };

type Search = { readonly entry: Entry; readonly prober?: Prober; readonly budget?: Partial<Budget> };

async function search({ entry, prober = nodeProber, budget = {} }: Search) {
  const bytes = Buffer.from(withEntries(subject, entry));
  const document = readJson(bytes);
  const card = document.value as JsonObject;
  const keySet = await readKeySet(Buffer.from(toSet(toJwk(key))), 'jwks.json', nodeCrypto);
  return searchFaults(readParts({ ...entry }) as EntryParts, {
    keySet,
    prober,
    budget: { ...plenty, ...budget },
    source: { card, document, payloads: createPayloads(card), former: undefined, index: 0 },
  });
}

/** One that sees what is asked, and says no. */
function spy() {
  const seen: string[] = [];
  const prober: Prober = {
    ...nodeProber,
    matches: ({ message }) => {
      seen.push(Buffer.from(message).toString('latin1').slice(0, 80));
      return false;
    },
  };
  return { seen, prober };
}

describe('the search', () => {
  it('names no cause of what matches as it is, with the first signature that it computes', async () => {
    let asked = 0;
    const prober = {
      ...nodeProber,
      matches: (probe: Parameters<Prober['matches']>[0]) => (asked++, nodeProber.matches(probe)),
    };
    expect(await search({ entry: make(), prober })).toMatchObject({ causes: [] });
    expect(asked).toBe(1);
  });

  it('finds two faults that hold together, and not three', async () => {
    const digestOnly = (_header: string, payload: Buffer) => payload;
    const two = make({ raw: { hash: 'sha384' }, toInput: digestOnly });
    const codesOf = (found: Awaited<ReturnType<typeof search>>) =>
      'causes' in found ? found.causes.map(({ code }) => code) : 'none';
    expect(codesOf(await search({ entry: two }))).toEqual(['ecdsa-digest', 'header-unsigned']);
    const three = make({
      payload: JSON.stringify(subject.value),
      raw: { hash: 'sha384' },
      toInput: digestOnly,
    });
    expect(codesOf(await search({ entry: three }))).toBe('none');
  });

  it('asks for no text under no header twice, and first for what is due', async () => {
    const { seen, prober } = spy();
    const entry = make();
    const found = await search({ entry, prober });
    expect(found).toMatchObject({ complete: true, attempts: seen.length });
    expect(seen[0]).toBe(
      `${entry.protected}.${Buffer.from(subject.canonical).toString('base64url')}`.slice(0, 80),
    );
  });

  it.each<[string, Partial<Budget>]>([
    ['signatures', { attempts: 10 }],
    ['bytes', { bytes: 50_000 }],
    ['bytes of texts', { kept: 5_000 }],
  ])('ends where its budget of %s does, and says so', async (_, budget) => {
    const { seen, prober } = spy();
    const found = await search({ entry: make(), prober, budget });
    expect(found).toMatchObject({ complete: false, attempts: seen.length });
    expect(seen.length).toBeLessThanOrEqual(budget.attempts ?? 1000);
  });

  it('computes nothing with a key that the library does not take', async () => {
    const prober: Prober = { ...nodeProber, importKey: () => undefined };
    expect(await search({ entry: make(), prober })).toMatchObject({ attempts: 0 });
  });

  it('computes nothing for a signature that no key of the set could have made', async () => {
    const found = await search({ entry: { ...make(), signature: 'AAAA' } });
    expect(found).toEqual({
      what: ['no key of the set could have made a signature of this length'],
      attempts: 0,
      complete: true,
    });
  });
});

describe('members that were added to a card whose entry names its form', () => {
  // The SDK for JavaScript leaves out what the schema does not have: its form of the card is the text that was signed.
  const plain = toSubject(JSON.stringify({ ...subject.value, securityRequirements: undefined }));
  const entry = makeEntry({ key, payload: plain.canonical, header: { a2a_form: 'a2a-1.0' } });
  const skills = plain.value['skills'] as JsonObject[];

  it.each([
    ['at the top', { 'x-served-by': 'edge-7' }, ['/x-served-by']],
    ['deep in it', { skills: skills.map((skill) => ({ ...skill, rank: 1 })) }, ['/skills/0/rank']],
    [
      'in several places',
      { 'x-a': 1, 'x-b': { c: 2 }, 'provider': { ...(plain.value['provider'] as object), id: 7 } },
      ['/provider/id', '/x-a', '/x-b'],
    ],
  ])('are named where they are %s, and no SDK is', async (_where, added, pointers) => {
    const value = { ...plain.value, ...added } as JsonObject;
    const report = await explainFaulty({ card: withEntries({ value }, entry), jwks: toSet(toJwk(key)) });
    const causes = report.entries[0]?.causes ?? [];
    expect(causes).toMatchObject([{ code: 'member-added', pointerCount: pointers.length }]);
    expect([...(causes[0]?.pointers ?? [])].sort()).toEqual(pointers);
  });
});
