/** Knows that an explanation is no verdict: keys come from the caller, nothing is fetched, and nothing throws. */
import { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explainCard as explainCardWith } from '../../src/explain/explain-card.js';
import { explainCard, nodeCrypto, readJson, readKeySet, verifyCard } from '../../src/index.js';
import { nodeProber } from '../../src/keys/node-prober.js';
import type { Prober } from '../../src/keys/prober.js';
import { jsonValue } from '../arbitraries/card.js';
import { legacyCards } from '../arbitraries/legacy-card.js';
import { oddCards } from '../arbitraries/odd-card.js';
import { createChance } from '../support/faults/chance.js';
import { explainFaulty, namedCauses } from '../support/faults/explain.js';
import { faults, noFaults } from '../support/faults/index.js';
import { withEntries } from '../support/faults/fault.js';
import { keyOf, makeEntry, toJwk, toSet } from '../support/faults/signing.js';
import { makeSubjects, toSubject } from '../support/faults/subject.js';
import { cardText, testTime } from '../support/signed-cards.js';

const subject = toSubject(JSON.stringify(JSON.parse(cardText())));
const trusted = [toJwk(keyOf('ES256')), toJwk(keyOf('EdDSA')), toJwk(keyOf('RS256'))];
const keySet = await readKeySet(Buffer.from(toSet(...trusted)));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a key in the card', () => {
  const url = 'https://attacker.example/jwks.json';
  const stranger = keyOf('ES256', 'stranger');

  it.each([
    ['with a kid that the set does not have', stranger, 'kid-unknown'],
    ['with the kid of a trusted key', { ...stranger, kid: keyOf('ES256').kid }, 'signature-mismatch'],
  ])('%s is neither tried nor fetched', async (_, key, outcome) => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const fetch = vi.spyOn(globalThis, 'fetch');
    const header = { jwk: toJwk(stranger), jku: url, x5u: url, x5c: ['AAAA'] };
    const entry = makeEntry({ key, payload: subject.canonical, header });
    const keys: unknown[] = [];
    const prober: Prober = {
      ...nodeProber,
      importKey: (jwk) => {
        keys.push(jwk.x);
        return nodeProber.importKey(jwk);
      },
    };
    const card = Buffer.from(withEntries(subject, entry));
    const report = await explainCard(card, { keySet, prober, now: testTime });
    expect(report.entries[0]?.outcome).toBe(outcome);
    expect(report.entries[0]?.causes.filter(({ certainty }) => certainty === 'proved')).toEqual([]);
    expect(keys).not.toContain(toJwk(stranger)['x']);
    expect(connect).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is not tried where it is in the unprotected header, without a key set', async () => {
    const entry = {
      ...makeEntry({ key: stranger, payload: subject.canonical }),
      header: { jwk: toJwk(stranger) },
    };
    const report = await explainCard(Buffer.from(withEntries(subject, entry)), { now: testTime });
    expect(report).toMatchObject({ verdict: 'untrusted', entries: [{ index: 0, causes: [] }] });
  });
});

/** As a hostile one may be; most have what a signature of a trusted key has. */
const header = fc.record(
  {
    alg: fc.oneof(fc.constantFrom('ES256', 'EdDSA', 'RS256', 'none', 'HS256'), jsonValue),
    kid: fc.oneof(fc.constantFrom('es256-a', 'eddsa-a', 'rs256-a', 'x', '__proto__'), jsonValue),
    a2a_form: fc.oneof(fc.constantFrom('a2a-1.0', 'jcs', 'a2a-python-1.0', '__proto__'), jsonValue),
    typ: jsonValue,
    crit: jsonValue,
    exp: jsonValue,
  },
  { requiredKeys: [] },
);
const bytesText = fc
  .tuple(
    fc.constantFrom(0, 3, 64, 70, 256),
    fc.constantFrom('base64url', 'base64', 'hex') as fc.Arbitrary<BufferEncoding>,
    fc.nat(255),
  )
  .map(([length, encoding, byte]) => Buffer.alloc(length, byte).toString(encoding));
