/** Knows what becomes of the entries of a card that is signed again, at times and by signers of the test's choice. */
import { describe, expect, it } from 'vitest';
import {
  canonicalizeCard,
  nodeCrypto,
  signCard,
  verifyCard,
  type SignCardOptions,
  type Signer,
} from '../../src/index.js';
import type { JsonObject } from '../../src/json/value.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { makeEntry } from '../support/forged-entries.js';
import {
  createCard,
  ed25519,
  ed25519Kid,
  p256,
  p256Kid,
  parseSigned,
  readHeader,
  sign,
  toPublic,
  toSigner,
  createJwk,
} from './samples.js';

const day = 86_400;
const signedAt = new Date('2026-01-01T00:00:00Z');
const url = 'https://agent.example/jwks.json';

describe('an entry of the same key, when a card is signed again', () => {
  it('stays as it is, and with it every byte of the card', async () => {
    const first = await sign(createCard(), [p256]);
    const again = await signAgain(first, [p256], { now: after(1000 * day) });
    expect(again.text).toBe(first);
    expect(again.entries).toEqual([
      { index: 0, kid: p256Kid, alg: 'ES256', form: 'a2a-1.0', action: 'kept' },
    ]);
  });

  it('stays while more than a third of its lifetime remains, and is replaced then', async () => {
    const first = await sign(createCard(), [p256], { expiresIn: 90 * day });
    const early = await signAgain(first, [p256], { now: after(60 * day - 1), expiresIn: 90 * day });
    expect(early.text).toBe(first);
    const late = await signAgain(first, [p256], { now: after(60 * day), expiresIn: 90 * day });
    expect(late.entries).toMatchObject([
      { index: 0, kid: p256Kid, alg: 'ES256', form: 'a2a-1.0', action: 'signed' },
    ]);
    expect(late.removedEntries).toBe(1);
    const [entry, ...more] = parseSigned(late.text).signatures;
    expect(more).toEqual([]);
    expect(readHeader(entry)).toMatchObject({ iat: 1767225600 + 60 * day, exp: 1767225600 + 150 * day });
  });

  it.each<[string, Partial<SignCardOptions>, Partial<SignCardOptions>]>([
    ['the kid', {}, { kid: 'agent-2026' }],
    ['jku', {}, { jku: url }],
    ['no jku any more', { jku: url }, {}],
    ['an expiry', {}, { expiresIn: day }],
    ['no expiry any more', { expiresIn: day }, {}],
    ['another lifetime', { expiresIn: day }, { expiresIn: 2 * day }],
    ['iat', {}, { issuedAt: true }],
  ])('is replaced where a new one would say something else: %s', async (_, before, options) => {
    const first = await sign(createCard(), [p256], before);
    const again = await signAgain(first, [p256], options);
    expect(again.entries.map(({ action }) => action)).toEqual(['signed']);
    expect(parseSigned(again.text).signatures).toHaveLength(1);
  });

  it('is replaced where it names no form, so that the marker is not lost', async () => {
    const first = parseSigned(await sign(createCard(), [p256]));
    const unmarked = { ...first, signatures: [await signUnmarked(first)] };
    const again = await signAgain(JSON.stringify(unmarked), [p256]);
    expect(again.entries).toMatchObject([{ kid: p256Kid, action: 'signed' }]);
    expect(again.removedEntries).toBe(1);
    const [entry] = parseSigned(again.text).signatures;
    expect(readHeader(entry)).toMatchObject({ a2a_form: 'a2a-1.0' });
  });

  it('is replaced where the algorithm is another', async () => {
    const first = await sign(createCard(), [ed25519], { algorithm: 'EdDSA' });
    const again = await signAgain(first, [ed25519], { algorithm: 'Ed25519' });
    expect(again.entries).toEqual([
      { index: 0, kid: ed25519Kid, alg: 'Ed25519', form: 'a2a-1.0', action: 'signed' },
    ]);
  });

  it('is replaced after a change of the card, so that no stale entry ships', async () => {
    const first = parseSigned(await sign(createCard(), [p256, ed25519]));
    const changed = JSON.stringify({ ...first, version: '2.0.0' });
    const again = await signAgain(changed, [p256, ed25519]);
    expect(again.removedEntries).toBe(2);
    expect(again.entries.map(({ kid, action }) => [kid, action])).toEqual([
      [p256Kid, 'signed'],
      [ed25519Kid, 'signed'],
    ]);
    const { report } = await verifyCard(Buffer.from(again.text), await verifyOptions());
    expect(report.verdict).toBe('trusted');
    expect(report.entries.map(({ outcome }) => outcome)).toEqual(['verified', 'verified']);
  });

  it('is replaced where its signature is damaged, and kept once where it stands twice', async () => {
    const first = parseSigned(await sign(createCard(), [ed25519]));
    const [entry] = first.signatures;
    const damaged = { ...entry, signature: `AAAA${entry?.signature.slice(4) ?? ''}` };
    const mended = await signAgain(JSON.stringify({ ...first, signatures: [damaged] }), [ed25519]);
    expect(parseSigned(mended.text).signatures).toEqual([entry]);
    const twice = await signAgain(JSON.stringify({ ...first, signatures: [entry, damaged, entry] }), [
      ed25519,
    ]);
    expect(parseSigned(twice.text).signatures).toEqual([entry]);
    expect(twice.removedEntries).toBe(2);
  });

  it('loses an unprotected header, which nobody signed', async () => {
    const first = parseSigned(await sign(createCard(), [ed25519]));
    const dressed = first.signatures.map((entry) => ({ ...entry, header: { note: 'x' } }));
    const again = await signAgain(JSON.stringify({ ...first, signatures: dressed }), [ed25519]);
    expect(parseSigned(again.text).signatures).toEqual(first.signatures);
    expect(again.uncovered).toEqual(['/signatures/0/header']);
  });
});

