/** Knows what is said of a card beside a published key set, with and without one of its keys: what `verify` would find. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { readKeySet, type KeySet } from '../../src/keys/key-set.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import type { Symptom } from '../../src/keys/symptom.js';
import type { JsonObject } from '../../src/json/value.js';
import { examineEntries, examineSigner } from '../../src/signature/examine-signer.js';
import { verifyCard } from '../../src/index.js';
import { cardText, createTestSigner, keySetOf, signWith, testTime } from '../support/signed-cards.js';

let signer: Signer;
let other: Signer;
let kid: string;
let otherKid: string;
beforeAll(async () => {
  signer = await createTestSigner('ES256');
  other = await createTestSigner('ES256');
  kid = await toThumbprint(signer.publicJwk, nodeCrypto);
  otherKid = await toThumbprint(other.publicJwk, nodeCrypto);
});

const shared = { crypto: nodeCrypto, now: testTime };

function toKeySet(...keys: readonly object[]): Promise<KeySet> {
  return readKeySet(new TextEncoder().encode(JSON.stringify({ keys })), 'jwks.json', nodeCrypto);
}

function toCard(text: string): { value: JsonObject; source: string } {
  return { value: JSON.parse(text) as JsonObject, source: 'card.json' };
}

/** What is said of the card without a key. */
function examineText(text: string, keySet: KeySet): Promise<Symptom[]> {
  return examineEntries(toCard(text), { ...shared, keySet });
}

/** What `verify` would say. */
async function verdictOf(text: string, keySet: KeySet): Promise<string> {
  const { report } = await verifyCard(new TextEncoder().encode(text), { ...shared, keySet });
  return report.verdict;
}

/** What is said of it beside the key that signed it. */
async function examineOwn(text: string, keySet: KeySet): Promise<Symptom | undefined> {
  const symptoms = await examineSigner(signer, { ...shared, card: toCard(text), keySet });
  return symptoms.find(({ subject }) => subject === 'card');
}

/** The card with the entries of both texts. */
function joinEntries(first: string, second: string): string {
  const [one, two] = [first, second].map((text) => JSON.parse(text) as { signatures: object[] });
  return JSON.stringify({ ...one, signatures: [...(one?.signatures ?? []), ...(two?.signatures ?? [])] });
}

const again = 'sign the card again, with a key that is published';

describe('a card beside a key set', () => {
  it('is told of, entry by entry', async () => {
    const text = await signWith([signer, other], cardText());
    expect(await examineText(text, await keySetOf([signer]))).toEqual([
      {
        level: 'good',
        subject: 'card',
        text: `entry 0 of card.json verifies by jwks.json, with the kid ${kid}`,
      },
      {
        level: 'bad',
        subject: 'card',
        text: expect.stringMatching(/^entry 1 of card\.json does not verify: /) as string,
        hint: again,
      },
    ]);
  });

  it('is told of with the end of its time', async () => {
    const text = await signWith([signer], cardText(), { expiresIn: 86_400 });
    expect((await examineText(text, await keySetOf([signer])))[0]?.text).toBe(
      `entry 0 of card.json verifies by jwks.json, with the kid ${kid}, until 2027-01-16T12:00:00Z`,
    );
  });

  it('with an entry that cannot be used is told', async () => {
    const [symptom] = await examineText('{"signatures":[{}]}', await keySetOf([signer]));
    expect(symptom).toMatchObject({ level: 'bad', subject: 'card', hint: again });
    expect(symptom?.text).toMatch(/^entry 0 of card\.json does not verify: /);
  });

  it.each(['{}', '{"signatures":[]}', '{"signatures":"x"}'])(
    'without signatures is told: %s',
    async (text) => {
      const keySet = await keySetOf([signer]);
      const due = {
        level: 'doubtful',
        subject: 'card',
        text: 'card.json has no signatures',
        hint: 'sign it',
      };
      expect(await examineText(text, keySet)).toEqual([due]);
      expect(await examineOwn(text, keySet)).toEqual(due);
    },
  );
});

type Row = readonly [
  title: string,
  toText: () => Promise<string>,
  toSet: () => Promise<KeySet>,
  words: RegExp,
];

const signed = () => signWith([signer], cardText());

