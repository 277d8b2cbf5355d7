/** Knows which entries a signing key calls its own, and which it has to take for another key's. */
import { beforeAll, describe, expect, it } from 'vitest';
import { normalizeForSigning } from '../../src/card/signable.js';
import { readKeySet, type KeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import type { ParsedEntry, SignatureEntry } from '../../src/signature/entry.js';
import { findOwner } from '../../src/signature/entry-owner.js';
import { createPayloads } from '../../src/signature/payloads.js';
import { toSigningKeys, type SignCardOptions } from '../../src/signature/signing-keys.js';
import { parseEntry } from '../support/forged-entries.js';
import { cardText, createTestSigner, keySetOf, signWith, testTime } from '../support/signed-cards.js';

let own: Signer;
let other: Signer;
let edwards: Signer;
beforeAll(async () => {
  own = await createTestSigner('ES256');
  other = await createTestSigner('ES256');
  edwards = await createTestSigner('EdDSA');
});

/** The card after the entries were made. */
const changed = cardText().replace('"version": "1.3.0"', '"version": "1.3.1"');

type Setting = {
  /** Of the card as it is now. */
  readonly text?: string;
  readonly others?: KeySet;
  readonly kid?: string;
};

/** The signer that the entry belongs to when the card is signed again. */
async function ownerOf(entry: ParsedEntry, signers: readonly Signer[], setting: Setting = {}) {
  const { text = cardText(), others, kid } = setting;
  const options: SignCardOptions = { signers, crypto: nodeCrypto, now: testTime, others, kid };
  const { card } = normalizeForSigning(new TextEncoder().encode(text), {});
  const keys = await toSigningKeys(options);
  const owner = await findOwner(entry, { keys, payloads: createPayloads(card), options });
  return owner?.signer;
}

async function entryBy(signer: Signer, options: Partial<SignCardOptions> = {}): Promise<ParsedEntry> {
  const text = await signWith([signer], cardText(), options);
  const { signatures } = JSON.parse(text) as { signatures: [SignatureEntry] };
  return parseEntry(signatures[0]);
}

describe('an entry is the own one of a key', () => {
  it('where it has its thumbprint, though the card is another now', async () => {
    expect(await ownerOf(await entryBy(own), [own], { text: changed })).toBe(own);
    expect(await ownerOf(await entryBy(own), [own], { text: changed, kid: 'agent' })).toBe(own);
  });

  it('where it verifies with the key, under whatever kid, expired or not', async () => {
    const entry = await entryBy(own, { kid: 'earlier', expiresIn: 1, now: new Date('2020-01-01T00:00:00Z') });
    expect(await ownerOf(entry, [own])).toBe(own);
    expect(await ownerOf(entry, [own], { kid: 'agent' })).toBe(own);
  });

  it('of the one that made it, where several sign', async () => {
    const named = await entryBy(edwards, { kid: 'agent' });
    expect(await ownerOf(named, [own, other, edwards])).toBe(edwards);
    expect(await ownerOf(await entryBy(other), [own, other, edwards], { text: changed })).toBe(other);
  });

  it('where the key set gives its kid to the key and to no other', async () => {
    const outdated = { text: changed, kid: 'agent' };
    const entry = await entryBy(own, { kid: 'agent' });
    expect(await ownerOf(entry, [own], { ...outdated, others: await keySetOf([own], 'agent') })).toBe(own);
    expect(
      await ownerOf(entry, [own], { ...outdated, others: await keySetOf([other], 'agent') }),
    ).toBeUndefined();
    const keys = [own, other].map(({ publicJwk }) => ({ ...publicJwk, kid: 'agent' }));
    const both = await readKeySet(new TextEncoder().encode(JSON.stringify({ keys })), 'set', nodeCrypto);
    expect(await ownerOf(entry, [own], { ...outdated, others: both })).toBeUndefined();
  });
});

describe('an entry is of another key', () => {
  it('where a set gives a kid to the own key that the call does not sign with', async () => {
    const entry = await entryBy(other, { kid: 'victim' });
    const others = await keySetOf([own], 'victim');
    expect(await ownerOf(entry, [own], { others })).toBeUndefined();
  });

  it('where it has the kid of the call and was made by that other', async () => {
    expect(await ownerOf(await entryBy(other, { kid: 'agent' }), [own], { kid: 'agent' })).toBeUndefined();
  });

  it('where it has the kid of the call and cannot be verified any more', async () => {
    const entry = await entryBy(own, { kid: 'agent' });
    expect(await ownerOf(entry, [own], { text: changed, kid: 'agent' })).toBeUndefined();
  });

  it('where it has the thumbprint of that other', async () => {
    const entry = await entryBy(other);
    expect(entry.header.kid).toBe(await toThumbprint(other.publicJwk, nodeCrypto));
    expect(await ownerOf(entry, [own, edwards])).toBeUndefined();
  });
});
