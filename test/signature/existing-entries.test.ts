/** Knows what is planned for each entry of a card that is signed again, in which words, and from where. */
import { beforeAll, describe, expect, it } from 'vitest';
import { normalizeForSigning } from '../../src/card/signable.js';
import type { JsonValue } from '../../src/json/value.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import type { SignatureEntry } from '../../src/signature/entry.js';
import { planEntries } from '../../src/signature/existing-entries.js';
import { toSigningForms } from '../../src/signature/signing-forms.js';
import { createPayloads } from '../../src/signature/payloads.js';
import { toSigningKeys, type SignCardOptions } from '../../src/signature/signing-keys.js';
import { cardText, createTestSigner, keySetOf, signWith, testTime } from '../support/signed-cards.js';

const day = 86_400;
const choice = 'choose: --drop-others removes it, --keep-unverified leaves it as it is';

let own: Signer;
let other: Signer;
let ownKid: string;
let otherKid: string;
beforeAll(async () => {
  own = await createTestSigner('EdDSA');
  other = await createTestSigner('ES256');
  ownKid = await toThumbprint(own.publicJwk, nodeCrypto);
  otherKid = await toThumbprint(other.publicJwk, nodeCrypto);
});

async function entryBy(signer: Signer, options: Partial<SignCardOptions> = {}): Promise<SignatureEntry> {
  const text = await signWith([signer], cardText(), options);
  return (JSON.parse(text) as { signatures: [SignatureEntry] }).signatures[0];
}

/** What becomes of the entries when the card is signed with the own key. */
async function plan(entries: readonly unknown[], more: Partial<SignCardOptions> = {}) {
  const options: SignCardOptions = { signers: [own], crypto: nodeCrypto, now: testTime, ...more };
  const { card } = normalizeForSigning(new TextEncoder().encode(cardText()), {});
  const keys = await toSigningKeys(options);
  const payloads = createPayloads(card);
  const payload = payloads.get('a2a-1.0');
  if (payload instanceof Error) throw payload;
  const { forms } = toSigningForms(card, { payloads, own: payload, sdks: options.for });
  return planEntries(entries as JsonValue[], { keys, payloads, options, forms });
}

describe('the plan for an entry of a signing key', () => {
  it('is to keep it while it says what a new one would', async () => {
    const entry = await entryBy(own, { expiresIn: day });
    const { kept, replaced } = await plan([entry], { expiresIn: day });
    expect(kept).toMatchObject([
      { index: 0, entry, kid: ownKid, alg: 'EdDSA', isVerified: true, uncovered: [] },
    ]);
    expect(kept[0]?.owner?.signer).toBe(own);
    expect(replaced).toEqual([]);
  });

  it('is to replace it otherwise, and to tell what it was', async () => {
    const entry = await entryBy(own, { expiresIn: day, kid: 'earlier' });
    const { kept, replaced } = await plan([entry], { expiresIn: day });
    expect(kept).toEqual([]);
    expect(replaced).toMatchObject([
      { index: 0, form: 'a2a-1.0', kid: 'earlier', expiresAt: testTime.getTime() / 1000 + day },
    ]);
  });

  it('is to keep the first of two that hold, and to put none into the place of the second', async () => {
    const entry = await entryBy(own);
    const { kept } = await plan([entry, entry]);
    expect(kept.map(({ index }) => index)).toEqual([0]);
  });

  it('is to replace the first of two that do not hold', async () => {
    const damaged = { ...(await entryBy(own)), signature: 'AAAA' };
    const { kept, replaced } = await plan([damaged, damaged]);
    expect(kept).toEqual([]);
    expect([...replaced.values()].map(({ index }) => index)).toEqual([0]);
  });
});

