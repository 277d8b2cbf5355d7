/** Knows which key and which payload an entry is held against, and what is said where none of them matches. */
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import { normalizeCard } from '../../src/card/presence.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { matchEntry, type MatchContext } from '../../src/signature/match-entry.js';
import { createPayloads } from '../../src/signature/payloads.js';
import { makeEntry, parseEntry } from '../support/forged-entries.js';
import { cardText, createTestSigner } from '../support/signed-cards.js';

/** The default that it has is in its `jcs` form and not in the other, so that the two differ. */
const card: JsonObject = { ...toCard(cardText()), documentationUrl: '' };
const specification = canonicalizeCard(card);
const jcs = canonicalizeCard(card, { form: 'jcs' });
const header = { alg: 'ES256', kid: 'k' };

let signer: Signer;
let stranger: Signer;
beforeAll(async () => {
  signer = await createTestSigner('ES256');
  stranger = await createTestSigner('ES256');
});

function toCard(text: string): JsonObject {
  return readJson(new TextEncoder().encode(text)).value as JsonObject;
}

type Setting = {
  readonly keys?: readonly object[];
  readonly forms?: readonly string[];
  readonly of?: JsonObject;
  readonly crypto?: MatchContext['crypto'];
};

/** How the entry turns out against the keys; against the signer's, named k, unless told. */
async function match(made: { payload?: Uint8Array; header?: object; by?: Signer }, setting: Setting = {}) {
  const entry = await makeEntry(made.by ?? signer, made.payload ?? specification, made.header ?? header);
  const { keys = [toKey(signer)], forms = ['a2a-1.0', 'jcs'], of = card, crypto = nodeCrypto } = setting;
  const set = new TextEncoder().encode(JSON.stringify({ keys }));
  return matchEntry(parseEntry(entry), {
    keySet: await readKeySet(set, 'jwks.json', nodeCrypto),
    payloads: createPayloads(of),
    acceptedForms: forms,
    crypto,
  });
}

function toKey({ publicJwk }: Signer, more: object = { kid: 'k' }): object {
  return { ...publicJwk, ...more };
}

describe('an entry', () => {
  it('matches the key of its kid', async () => {
    const result = await match({}, { keys: [toKey(stranger, { kid: 'other' }), toKey(signer)] });
    expect(result).toMatchObject({ key: { kid: 'k', jwk: signer.publicJwk }, payload: { form: 'a2a-1.0' } });
  });

  it('matches by its thumbprint a key without a kid, and none that has another', async () => {
    const kid = await toThumbprint(signer.publicJwk, nodeCrypto);
    const made = { header: { ...header, kid } };
    expect(await match(made, { keys: [toKey(signer, {})] })).toMatchObject({ key: { thumbprint: kid } });
    expect(await match(made, { keys: [toKey(signer, { kid: 'k' })] })).toEqual({
      outcome: 'kid-unknown',
      message: `no trusted key has the kid "${kid}"`,
    });
  });

  it('matches the one of several keys with its kid that made it, wherever that stands', async () => {
    for (const keys of [
      [toKey(stranger), toKey(signer)],
      [toKey(signer), toKey(stranger)],
    ]) {
      expect(await match({}, { keys })).toMatchObject({ key: { jwk: signer.publicJwk } });
    }
  });

  it('is tried with four keys of its kid and not with five', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => createTestSigner('ES256')));
    const strangers = others.map((one) => toKey(one));
    expect(await match({}, { keys: [...strangers.slice(1), toKey(signer)] })).toHaveProperty('key');
    expect(await match({}, { keys: [...strangers, toKey(signer)] })).toEqual({
      outcome: 'key-ambiguous',
      message: '5 keys have the kid "k"; at most 4 are tried',
    });
  });
});

