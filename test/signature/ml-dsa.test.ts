/** Knows that cards are signed and verified with ML-DSA (FIPS 204, RFC 9964) where the runtime has it: Node 24.6 and later. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/value.js';
import { toJwks, toPublicEntry } from '../../src/keys/jwks.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { createKey } from '../../src/keys/providers/create-key.js';
import { openSigner } from '../../src/keys/providers/index.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { signCard } from '../../src/signature/sign-card.js';
import { verifyCard } from '../../src/trust/verify-card.js';
import { judge, ports } from '../suites/detached-jws.js';
import { hasMlDsa } from '../support/key-pairs.js';

const now = new Date('2026-01-01T00:00:00Z');

/** Bytes of the public key and of a signature (FIPS 204, table 2). */
const sizes = [
  { alg: 'ML-DSA-44', publicBytes: 1312, signatureBytes: 2420 },
  { alg: 'ML-DSA-65', publicBytes: 1952, signatureBytes: 3309 },
  { alg: 'ML-DSA-87', publicBytes: 2592, signatureBytes: 4627 },
] as const;

const card: JsonObject = {
  name: 'n',
  description: 'd',
  version: '1',
  supportedInterfaces: [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'does s', tags: ['t'] }],
};

const isAbsent = !hasMlDsa();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardctl-ml-dsa-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Not `skipIf`: what the runtime cannot do is one skipped test, which says so, and not one for each.
if (isAbsent)
  describe(`Node.js ${process.version} has no ML-DSA`, () => {
    it('so signing and verifying with it is not tested', ({ skip }) => {
      // The default reporter does not show the titles of skipped tests.
      console.warn(`skipped: ML-DSA, which Node.js has from 24.6 on; this is ${process.version}`);
      skip('run the tests with Node.js 24.6 or later');
    });

    it.each(sizes)('and says so when a key of $alg is to be made', async ({ alg }) => {
      const ref = `file:${join(folder, `${alg}.pem`)}`;
      await expect(createKey(ref, { env: {}, algorithm: alg })).rejects.toMatchObject({
        code: 'usage',
        message: `this Node.js (${process.version}) has no ${alg}`,
      });
      await expect(openSigner(ref, { env: {} })).rejects.toMatchObject({ code: 'key-not-found' });
    });

    it.each(sizes)('and nothing is signed with a key of $alg that is held elsewhere', async (size) => {
      const pub = Buffer.alloc(size.publicBytes, 1).toString('base64url');
      const signer: Signer = {
        ref: 'remote:key',
        publicJwk: { kty: 'AKP', alg: size.alg, pub },
        algorithms: [size.alg],
        sign: () => Promise.resolve(new Uint8Array(size.signatureBytes)),
      };
      const signing = signCard(utf8(JSON.stringify(card)), { signers: [signer], crypto: nodeCrypto, now });
      await expect(signing).rejects.toMatchObject({
        code: 'key-unusable',
        message: `the public key of remote:key cannot verify ${size.alg} here`,
      });
    });

    describe.each(ports)('and verification by $name', ({ crypto }) => {
      it.each(sizes)('says that a key of $alg cannot be used here', async (size) => {
        const { alg } = size;
        const pub = Buffer.alloc(size.publicBytes, 1).toString('base64url');
        const entry = {
          protected: Buffer.from(JSON.stringify({ alg, kid: 'k' })).toString('base64url'),
          signature: Buffer.alloc(size.signatureBytes, 1).toString('base64url'),
        };
        const keys = [{ kty: 'AKP', alg, pub, kid: 'k' }];
        expect(await judge({ entry, payload: new Uint8Array(), keys }, crypto)).toBe('key-unusable');
      });
    });
  });