describe('an entry of another key, when a card is signed again', () => {
  it('stands in the way where its key is not at hand', async () => {
    const first = await sign(createCard(), [p256]);
    await expect(signAgain(first, [ed25519])).rejects.toMatchObject({
      code: 'entry-unverified',
      kind: 'unmet',
      message: `signature 0 of the card cannot be kept: its key "${p256Kid}" is not at hand`,
    });
  });

  it('stays before the new one where it verifies', async () => {
    const first = await sign(createCard(), [p256]);
    const again = await signAgain(first, [ed25519], { others: await readSet(p256) });
    expect(again.entries.map(({ kid, action }) => [kid, action])).toEqual([
      [p256Kid, 'kept'],
      [ed25519Kid, 'signed'],
    ]);
    expect(parseSigned(again.text).signatures[0]).toEqual(parseSigned(first).signatures[0]);
    expect(again.uncovered).toEqual([]);
  });

  it('loses what no signature covers, and each of it is named', async () => {
    const { signatures, ...card } = parseSigned(await sign(createCard(), [ed25519, p256]));
    const dressed = signatures.map((entry, index) => ({
      'a/b': 1,
      ...entry,
      ...(index === 1 ? { header: {} } : {}),
    }));
    const text = JSON.stringify({ ...card, signatures: dressed });
    const again = await signAgain(text, [ed25519], { others: await readSet(p256), unknown: 'keep' });
    expect(parseSigned(again.text).signatures).toEqual(signatures);
    expect(again.uncovered).toEqual(['/signatures/0/a~1b', '/signatures/1/a~1b', '/signatures/1/header']);
  });

  it.each([
    ['has another key', createCard(), ed25519, 'no trusted key has the kid'],
    ['was made before a change of the card', createCard({ version: '2.0.0' }), p256, 'does not match'],
  ])('stands in the way where it %s', async (_, card, other, reason) => {
    const { signatures } = parseSigned(await sign(createCard(), [p256]));
    const options = { others: await readSet(other) };
    const text = JSON.stringify({ ...card, signatures });
    await expect(signAgain(text, [ed25519], options)).rejects.toMatchObject({
      code: 'entry-unverified',
      message: expect.stringContaining(reason) as string,
    });
  });

  it('stands in the way where it has expired', async () => {
    const first = await sign(createCard(), [p256], { expiresIn: day });
    const options = { others: await readSet(p256), now: after(day) };
    await expect(signAgain(first, [ed25519], options)).rejects.toMatchObject({
      message: 'signature 0 of the card cannot be kept: it has expired',
    });
  });

  it('stays as it is, and is called unverified, where the caller wants that', async () => {
    const { signatures } = parseSigned(await sign(createCard(), [p256]));
    const entries = [{ ...signatures[0], header: { note: 'x' } }, { protected: 7 }];
    const text = JSON.stringify(createCard({ signatures: entries }));
    const again = await signAgain(text, [ed25519], { unverified: 'keep' });
    expect(parseSigned(again.text).signatures.slice(0, 2)).toEqual(entries);
    expect(again.entries).toStrictEqual([
      { index: 0, kid: p256Kid, alg: 'ES256', form: 'a2a-1.0', action: 'kept-unverified' },
      { index: 1, action: 'kept-unverified' },
      { index: 2, kid: ed25519Kid, alg: 'EdDSA', form: 'a2a-1.0', action: 'signed' },
    ]);
    expect(again.uncovered).toEqual([]);
  });

  it('goes where the caller wants that', async () => {
    const first = await sign(createCard(), [p256]);
    const again = await signAgain(first, [ed25519], { unverified: 'drop-others' });
    expect(again.entries).toEqual([
      { index: 0, kid: ed25519Kid, alg: 'EdDSA', form: 'a2a-1.0', action: 'signed' },
    ]);
    expect(again.removedEntries).toBe(1);
  });
});