const untrusted: readonly Row[] = [
  [
    'whose key is published under another name',
    signed,
    () => toKeySet({ ...signer.publicJwk, kid: 'card-2027' }),
    /./,
  ],
  [
    'whose kid five keys have',
    () => signWith([signer], cardText(), { kid: 'card' }),
    async () => {
      const keys = await Promise.all([1, 2, 3, 4].map(() => createTestSigner('ES256')));
      return toKeySet(...[...keys, signer].map(({ publicJwk }) => ({ ...publicJwk, kid: 'card' })));
    },
    /./,
  ],
  [
    'whose kid is that of another key',
    signed,
    () => toKeySet({ ...other.publicJwk, kid }, { ...signer.publicJwk, kid: 'card-2027' }),
    /./,
  ],
  [
    'with 65 entries',
    async () => {
      const card = JSON.parse(await signed()) as { signatures: object[] };
      return JSON.stringify({ ...card, signatures: Array.from({ length: 65 }, () => card.signatures[0]) });
    },
    () => keySetOf([signer]),
    /^card\.json has 65 signatures; verifiers take 64$/,
  ],
  [
    'that was changed since',
    async () => JSON.stringify({ ...(JSON.parse(await signed()) as object), description: 'another' }),
    () => keySetOf([signer]),
    /./,
  ],
  [
    'whose entry has expired',
    () => signWith([signer], cardText(), { expiresIn: 60, now: new Date(testTime.getTime() - 3_600_000) }),
    () => keySetOf([signer]),
    /, and expired at 2027-01-15T11:01:00Z$/,
  ],
  [
    'whose key is published for encryption',
    signed,
    () => toKeySet({ ...signer.publicJwk, kid, use: 'enc' }),
    /./,
  ],
  [
    'whose key is published for another algorithm',
    signed,
    () => toKeySet({ ...signer.publicJwk, kid, alg: 'ES384' }),
    /./,
  ],
  ['whose key is not published', signed, () => keySetOf([other]), /./],
];

describe('a card that verify would not trust', () => {
  it.each(untrusted)('is an error with its key and without: one %s', async (_, toText, toSet, words) => {
    const [text, keySet] = [await toText(), await toSet()];
    expect(await verdictOf(text, keySet)).not.toBe('trusted');
    const [symptom, ...others] = await examineText(text, keySet);
    expect(others).toEqual([]);
    for (const one of [symptom, await examineOwn(text, keySet)]) {
      expect(one?.level).toBe('bad');
      expect(one?.text).toMatch(words);
      expect(one?.hint).toBeTruthy();
    }
  });

  it('although its key signed it is told with the way to publish the key', async () => {
    const keySet = await toKeySet({ ...signer.publicJwk, kid: 'card-2027' });
    const symptom = await examineOwn(await signed(), keySet);
    expect(symptom?.text).toMatch(
      new RegExp(
        `^entry 0 of card\\.json is by it, with the kid ${kid}, and does not verify by jwks\\.json: `,
      ),
    );
    expect(symptom?.hint).toBe(
      'publish the key under the kid that it signs with: `cardctl keys jwks`, with your other keys too',
    );
  });

  it('with an entry under the name of the key by another is told', async () => {
    const text = await signWith([other], cardText(), { kid });
    expect(await examineOwn(text, await keySetOf([signer]))).toEqual({
      level: 'bad',
      subject: 'card',
      text: 'card.json names it, but the signature is not over this content',
      hint: 'sign the card again, after you know who changed it',
    });
  });
});

describe('a card that verify trusts', () => {
  it('is no error beside its key, whichever of its entries is the one that counts', async () => {
    const now = new Date(testTime.getTime() - 3_600_000);
    const old = await signWith([signer], cardText(), { kid: 'old', expiresIn: 60, now });
    const text = joinEntries(old, await signWith([signer], cardText(), { kid: 'card-2027' }));
    const keySet = await keySetOf([signer], 'card-2027');
    expect(await verdictOf(text, keySet)).toBe('trusted');
    expect(await examineOwn(text, keySet)).toEqual({
      level: 'good',
      subject: 'card',
      text: 'entry 1 of card.json is by it, with the kid card-2027',
    });
  });

  it('of 64 entries is told of each', async () => {
    const card = JSON.parse(await signWith([other], cardText())) as { signatures: object[] };
    const [entry] = card.signatures;
    const many = JSON.stringify({ ...card, signatures: Array.from({ length: 64 }, () => entry) });
    const symptoms = await examineText(many, await keySetOf([other]));
    expect(symptoms).toHaveLength(64);
    expect(symptoms.at(-1)).toEqual({
      level: 'good',
      subject: 'card',
      text: `entry 63 of card.json verifies by jwks.json, with the kid ${otherKid}`,
    });
  });
});