else
  describe.each(sizes)('$alg', ({ alg, publicBytes, signatureBytes }) => {
    let signer: Signer;
    let text: string;

    beforeAll(async () => {
      const ref = `file:${join(folder, `${alg}.pem`)}`;
      const created = await createKey(ref, { env: {}, algorithm: alg });
      signer = await openSigner(ref, { env: {} });
      expect(signer.publicJwk).toEqual(created.publicJwk);
      ({ text } = await signCard(utf8(JSON.stringify(card)), { signers: [signer], crypto: nodeCrypto, now }));
    });

    const verdictOf = async (cardText: string, jwks: unknown, crypto = nodeCrypto) => {
      const keySet = await readKeySet(utf8(JSON.stringify(jwks)), 'jwks', crypto);
      return (await verifyCard(utf8(cardText), { keySet, now, crypto })).report;
    };
    const published = async () =>
      toJwks([toPublicEntry(signer, await toThumbprint(signer.publicJwk, nodeCrypto), alg)]);

    it('has keys of its one algorithm, and signatures of their length', () => {
      expect(signer.algorithms).toEqual([alg]);
      expect(Object.keys(signer.publicJwk).sort()).toEqual(['alg', 'kty', 'pub']);
      expect(signer.publicJwk).toMatchObject({ kty: 'AKP', alg });
      expect(Buffer.from(signer.publicJwk.pub ?? '', 'base64url')).toHaveLength(publicBytes);
      expect(Buffer.from(entryOf(text).signature, 'base64url')).toHaveLength(signatureBytes);
    });

    it('signs nothing again where its entry still holds, under whatever kid', async () => {
      const again = { signers: [signer], crypto: nodeCrypto, now };
      expect((await signCard(utf8(text), again)).entries).toMatchObject([{ action: 'kept' }]);
      const named = await signCard(utf8(JSON.stringify(card)), { ...again, kid: 'mine' });
      expect((await signCard(utf8(named.text), { ...again, kid: 'mine' })).entries).toMatchObject([
        { kid: 'mine', action: 'kept' },
      ]);
    });

    it('publishes a key set that reads as the same key', async () => {
      const jwks = await published();
      const set = await readKeySet(utf8(JSON.stringify(jwks)), 'jwks', nodeCrypto);
      expect(set.skipped).toEqual([]);
      expect(set.keys.map(({ jwk }) => jwk)).toEqual([signer.publicJwk]);
      expect(set.keys.map(({ thumbprint }) => thumbprint)).toEqual(jwks.keys.map(({ kid }) => kid));
    });

    describe.each(ports)('by $name', ({ crypto }) => {
      it('verifies', async () => {
        const report = await verdictOf(text, await published(), crypto);
        expect(report.verdict).toBe('trusted');
        expect(report.entries).toMatchObject([{ outcome: 'verified', alg }]);
      });

      it('does not verify another card, another signature, or another key', async () => {
        const jwks = await published();
        const outcomeOf = async (cardText: string, set: unknown = jwks) =>
          (await verdictOf(cardText, set, crypto)).entries.map(({ outcome }) => outcome);
        expect(await outcomeOf(text.replace('does s', 'does t'))).toEqual(['signature-mismatch']);

        const signature = Buffer.from(entryOf(text).signature, 'base64url');
        signature[100]! ^= 1;
        const altered = text.replace(entryOf(text).signature, signature.toString('base64url'));
        expect(await outcomeOf(altered)).toEqual(['signature-mismatch']);
        const shorter = text.replace(entryOf(text).signature, signature.subarray(1).toString('base64url'));
        expect(await outcomeOf(shorter)).toEqual(['signature-malformed']);

        const name = `other-${alg}-${crypto === nodeCrypto ? 'node' : 'web'}.pem`;
        const other = await createKey(`file:${join(folder, name)}`, { env: {}, algorithm: alg });
        const [kid = ''] = jwks.keys.map((key) => key.kid);
        expect(await outcomeOf(text, toJwks([toPublicEntry(other, kid, alg)]))).toEqual([
          'signature-mismatch',
        ]);
      });

      it('does not verify under another parameter set', async () => {
        const [key] = (await published()).keys;
        for (const { alg: otherAlg } of sizes.filter((size) => size.alg !== alg)) {
          const report = await verdictOf(text, { keys: [{ ...key, alg: otherAlg }] }, crypto);
          expect(report.entries.map(({ outcome }) => outcome)).toEqual(['key-unusable']);
        }
      });
    });
  });

function entryOf(text: string): { protected: string; signature: string } {
  const { signatures } = JSON.parse(text) as { signatures: { protected: string; signature: string }[] };
  return signatures[0]!;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