describe('a signer whose signature is wrong', () => {
  const wrongs: [string, (right: Uint8Array) => Uint8Array | Promise<Uint8Array>][] = [
    ['a changed signature', (right) => right.map((byte, index) => (index === 40 ? byte ^ 1 : byte))],
    ['one that is too short', (right) => right.slice(0, 63)],
    ['one that is too long', (right) => Buffer.concat([right, new Uint8Array(1)])],
    ['an empty one', () => new Uint8Array()],
    ['one of zeroes', () => new Uint8Array(64)],
    ['one in DER', () => Buffer.concat([Buffer.from([0x30, 68, 2, 32]), Buffer.alloc(66, 1)])],
    ['one by another key', async () => (await toSigner(otherP256)).sign('ES256', new Uint8Array(8))],
  ];

  it.each(wrongs)('is refused, and nothing is returned: %s', async (_, spoil) => {
    const right = await toSigner(p256);
    const wrong: Signer = { ...right, sign: async (...args) => spoil(await right.sign(...args)) };
    const promise = signCard(Buffer.from(JSON.stringify(createCard())), toOptions([wrong]));
    await expect(promise).rejects.toMatchObject({
      code: 'signature-wrong',
      kind: 'provider',
      message: expect.stringContaining('env:KEY') as string,
      hint: expect.stringContaining('nothing was written') as string,
    });
  });

  it('spoils the signatures of the others too: all or nothing', async () => {
    const wrong: Signer = { ...(await toSigner(p256)), sign: () => Promise.resolve(new Uint8Array(64)) };
    const options = toOptions([await toSigner(ed25519), wrong]);
    await expect(signCard(Buffer.from(JSON.stringify(createCard())), options)).rejects.toMatchObject({
      code: 'signature-wrong',
    });
  });

  it('passes its own error on where it throws', async () => {
    const failing: Signer = {
      ...(await toSigner(p256)),
      sign: () => Promise.reject(new Error('the device is locked')),
    };
    const promise = signCard(Buffer.from(JSON.stringify(createCard())), toOptions([failing]));
    await expect(promise).rejects.toThrow('the device is locked');
  });
});

const otherP256 = createJwk('p256');

function after(seconds: number): Date {
  return new Date(signedAt.getTime() + seconds * 1000);
}

function toOptions(signers: readonly Signer[]): SignCardOptions {
  return { signers, crypto: nodeCrypto, now: signedAt };
}

async function signAgain(text: string, jwks: readonly object[], options: Partial<SignCardOptions> = {}) {
  const signers = await Promise.all(jwks.map(toSigner));
  return signCard(Buffer.from(text), { ...toOptions(signers), ...options });
}

async function readSet(jwk: typeof p256 | typeof ed25519) {
  const kid = jwk.kty === 'EC' ? p256Kid : ed25519Kid;
  return readKeySet(Buffer.from(JSON.stringify({ keys: [{ ...toPublic(jwk), kid }] })), 'set', nodeCrypto);
}

async function verifyOptions() {
  const keys = [toPublic(p256), toPublic(ed25519)];
  const keySet = await readKeySet(Buffer.from(JSON.stringify({ keys })), 'set', nodeCrypto);
  return { keySet, now: signedAt, crypto: nodeCrypto };
}

/** An entry by the P-256 key over the card, as signers write it that know no marker. */
async function signUnmarked(card: object) {
  const payload = canonicalizeCard(card as JsonObject);
  return makeEntry(await toSigner(p256), payload, { alg: 'ES256', kid: p256Kid, typ: 'JOSE' });
}