describe('an entry without a match', () => {
  it('names the key that had to be skipped', async () => {
    expect(await match({}, { keys: [{ kty: 'EC', crv: 'P-192', kid: 'k' }] })).toEqual({
      outcome: 'key-unusable',
      message: 'key "k" has the unsupported curve "P-192"',
    });
  });

  it.each([
    ['the algorithm', { kid: 'k', alg: 'ES384' }, 'is EC P-256 ES384, which does not go with alg ES256'],
    ['the use', { kid: 'k', use: 'enc' }, 'exists, but has use "enc", not "sig"'],
    [
      'the operations',
      { kid: 'k', key_ops: ['sign'] },
      'exists, but its key_ops [sign] do not include "verify"',
    ],
  ])('says that its key is not for it: %s', async (_, limits, reason) => {
    expect(await match({}, { keys: [toKey(signer, limits)] })).toEqual({
      outcome: 'key-mismatch',
      message: `key k ${reason}`,
    });
  });

  it('tells of the key that could have made it rather than of one that could not', async () => {
    const unfit = toKey(signer, { kid: 'k', use: 'enc' });
    for (const keys of [
      [unfit, toKey(stranger)],
      [toKey(stranger), unfit],
    ]) {
      expect(await match({}, { keys })).toMatchObject({ outcome: 'signature-mismatch' });
    }
  });

  it('tells of it also beside one that the library does not take', async () => {
    const offCurve = { ...toKey(signer), x: stranger.publicJwk.x };
    for (const keys of [
      [offCurve, toKey(stranger)],
      [toKey(stranger), offCurve],
    ]) {
      expect(await match({}, { keys })).toMatchObject({ outcome: 'signature-mismatch' });
    }
    expect(await match({}, { keys: [offCurve] })).toMatchObject({ outcome: 'key-unusable' });
  });

  it('says so where the library does not take the key', async () => {
    const crypto = {
      ...nodeCrypto,
      importKey: () => {
        throw new Error('off the curve');
      },
    };
    expect(await match({}, { crypto })).toEqual({
      outcome: 'key-unusable',
      message: 'key k is not a usable ES256 key',
    });
  });

  it('names the forms that it was held against', async () => {
    const payload = new TextEncoder().encode('{}');
    expect(await match({ payload })).toEqual({
      outcome: 'signature-mismatch',
      message: 'the signature by key "k" does not match (a2a-1.0 or jcs)',
    });
  });
});

describe('the form of an entry', () => {
  const marked = (form: string) => ({ ...header, a2a_form: form });

  it('is any accepted one where it is not marked', async () => {
    expect(await match({ payload: jcs })).toMatchObject({ payload: { form: 'jcs' } });
    expect(await match({ payload: jcs }, { forms: ['a2a-1.0'] })).toEqual({
      outcome: 'signature-mismatch',
      message: 'the signature by key "k" does not match (a2a-1.0)',
    });
  });

  it('is the marked one and no other, be it accepted or not', async () => {
    expect(await match({ payload: jcs, header: marked('jcs') }, { forms: ['a2a-1.0'] })).toMatchObject({
      payload: { form: 'jcs' },
    });
    expect(await match({ payload: jcs, header: marked('a2a-1.0') })).toEqual({
      outcome: 'signature-mismatch',
      message: 'the signature by key "k" does not match (a2a-1.0)',
    });
  });

  it('is named where it is not known', async () => {
    expect(await match({ header: marked('a2a-9.9') })).toEqual({
      outcome: 'form-unknown',
      message: 'canonical form "a2a-9.9" is not known',
    });
  });

  it('is tried once where two forms have one payload', async () => {
    const plain = normalizeCard(card, { aliases: false }).card;
    const tried: string[] = [];
    const crypto = {
      ...nodeCrypto,
      verify: ({ message }: { message: Uint8Array }) => {
        tried.push(Buffer.from(message).toString());
        return false;
      },
    };
    expect(await match({}, { of: plain, crypto })).toMatchObject({
      message: 'the signature by key "k" does not match (a2a-1.0)',
    });
    expect(tried).toHaveLength(1);
  });

  it('has no text for some cards, and another one then serves', async () => {
    const twice = {
      ...card,
      securitySchemes: { s: { mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    };
    expect(await match({ header: marked('a2a-1.0') }, { of: twice })).toMatchObject({
      outcome: 'form-inapplicable',
    });
    expect(await match({ header: marked('a2a-1.0') }, { of: twice, forms: ['jcs'] })).toMatchObject({
      outcome: 'form-inapplicable',
    });
    // Where the key could not have signed anyway, nothing is said of the card.
    expect(
      await match({ header: marked('a2a-1.0') }, { of: twice, keys: [{ ...toKey(signer), use: 'enc' }] }),
    ).toMatchObject({
      outcome: 'key-mismatch',
    });
    expect(await match({}, { of: twice })).toEqual({
      outcome: 'signature-mismatch',
      message: 'the signature by key "k" does not match (jcs)',
    });
  });
});
