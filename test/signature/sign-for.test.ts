/** Knows the entries that signing for SDKs adds: how many, over what, in which order, and what becomes of them later. */
import { beforeAll, describe, expect, it } from 'vitest';
import { FormError } from '../../src/canonical/form.js';
import { canonicalizeCard, formNames } from '../../src/canonical/index.js';
import type { JsonObject } from '../../src/json/value.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { signCard, type SignedCard } from '../../src/signature/sign-card.js';
import { toSigningForms } from '../../src/signature/signing-forms.js';
import type { SignCardOptions } from '../../src/signature/signing-keys.js';
import { cardText, createTestSigner, keySetOf, testTime, verifyWith } from '../support/signed-cards.js';

const day = 86_400;
const url = 'https://agent.example/jwks.json';
const both = { for: ['a2a-js', 'a2a-python'] };

/** All SDKs take the example for a card without its requirement. */
const example = JSON.parse(cardText()) as JsonObject;
/** Nothing in it that an SDK takes for something else. */
const portable = { ...example, securityRequirements: [{ schemes: { partnerBearer: { list: ['read'] } } }] };
/** Python before 1.1.4 writes its name otherwise. */
const german = { ...portable, name: 'Lagerbest\u00e4nde' };
/** Both at once: two other texts. */
const twofold = { ...example, name: 'Lagerbest\u00e4nde', iconUrl: '' };

let edwards: Signer;
let ec: Signer;
let ids: Record<string, string>;
beforeAll(async () => {
  edwards = await createTestSigner('EdDSA');
  ec = await createTestSigner('ES256');
  const toId = (signer: Signer) => toThumbprint(signer.publicJwk, nodeCrypto);
  ids = { [await toId(edwards)]: 'edwards', [await toId(ec)]: 'ec' };
});

function sign(card: object | string, options: Partial<SignCardOptions> = {}): Promise<SignedCard> {
  const text = typeof card === 'string' ? card : JSON.stringify(card);
  const given = { signers: [ec], crypto: nodeCrypto, now: testTime, ...options };
  return signCard(new TextEncoder().encode(text), given);
}

/** `key form action`, for each entry. */
function show({ entries }: SignedCard): string[] {
  return entries.map(({ kid = '', form = '', action }) => `${ids[kid] ?? kid} ${form} ${action}`);
}

type Entry = { protected: string; signature: string };
const entriesOf = (text: string) => (JSON.parse(text) as { signatures: Entry[] }).signatures;
const headerOf = (entry: Entry | undefined): unknown =>
  JSON.parse(Buffer.from(entry?.protected ?? '', 'base64url').toString());

describe('a card that is signed for SDKs', () => {
  it('has one entry more for each text that they take it for', async () => {
    expect(show(await sign(portable, both))).toEqual(['ec a2a-1.0 signed']);
    expect(show(await sign(example, both))).toEqual(['ec a2a-1.0 signed', 'ec a2a-js-1.0.1 signed']);
    expect(show(await sign(german, both))).toEqual(['ec a2a-1.0 signed', 'ec a2a-python-1.0 signed']);
    expect(show(await sign(twofold, both))).toEqual([
      'ec a2a-1.0 signed',
      'ec a2a-js-1.0.1 signed',
      'ec a2a-python-1.0 signed',
    ]);
  });

  it('tells whom each entry is for, what it leaves open, and whom our own serves', async () => {
    const { entries } = await sign(twofold, both);
    expect(entries.slice(1)).toMatchObject([
      {
        for: ['a2a-js', 'a2a-python'],
        forms: ['a2a-js-1.0.1', 'a2a-python-1.1.4'],
        uncovered: ['/securityRequirements/0', '/iconUrl'],
      },
      {
        for: ['a2a-python'],
        forms: ['a2a-python-1.0'],
        uncovered: ['/securityRequirements/0', '/iconUrl'],
      },
    ]);
    expect(entries[0]).not.toHaveProperty('for');
    const spared = await sign(german, both);
    expect(spared.servedForms).toEqual(['a2a-js-1.0.1', 'a2a-python-1.1.4']);
    expect(spared.entries[1]).toMatchObject({ for: ['a2a-python'], uncovered: [] });
    expect((await sign(portable, both)).servedForms).toHaveLength(3);
  });

  it('counts what is at its default among what is left open, in the order of the card', async () => {
    const card = { ...portable, skills: [], iconUrl: '', description: '' };
    const { entries } = await sign(card, { for: ['a2a-js'] });
    expect(entries[1]?.uncovered).toEqual(['/description', '/skills', '/iconUrl']);
  });

  it('is signed for the releases that are named alone', async () => {
    expect(show(await sign(german, { for: ['a2a-python@1.1.4'] }))).toEqual(['ec a2a-1.0 signed']);
    expect(show(await sign(twofold, { for: ['a2a-python@1.0.2'] }))).toEqual([
      'ec a2a-1.0 signed',
      'ec a2a-python-1.0 signed',
    ]);
  });

  it('is the same in whatever order they are named', async () => {
    const [one, other] = [
      ['a2a-python', 'a2a-js'],
      ['a2a-js', 'a2a-python', 'a2a-js@1.2.0'],
    ];
    const signers = [edwards];
    const first = await sign(twofold, { signers, for: one });
    expect((await sign(twofold, { signers, for: other })).text).toBe(first.text);
  });

  it('has the entries of each key side by side, each with the dates and names of the call', async () => {
    const options = { ...both, signers: [edwards, ec], expiresIn: day, jku: url };
    const signed = await sign(example, options);
    expect(show(signed)).toEqual([
      'edwards a2a-1.0 signed',
      'edwards a2a-js-1.0.1 signed',
      'ec a2a-1.0 signed',
      'ec a2a-js-1.0.1 signed',
    ]);
    const seconds = testTime.getTime() / 1000;
    for (const entry of entriesOf(signed.text))
      expect(headerOf(entry)).toMatchObject({ jku: url, iat: seconds, exp: seconds + day, typ: 'JOSE' });
    const named = await sign(example, { ...both, kid: 'agent' });
    expect(entriesOf(named.text).map(headerOf)).toEqual([
      { alg: 'ES256', kid: 'agent', typ: 'JOSE', a2a_form: 'a2a-1.0' },
      { alg: 'ES256', kid: 'agent', typ: 'JOSE', a2a_form: 'a2a-js-1.0.1' },
    ]);
  });

  it('is trusted by our own entry, and by one key alone', async () => {
    const { text } = await sign(example, both);
    const { report } = await verifyWith([ec], text);
    expect(report.verdict).toBe('trusted');
    expect(report.entries.map(({ outcome }) => outcome)).toEqual(['verified', 'form-not-accepted']);
    const two = await verifyWith([ec], text, { policy: { threshold: 2 } });
    expect(two.report.verdict).toBe('unmet-policy');
    const all = { acceptedForms: [...formNames], threshold: 2 };
    expect((await verifyWith([ec], text, { policy: all })).report.verdict).toBe('unmet-policy');
  });
});

