/** Knows what is said of a key beside a card and a published key set: whether they belong together. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { readKeySet, type KeySet } from '../../src/keys/key-set.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import type { JsonObject } from '../../src/json/value.js';
import type { SignCardOptions } from '../../src/signature/signing-keys.js';
import { examineSigner } from '../../src/signature/examine-signer.js';
import { cardText, createTestSigner, keySetOf, signWith, testTime } from '../support/signed-cards.js';

let signer: Signer;
let other: Signer;
let kid: string;
beforeAll(async () => {
  signer = await createTestSigner('ES256');
  other = await createTestSigner('ES256');
  kid = await toThumbprint(signer.publicJwk, nodeCrypto);
});

function toCard(text: string): { value: JsonObject; source: string } {
  return { value: JSON.parse(text) as JsonObject, source: 'card.json' };
}

async function signedCard(signers: readonly Signer[], options: Partial<SignCardOptions> = {}) {
  return toCard(await signWith(signers, cardText(), options));
}

function toKeySet(...keys: readonly object[]): Promise<KeySet> {
  return readKeySet(new TextEncoder().encode(JSON.stringify({ keys })), 'jwks.json', nodeCrypto);
}

const shared = { crypto: nodeCrypto, now: testTime };

async function examineCard(card: { value: JsonObject; source: string }, keySet?: KeySet) {
  const [symptom, ...others] = (await examineSigner(signer, { ...shared, card, keySet })).filter(
    ({ subject }) => subject === 'card',
  );
  expect(others).toEqual([]);
  return symptom;
}

describe('a key alone', () => {
  it('has nothing to be said of it', async () => {
    expect(await examineSigner(signer, shared)).toEqual([]);
  });
});

describe('a key beside a key set', () => {
  it('that has it is told with the kid and the algorithm', async () => {
    expect(await examineSigner(signer, { ...shared, keySet: await keySetOf([other, signer]) })).toEqual([
      { level: 'good', subject: 'key set', text: `jwks.json has it, with the kid ${kid}, for ES256` },
    ]);
    const named = await keySetOf([signer], 'card-2027');
    expect((await examineSigner(signer, { ...shared, keySet: named }))[0]?.text).toBe(
      'jwks.json has it, with the kid card-2027, for ES256',
    );
  });

  it('that has it without a kid is told with its thumbprint', async () => {
    const keySet = await toKeySet(signer.publicJwk);
    expect((await examineSigner(signer, { ...shared, keySet }))[0]?.text).toBe(
      `jwks.json has it, with the kid ${kid}, for ES256`,
    );
  });

  it('that does not have it is told, with what to publish', async () => {
    expect(await examineSigner(signer, { ...shared, keySet: await keySetOf([other]) })).toEqual([
      {
        level: 'bad',
        subject: 'key set',
        text: `jwks.json does not have this key (thumbprint ${kid})`,
        hint: 'publish it before it signs: `cardctl keys jwks`, with your other keys too',
      },
    ]);
  });

  it('in which another key goes by its name is told', async () => {
    const keySet = await toKeySet({ ...other.publicJwk, kid });
    expect(await examineSigner(signer, { ...shared, keySet })).toEqual([
      {
        level: 'bad',
        subject: 'key set',
        text: 'another key in jwks.json has the thumbprint of this one as its kid',
        hint: 'make the key set anew, with `cardctl keys jwks`',
      },
    ]);
  });

  it.each([
    ['use', { use: 'enc' }],
    ['operations', { key_ops: ['sign'] }],
    ['algorithm', { alg: 'ES384' }],
  ])('in which it is not for signatures, by its %s, is told', async (_, members) => {
    const keySet = await toKeySet({ ...signer.publicJwk, kid, ...members });
    const [symptom, ...others] = await examineSigner(signer, { ...shared, keySet });
    expect(others).toEqual([]);
    expect(symptom?.level).toBe('bad');
    expect(symptom?.hint).toContain('`cardctl keys jwks`');
  });

  it('for one of its algorithms only is told with that', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = { ...signer, publicJwk: publicKey.export({ format: 'jwk' }) } as Signer;
    const withMany: Signer = { ...rsa, algorithms: ['RS256', 'PS256'] };
    const keySet = await toKeySet({ ...rsa.publicJwk, kid: 'r', alg: 'PS256' });
    expect((await examineSigner(withMany, { ...shared, keySet }))[0]?.text).toBe(
      'jwks.json has it, with the kid r, for PS256',
    );
  });
});

describe('a key beside a card', () => {
  it('that it signed is told with the entry and the kid', async () => {
    expect(await examineCard(await signedCard([other, signer]))).toEqual({
      level: 'good',
      subject: 'card',
      text: `entry 1 of card.json is by it, with the kid ${kid}`,
    });
  });

  it('that it signed until some time is told with that', async () => {
    const card = await signedCard([signer], { expiresIn: 86_400 });
    expect((await examineCard(card))?.text).toBe(
      `entry 0 of card.json is by it, with the kid ${kid}, until 2027-01-16T12:00:00Z`,
    );
  });

  it.each([
    [-1, 'good', 'until'],
    [0, 'bad', 'and expired at'],
    [1, 'bad', 'and expired at'],
  ])('whose signature ends, %i s from then on, is %s', async (seconds, level, word) => {
    const card = await signedCard([signer], { expiresIn: 60 });
    const now = new Date(testTime.getTime() + (60 + seconds) * 1000);
    const [symptom] = await examineSigner(signer, { ...shared, card, now });
    expect(symptom).toMatchObject({ level, subject: 'card' });
    expect(symptom?.text).toContain(`, ${word} 2027-01-15T12:01:00Z`);
    expect(symptom?.hint).toBe(level === 'bad' ? 'sign the card again' : undefined);
  });

  it('that it signed under another kid is told, with or without a key set that has it', async () => {
    const card = await signedCard([signer], { kid: 'card-2027' });
    const due = {
      level: 'good',
      subject: 'card',
      text: 'entry 0 of card.json is by it, with the kid card-2027',
    };
    expect(await examineCard(card)).toEqual(due);
    expect(await examineCard(card, await keySetOf([signer], 'card-2027'))).toEqual(due);
  });

  it('that was changed since is told, as one that it may not have made', async () => {
    const card = await signedCard([signer]);
    const changed = { ...card, value: { ...card.value, description: 'another' } };
    expect(await examineCard(changed)).toEqual({
      level: 'bad',
      subject: 'card',
      text: 'card.json names it, but the signature is not over this content',
      hint: 'sign the card again, after you know who changed it',
    });
  });

  it('that another key signed under its name is told', async () => {
    expect((await examineCard(await signedCard([other], { kid })))?.level).toBe('bad');
  });

  it.each([
    ['no signatures', cardText()],
    ['signatures that are none', '{"signatures":[]}'],
    ['signatures that are no list', '{"signatures":{}}'],
  ])('that has %s is to be signed', async (_, text) => {
    expect(await examineCard(toCard(text))).toEqual({
      level: 'doubtful',
      subject: 'card',
      text: 'card.json has no signatures',
      hint: 'sign it',
    });
  });

  it.each([
    ['the signature of another', () => signedCard([other])],
    [
      'a signature that cannot be read',
      () => Promise.resolve(toCard('{"signatures":[1,{"protected":"x"}]}')),
    ],
  ])('that has %s is to be signed', async (_, toValue) => {
    expect(await examineCard(await toValue())).toEqual({
      level: 'doubtful',
      subject: 'card',
      text: 'card.json has no signature by it',
      hint: 'sign the card with it',
    });
  });
});

describe('a key that signs no large input', () => {
  const limited = (): Signer => ({ ...signer, largestInput: 4_096 });

  /** What is said of the size of a card with a description of so many characters. */
  async function sizeOf(characters: number) {
    const value = { ...(JSON.parse(cardText()) as JsonObject), description: 'x'.repeat(characters) };
    const symptoms = await examineSigner(limited(), { ...shared, card: { value, source: 'card.json' } });
    const symptom = symptoms.find(({ subject }) => subject === 'size');
    return { ...symptom, bytes: Number(/ is (\d+) bytes without a jku; /.exec(symptom?.text ?? '')?.[1]) };
  }

  it('is told to be too small for a card, at the first byte that is too many', async () => {
    const small = await sizeOf(10);
    expect(small).toMatchObject({
      level: 'good',
      text: `the signing input of card.json is ${small.bytes} bytes without a jku; the key signs 4096 at most`,
    });
    // In base64url, four characters are three bytes.
    const room = Math.floor(((4_096 - small.bytes) * 3) / 4);
    const fitting = await sizeOf(10 + room);
    expect(fitting.level).toBe('good');
    expect(fitting.bytes).toBeGreaterThan(4_092);
    expect(await sizeOf(10 + room + 3)).toMatchObject({
      level: 'bad',
      hint: 'make the card smaller, or sign with an EC or RSA key',
    });
  });

  it('is held against what the card is signed with: times are in its header', async () => {
    const { bytes } = await sizeOf(10);
    const value = { ...(JSON.parse(cardText()) as JsonObject), description: 'x'.repeat(10) };
    let length = 0;
    const spy: Signer = {
      ...signer,
      sign: (name, input) => {
        length = input.length;
        return signer.sign(name, input);
      },
    };
    await signWith([spy], JSON.stringify(value), { expiresIn: 60 });
    expect(bytes).toBe(length);
  });

  it('is held against the kid and the jku of its own entry, whatever others are there', async () => {
    const jku = 'https://agent.example/.well-known/jwks.json';
    let length = 0;
    const spy: Signer = {
      ...signer,
      sign: (name, input) => {
        length = input.length;
        return signer.sign(name, input);
      },
    };
    const options = { kid: 'card-2027', jku, expiresIn: 60, others: await keySetOf([other]) };
    const card = toCard(await signWith([spy], await signWith([other], cardText()), options));
    const published = { ...shared, card, keySet: await keySetOf([signer], 'card-2027') };
    const symptoms = await examineSigner(limited(), published);
    expect(symptoms.find(({ subject }) => subject === 'size')?.text).toBe(
      `the signing input of card.json is ${length} bytes with its jku; the key signs 4096 at most`,
    );
  });

  it('has nothing said of its size where the card has no canonical form', async () => {
    const value = { description: '\ud800' };
    const symptoms = await examineSigner(limited(), { ...shared, card: { value, source: 'card.json' } });
    expect(symptoms.map(({ subject }) => subject)).toEqual(['card']);
  });

  it('has nothing said of its size where it has no limit', async () => {
    const symptoms = await examineSigner(signer, { ...shared, card: toCard(cardText()) });
    expect(symptoms.map(({ subject }) => subject)).toEqual(['card']);
  });
});
