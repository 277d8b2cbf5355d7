/** Knows how tests come by keys, signed cards and verdicts: made at run time, with the real code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  nodeCrypto,
  openSigner,
  signCard,
  toJwks,
  toPublicEntry,
  toThumbprint,
  verifyCard,
  type KeySet,
  type SignCardOptions,
  type Signer,
  type VerificationResult,
  type VerifyCardOptions,
} from '../../src/index.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { createKeyPair, type KeyPairAlg } from './key-pairs.js';

const example = readFileSync(join(import.meta.dirname, '../../examples/erp-stock-check.json'), 'utf8');

/** The time that tests sign and verify at. */
export const testTime = new Date('2027-01-15T12:00:00Z');

/** The text of a valid card. */
export function cardText(): string {
  return example;
}

/** A fresh key, opened as `env:` keys are. */
export async function createTestSigner(alg: KeyPairAlg): Promise<Signer> {
  const { privateKey } = createKeyPair(alg);
  return openSigner('env:KEY', {
    env: { KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
  });
}

/** The signed text of a card. */
export async function signWith(
  signers: readonly Signer[],
  text: string,
  options: Partial<SignCardOptions> = {},
): Promise<string> {
  const signed = await signCard(new TextEncoder().encode(text), {
    signers,
    crypto: nodeCrypto,
    now: testTime,
    ...options,
  });
  return signed.text;
}

/** The key set that `keys jwks` prints for these signers; `kid` is for one. */
export async function keySetOf(signers: readonly Signer[], kid?: string): Promise<KeySet> {
  const entries = await Promise.all(
    signers.map(async (signer) => {
      const [alg] = signer.algorithms;
      if (alg === undefined) throw new Error('a signer without algorithms');
      return toPublicEntry(signer, kid ?? (await toThumbprint(signer.publicJwk, nodeCrypto)), alg);
    }),
  );
  return readKeySet(new TextEncoder().encode(JSON.stringify(toJwks(entries))), 'jwks.json', nodeCrypto);
}

/** What verification says of a text with these keys. */
export async function verifyWith(
  signers: readonly Signer[],
  text: string,
  options: Partial<VerifyCardOptions> = {},
): Promise<VerificationResult> {
  return verifyCard(new TextEncoder().encode(text), {
    keySet: await keySetOf(signers),
    crypto: nodeCrypto,
    now: testTime,
    ...options,
  });
}