describe('a card that is signed for SDKs again', () => {
  it('keeps every byte', async () => {
    const options = { ...both, signers: [edwards, ec], expiresIn: day };
    const { text } = await sign(twofold, options);
    const again = await sign(text, { ...options, now: later(0.6) });
    expect(again.text).toBe(text);
    expect(again.entries).toHaveLength(6);
    expect(new Set(again.entries.map(({ action }) => action))).toEqual(new Set(['kept']));
    expect(again.entries[1]).toMatchObject({ for: ['a2a-js', 'a2a-python'] });
  });

  it('has all entries renewed when a third of the lifetime is left', async () => {
    const { text } = await sign(example, { ...both, expiresIn: day });
    const again = await sign(text, { ...both, expiresIn: day, now: later(0.7) });
    expect(show(again)).toEqual(['ec a2a-1.0 signed', 'ec a2a-js-1.0.1 signed']);
    expect(again.entries[1]?.replacedExpiry).toBe('2027-01-16T12:00:00Z');
    expect(again.removedEntries).toBe(2);
  });

  it('keeps our own entry when SDKs are first asked for, and puts theirs beside it', async () => {
    const { text } = await sign(example, { signers: [ec, edwards] });
    expect(show(await sign(text, { ...both, signers: [edwards, ec] }))).toEqual([
      'ec a2a-1.0 kept',
      'ec a2a-js-1.0.1 signed',
      'edwards a2a-1.0 kept',
      'edwards a2a-js-1.0.1 signed',
    ]);
  });

  it('loses the entries that are not asked for any more, and says so', async () => {
    const { text } = await sign(twofold, both);
    const again = await sign(text);
    expect(show(again)).toEqual(['ec a2a-1.0 kept']);
    expect(again.droppedForms.map(({ kid, form }) => `${ids[kid] ?? ''} ${form}`)).toEqual([
      'ec a2a-js-1.0.1',
      'ec a2a-python-1.0',
    ]);
    expect(again.removedEntries).toBe(2);
  });

  it('never carries an entry over another text, under whatever kid', async () => {
    for (const kid of [undefined, 'agent']) {
      const others = await keySetOf([ec], kid);
      const { text } = await sign(example, { ...both, kid });
      const changed = text.replace('ERP Stock', 'ERP stock');
      const again = await sign(changed, { ...both, kid, others });
      expect(again.entries.map(({ action }) => action)).toEqual(['signed', 'signed']);
      const mended = await sign(changed.replace('"partnerBearer": {}', '"partnerBearer": {"list": ["a"]}'), {
        ...both,
        kid,
        others,
      });
      expect(mended.entries.map(({ form, action }) => [form, action])).toEqual([['a2a-1.0', 'signed']]);
      expect(mended.droppedForms).toMatchObject([{ form: 'a2a-js-1.0.1' }]);
    }
  });

  it('replaces an entry in the form of an SDK that says something else', async () => {
    const { text } = await sign(example, { ...both, jku: url });
    expect(show(await sign(text, both))).toEqual(['ec a2a-1.0 signed', 'ec a2a-js-1.0.1 signed']);
  });

  it('keeps the entries for SDKs of another key that verify, where they stand', async () => {
    const { text } = await sign(example, { ...both, signers: [edwards] });
    const again = await sign(text, { ...both, others: await keySetOf([edwards]) });
    expect(show(again)).toEqual([
      'edwards a2a-1.0 kept',
      'edwards a2a-js-1.0.1 kept',
      'ec a2a-1.0 signed',
      'ec a2a-js-1.0.1 signed',
    ]);
    expect(again.entries[1]).not.toHaveProperty('for');
  });

  it('has our own entry in front where a card comes with one for SDKs alone', async () => {
    const { text } = await sign(example, both);
    const card = JSON.parse(text) as { signatures: Entry[] };
    card.signatures.shift();
    expect(show(await sign(card, both))).toEqual(['ec a2a-1.0 signed', 'ec a2a-js-1.0.1 kept']);
    const others = await keySetOf([edwards]);
    const [other] = entriesOf((await sign(example, { signers: [edwards] })).text);
    const [own] = entriesOf((await sign(example)).text);
    const mixed = { ...card, signatures: [card.signatures[0], other, own] };
    expect(show(await sign(mixed, { ...both, others }))).toEqual([
      'edwards a2a-1.0 kept',
      'ec a2a-1.0 kept',
      'ec a2a-js-1.0.1 kept',
    ]);
    card.signatures.push(...entriesOf((await sign(example)).text));
    expect(show(await sign(card, both))).toEqual(['ec a2a-1.0 kept', 'ec a2a-js-1.0.1 kept']);
  });
});