describe('the plan for an entry of another key', () => {
  it('is to keep it where it verifies, without what no signature covers', async () => {
    const entry = await entryBy(other);
    const dressed = { 'header': { note: 1 }, ...entry, 'a/b': 2 };
    const { kept } = await plan([await entryBy(own), dressed], { others: await keySetOf([other]) });
    expect(kept[1]).toEqual({
      index: 1,
      entry,
      kid: otherKid,
      alg: 'ES256',
      form: 'a2a-1.0',
      owner: undefined,
      isVerified: true,
      isForged: false,
      expiresAt: undefined,
      uncovered: ['/signatures/1/header', '/signatures/1/a~1b'],
    });
  });

  it('is to keep it whole where it is not verified and the caller wants it', async () => {
    const dressed = { header: { note: 1 }, ...(await entryBy(other, { expiresIn: day })) };
    const broken = { protected: 'e30' };
    const { kept } = await plan([dressed, broken], { unverified: 'keep' });
    const unknown = {
      owner: undefined,
      isVerified: false,
      isForged: false,
      expiresAt: undefined,
      uncovered: [],
    };
    expect(kept).toEqual([
      { ...unknown, index: 0, entry: dressed, kid: otherKid, alg: 'ES256', form: 'a2a-1.0' },
      { ...unknown, index: 1, entry: broken, kid: undefined, alg: undefined, form: undefined },
    ]);
  });

  it('is to drop it, verified or not, where the caller wants that', async () => {
    const others = await keySetOf([other]);
    const { kept } = await plan([await entryBy(other), {}, 7], { others, unverified: 'drop-others' });
    expect(kept).toEqual([]);
  });

  it.each<[string, () => Promise<object>, Partial<SignCardOptions>, () => string, string]>([
    [
      'its key is not at hand',
      () => entryBy(other),
      {},
      () => `its key "${otherKid}" is not at hand`,
      'give its key set with --jwks, or ',
    ],
    [
      'it has the kid of the call',
      () => entryBy(other, { kid: 'agent' }),
      { kid: 'agent' },
      () => 'it has the kid "agent" of this call and does not verify with its key',
      'if it is yours, say so with your key set: cardctl keys jwks env:KEY --kid agent --out FILE, then --jwks FILE, or ',
    ],
    ['it is none', () => Promise.resolve({}), {}, () => 'the entry has no string member protected', ''],
  ])('is to go no further where %s', async (_, make, options, reason, remedy) => {
    await expect(plan([await entryBy(own), await make()], options)).rejects.toMatchObject({
      code: 'entry-unverified',
      kind: 'unmet',
      message: `signature 1 of the card cannot be kept: ${reason()}`,
      hint: remedy + choice,
    });
  });

  it('is to go no further where it has expired or is over another card', async () => {
    const others = await keySetOf([other]);
    const expired = await entryBy(other, { expiresIn: day, now: new Date(testTime.getTime() - day * 1000) });
    await expect(plan([expired], { others })).rejects.toMatchObject({
      message: 'signature 0 of the card cannot be kept: it has expired',
    });
    const damaged = { ...(await entryBy(other)), signature: Buffer.alloc(64, 1).toString('base64url') };
    await expect(plan([damaged], { others })).rejects.toMatchObject({
      message: `signature 0 of the card cannot be kept: the signature by key "${otherKid}" does not match (a2a-1.0)`,
      hint: choice,
    });
    const { kept } = await plan([damaged], { others, unverified: 'keep' });
    expect(kept).toMatchObject([{ isVerified: false, isForged: true }]);
  });

  it('is never to keep what is no object', async () => {
    await expect(plan([7], { unverified: 'keep' })).rejects.toMatchObject({
      message: 'signature 0 of the card cannot be kept: the entry is a number, not an object',
      hint: '--drop-others removes it',
    });
  });
});

describe('the plan for more entries than verifiers take', () => {
  it('is not made', async () => {
    const entries = Array.from({ length: 65 }, () => ({}));
    await expect(plan(entries, { unverified: 'drop-others' })).rejects.toMatchObject({
      code: 'card-invalid',
      message: 'the card has 65 signatures; verifiers take 64',
    });
    expect((await plan(entries.slice(1), { unverified: 'drop-others' })).kept).toEqual([]);
  });
});
