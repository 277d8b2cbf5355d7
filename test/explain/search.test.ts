/** Knows how causes are found: with the fewest faults first, two at most, within a budget. */
import { describe, expect, it } from 'vitest';
import { readParts, type EntryParts } from '../../src/explain/entry-parts.js';
import { createCandidates } from '../../src/explain/candidates.js';
import { searchFaults } from '../../src/explain/search.js';
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
const plenty = 1e9;

type Search = { readonly entry: Entry; readonly prober?: Prober; readonly work?: number };

async function search({ entry, prober = nodeProber, work = plenty }: Search) {
  const bytes = Buffer.from(withEntries(subject, entry));
  const document = readJson(bytes);
  const card = document.value as JsonObject;
  const keySet = await readKeySet(Buffer.from(toSet(toJwk(key))), 'jwks.json', nodeCrypto);
  return searchFaults(readParts({ ...entry }) as EntryParts, {
    keySet,
    prober,
    budget: { work },
    candidates: createCandidates({ card, document, payloads: createPayloads(card), former: undefined }),
    former: undefined,
    index: 0,
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

  it('ends where its budget does, and says so', async () => {
    const { seen, prober } = spy();
    const found = await search({ entry: make(), prober, work: 10_000 });
    expect(found).toMatchObject({ complete: false, attempts: seen.length });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.length).toBeLessThanOrEqual(50);
  });

  it('says of a card of which not all texts are made that not all was tried', async () => {
    const params = { text: 'x'.repeat(900_000) };
    const large = { ...subject.value, capabilities: { extensions: [{ uri: 'urn:x', params }] } };
    const { entries } = await explainFaulty({
      card: withEntries({ value: large }, make()),
      jwks: toSet(toJwk(key)),
    });
    expect(entries).toMatchObject([{ causes: [], tried: { complete: false } }]);
  });

  it('computes nothing with a key that the library does not take', async () => {
    const prober: Prober = { ...nodeProber, importKey: () => undefined };
    expect(await search({ entry: make(), prober })).toMatchObject({ attempts: 0 });
  });

  it('computes nothing for a signature that no key of the set could have made', async () => {
    const found = await search({ entry: { ...make(), signature: 'AAAA' } });
    expect(found).toEqual({
      what: ['no key of the set can have made a signature of this length'],
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