describe('what cannot be signed for an SDK', () => {
  it('is a card that it refuses, and the error says where', () => {
    const refusal = new FormError('member-type', '/security', '/security is no array');
    const own = {
      form: 'a2a-1.0',
      id: '',
      text: '',
      bytes: new Uint8Array(),
      exact: true,
      hasAliases: false,
    };
    const payloads = { get: () => refusal, list: () => refusal };
    expect(() => toSigningForms(example, { payloads, own, sdks: ['a2a-python'] })).toThrow(refusal);
    expect(toSigningForms(example, { payloads, own }).forms).toEqual([{ form: 'a2a-1.0', payload: own }]);
  });

  it('is an SDK that there is not, and a list that is none', async () => {
    await expect(sign(example, { for: ['a2a-go'] })).rejects.toMatchObject({ code: 'usage' });
    await expect(sign(example, { for: 'a2a-js' as never })).rejects.toThrow(TypeError);
  });

  it('is more than 64 entries', async () => {
    const { text } = await sign(example);
    const card = JSON.parse(text) as { signatures: object[] };
    card.signatures.push(...Array.from({ length: 62 }, () => ({ protected: 'e30', signature: '' })));
    expect((await sign(card, { ...both, unverified: 'keep' })).entries).toHaveLength(64);
    card.signatures.push({ protected: 'e30', signature: '' });
    await expect(sign(card, { ...both, unverified: 'keep' })).rejects.toMatchObject({ code: 'card-invalid' });
  });

  it('is what the signer signs wrong: nothing is returned', async () => {
    let count = 0;
    const liar: Signer = {
      ...ec,
      sign: (algorithm, input) => ec.sign(algorithm, ++count === 2 ? input.subarray(1) : input),
    };
    await expect(sign(example, { ...both, signers: [liar] })).rejects.toMatchObject({
      code: 'signature-wrong',
    });
  });
});

describe('an entry for SDKs that is passed off as ours', () => {
  it.each([[false], [true]])(
    'makes no card trusted that was reduced to it: stripped %j',
    async (isStripped) => {
      const { text } = await sign(example, both);
      const [, entry] = entriesOf(text);
      const payload = Buffer.from(canonicalizeCard(example, { form: 'a2a-js-1.0.1' })).toString();
      const reduced = { ...(JSON.parse(payload) as object), signatures: [entry] };
      expect(reduced).not.toHaveProperty('securityRequirements');
      const options = { stripUnsigned: isStripped };
      const { report, verified } = await verifyWith([ec], JSON.stringify(reduced), options);
      expect(report.verdict).toBe('unmet-policy');
      expect(report.entries).toMatchObject([{ outcome: 'form-not-accepted', form: 'a2a-js-1.0.1' }]);
      expect(verified).toBeUndefined();
    },
  );
});

function later(days: number): Date {
  return new Date(testTime.getTime() + days * day * 1000);
}