const entry = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      protected: fc.oneof(
        header.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
        header.map((value) => Buffer.from(JSON.stringify(value, null, 1)).toString('base64')),
        bytesText,
      ),
      signature: bytesText,
    }),
  },
  { weight: 1, arbitrary: fc.record({ protected: jsonValue, signature: jsonValue, header: jsonValue }) },
  { weight: 1, arbitrary: jsonValue },
);
const signatures = fc.oneof(
  { weight: 8, arbitrary: fc.array(entry, { maxLength: 3 }) },
  { weight: 1, arbitrary: jsonValue },
);
const texts = fc
  .tuple(fc.oneof(oddCards, legacyCards), signatures)
  .map(([card, list]) =>
    card.replace(/^\{/, `{"signatures":${JSON.stringify(list)}${card === '{}' ? '' : ','}`),
  );

/** What is found must not matter: one finds nothing, one everything. */
const probers: readonly Prober[] = [false, true].map((answer) => ({
  ...nodeProber,
  matches: () => answer,
  saltLength: () => undefined,
}));

describe('explainCard', () => {
  it('throws for no card, and has the verdict that verifyCard has, whatever is found', async () => {
    await fc.assert(
      fc.asyncProperty(texts, oddCards, fc.boolean(), async (text, former, isFound) => {
        const bytes = Buffer.from(text);
        const prober = probers[Number(isFound)] ?? nodeProber;
        const against = { document: readJson(Buffer.from(former)), source: 'former.json' };
        const report = await explainCard(bytes, { keySet, against, prober, now: testTime, maxWork: 20 });
        const { report: due } = await verifyCard(bytes, { keySet, now: testTime });
        const { verdict, reason, findings } = due;
        expect(report).toMatchObject({
          verdict,
          reason,
          findings: JSON.parse(JSON.stringify(findings)) as object[],
        });
        expect(report.entries.map(({ index, outcome, message }) => ({ index, outcome, message }))).toEqual(
          due.entries.map(({ index, outcome, message }) => ({ index, outcome, message })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('throws for no card without keys either', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { entries } = await explainCard(Buffer.from(text), { now: testTime });
        expect(entries.flatMap(({ tried }) => tried ?? [])).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('throws for no bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => {
        const { entries } = await explainCard(bytes, { keySet, now: testTime });
        expect(entries).toEqual([]);
      }),
    );
  });

  it('names the same with the defaults of the library', async () => {
    const [fault] = faults;
    const faulty = await fault?.apply(subject, createChance(1));
    if (faulty === undefined) throw new Error('the fault does not apply');
    const given = await readKeySet(Buffer.from(faulty.jwks), { source: 'jwks.json' });
    const options = { keySet: given, source: 'card.json' };
    const report = await explainCard(Buffer.from(faulty.card), options);
    const due = await explainCardWith(Buffer.from(faulty.card), {
      ...options,
      now: testTime,
      crypto: nodeCrypto,
      prober: nodeProber,
    });
    expect(due).toEqual({ ...report, time: due.time });
  });

  it('throws for a former copy that is no object: a mistake of the caller', async () => {
    const against = { document: readJson(Buffer.from('[]')), source: 'former.json' };
    const card = Buffer.from(cardText());
    await expect(explainCard(card, { keySet, against })).rejects.toThrow(TypeError);
  });

  it.each([...faults, ...noFaults])('has the verdict of verifyCard: $id', async ({ apply }) => {
    const chance = createChance(2);
    for (const one of makeSubjects(3, 2)) {
      const faulty = await apply(one, chance);
      if (faulty === undefined) continue;
      const report = await explainFaulty(faulty, { maxWork: 100 });
      if (namedCauses(report).includes('key-private')) continue;
      const keys = await readKeySet(Buffer.from(faulty.jwks));
      const { report: due } = await verifyCard(Buffer.from(faulty.card), { keySet: keys, now: testTime });
      expect(report.verdict).toBe(due.verdict);
    }
  });
});
