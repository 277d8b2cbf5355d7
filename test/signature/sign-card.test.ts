/** Knows the card that signing gives: its text, the order of its entries, the dates in them, and what is told of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import type { JsonObject } from '../../src/json/value.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { signCard } from '../../src/signature/sign-card.js';
import type { SignCardOptions } from '../../src/signature/signing-keys.js';
import {
  cardText,
  createTestSigner,
  keySetOf,
  signWith,
  testTime,
  verifyWith,
} from '../support/signed-cards.js';

const day = 86_400;
const seconds = testTime.getTime() / 1000;

let edwards: Signer;
let ec: Signer;
let edwardsKid: string;
let ecKid: string;
beforeAll(async () => {
  edwards = await createTestSigner('EdDSA');
  ec = await createTestSigner('ES256');
  edwardsKid = await toThumbprint(edwards.publicJwk, nodeCrypto);
  ecKid = await toThumbprint(ec.publicJwk, nodeCrypto);
});

type Signatures = { signatures: { protected: string; signature: string }[] };

function sign(signers: readonly Signer[], text = cardText(), options: Partial<SignCardOptions> = {}) {
  const bytes = new TextEncoder().encode(text);
  return signCard(bytes, { signers, crypto: nodeCrypto, now: testTime, ...options });
}

function headersOf(text: string): object[] {
  const { signatures } = JSON.parse(text) as Signatures;
  return signatures.map(
    (entry) => JSON.parse(Buffer.from(entry.protected, 'base64url').toString()) as object,
  );
}

describe('a signed card', () => {
  it('has one payload under both forms, and is trusted', async () => {
    const { text, payload } = await sign([edwards, ec]);
    const card = JSON.parse(text) as JsonObject;
    for (const form of ['a2a-1.0', 'jcs']) {
      expect(Buffer.from(canonicalizeCard(card, { form })).equals(payload)).toBe(true);
    }
    const { report } = await verifyWith([edwards, ec], text, { policy: { threshold: 2 } });
    expect(report.verdict).toBe('trusted');
  });

  it('names algorithm, kid and form in each header, and no more', async () => {
    const { text, entries, removedEntries, uncovered } = await sign([edwards, ec]);
    expect(headersOf(text)).toEqual([
      { alg: 'EdDSA', kid: edwardsKid, typ: 'JOSE', a2a_form: 'a2a-1.0' },
      { alg: 'ES256', kid: ecKid, typ: 'JOSE', a2a_form: 'a2a-1.0' },
    ]);
    expect(entries).toStrictEqual([
      { index: 0, kid: edwardsKid, alg: 'EdDSA', form: 'a2a-1.0', action: 'signed' },
      { index: 1, kid: ecKid, alg: 'ES256', form: 'a2a-1.0', action: 'signed' },
    ]);
    expect({ removedEntries, uncovered }).toEqual({ removedEntries: 0, uncovered: [] });
  });

  it('has whole seconds in iat and exp, counted from the time that is given', async () => {
    const now = new Date(testTime.getTime() + 999);
    const { text, entries } = await sign([edwards], cardText(), { now, expiresIn: day });
    expect(headersOf(text)).toMatchObject([{ iat: seconds, exp: seconds + day }]);
    expect(entries).toMatchObject([{ expiresAt: '2027-01-16T12:00:00Z' }]);
    const { text: withIat } = await sign([edwards], cardText(), { issuedAt: true });
    expect(headersOf(withIat)[0]).toHaveProperty('iat', seconds);
    expect(headersOf(withIat)[0]).not.toHaveProperty('exp');
    const { text: withoutIat } = await sign([edwards], cardText(), { issuedAt: false, expiresIn: day });
    expect(headersOf(withoutIat)[0]).not.toHaveProperty('iat');
  });

  it('is indented, and ends with a newline', async () => {
    const { text } = await sign([edwards]);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });
});

describe('a card that is signed again', () => {
  it('has the new entry where the old one stood, and one of another key at the end', async () => {
    const before = await signWith([edwards, ec], cardText(), { expiresIn: day });
    const third = await createTestSigner('RS256');
    const again = await sign([third, edwards], before, { others: await keySetOf([ec]) });
    expect(again.entries).toMatchObject([
      { index: 0, kid: edwardsKid, action: 'signed', replacedExpiry: '2027-01-16T12:00:00Z' },
      { index: 1, kid: ecKid, action: 'kept', expiresAt: '2027-01-16T12:00:00Z' },
      { index: 2, alg: third.algorithms[0], action: 'signed' },
    ]);
    expect(headersOf(again.text)).toMatchObject([{ kid: edwardsKid }, { kid: ecKid }, {}]);
    expect(again.removedEntries).toBe(1);
    expect(again.entries[0]).not.toHaveProperty('replacedKid');
    expect(again.entries[2]).not.toHaveProperty('replacedExpiry');
  });

  it('tells the kid of the entry whose place another takes', async () => {
    const before = await signWith([edwards], cardText(), { kid: 'earlier' });
    const { entries } = await sign([edwards], before);
    expect(entries).toStrictEqual([
      { index: 0, kid: edwardsKid, alg: 'EdDSA', form: 'a2a-1.0', action: 'signed', replacedKid: 'earlier' },
    ]);
  });

  it('asks no signer whose entry still holds', async () => {
    const before = await signWith([edwards], cardText());
    const idle: Signer = { ...edwards, sign: () => Promise.reject(new Error('asked')) };
    expect((await sign([idle], before)).text).toBe(before);
  });

  it('never has more entries than verifiers take', async () => {
    const card = JSON.parse(cardText()) as object;
    const entry = { protected: 'e30', signature: 'AA' };
    const full = (count: number) => JSON.stringify({ ...card, signatures: Array(count).fill(entry) });
    await expect(sign([edwards], full(64), { unverified: 'keep' })).rejects.toMatchObject({
      code: 'card-invalid',
      message: 'the card has 65 signatures; verifiers take 64',
      hint: 'remove those that are of no use any more; --drop-others removes those of other keys',
    });
    await expect(sign([edwards], full(65), { unverified: 'drop-others' })).rejects.toMatchObject({
      hint: expect.stringContaining('not even for --drop-others') as unknown,
    });
    expect((await sign([edwards], full(63), { unverified: 'keep' })).entries).toHaveLength(64);
  });
});

describe('nothing is signed', () => {
  it('that verifiers would refuse for its size', async () => {
    const params = { numbers: Array(60_000).fill(1e20) };
    const card = JSON.parse(cardText()) as { capabilities: object };
    const extensions = [{ uri: 'urn:example:x', params }];
    const text = JSON.stringify({ ...card, capabilities: { ...card.capabilities, extensions } }).replaceAll(
      '100000000000000000000',
      '1e20',
    );
    await expect(sign([edwards], text)).rejects.toMatchObject({
      code: 'input-too-large',
      message: expect.stringMatching(
        /^the signed card would be \d+ bytes; verifiers take 1048576$/,
      ) as string,
    });
    expect((await sign([edwards], text, { maxBytes: 4_000_000 })).text.length).toBeGreaterThan(1_048_576);
  });

  it.each<[string, Partial<SignCardOptions>, string]>([
    ['no signer', { signers: [] }, 'signers is empty'],
    ['no time', { now: new Date(Number.NaN) }, 'now is not a valid Date'],
    ['a lifetime of half a second', { expiresIn: 0.5 }, 'expiresIn is 0.5'],
    ['an action of its own', { unverified: 'ask' as 'keep' }, 'unverified is ask'],
    ['a key set of no URL', { jku: 'jwks.json' }, 'jku is not the https URL of a key set'],
  ])('where a caller without types gives %s', async (_, options, message) => {
    await expect(sign([edwards], cardText(), options)).rejects.toThrow(TypeError);
    await expect(sign([edwards], cardText(), options)).rejects.toThrow(message);
  });

  it('where one of the signers fails', async () => {
    const failing: Signer = { ...ec, sign: () => Promise.reject(new Error('the device is locked')) };
    await expect(sign([edwards, failing])).rejects.toThrow('the device is locked');
  });

  it('that does not verify with the public key of its signer', async () => {
    const stranger = await createTestSigner('ES256');
    const mixed: Signer = { ...ec, publicJwk: stranger.publicJwk };
    await expect(sign([mixed])).rejects.toMatchObject({
      code: 'signature-wrong',
      message: 'the signature that env:KEY made is wrong: it does not verify with the public key of env:KEY',
    });
  });
});
