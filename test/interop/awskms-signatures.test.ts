/**
 * Knows that OpenSSL accepts what comes through the whole provider, for every algorithm and 5,000 times for each curve;
 * what signs in place of AWS KMS is OpenSSL, too, behind the double.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AlgorithmName } from '../../src/keys/algorithms.js';
import { openSigner } from '../../src/keys/providers/index.js';
import type { Signer } from '../../src/keys/signer.js';
import { startEcdsa, type Ecdsa, type EcdsaKey } from '../peers/ecdsa.js';
import { hasJoserfc, startJoserfc, type Joserfc } from '../peers/joserfc.js';
import { hasOpenssl, opensslVerify, type OpensslAlg } from '../peers/openssl.js';
import { opensslVerifyDigest } from '../peers/openssl-digests.js';
import { describePeer } from '../peers/require.js';
import type { KeySpec } from '../support/kms-double/key-specs.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { AddKeyOptions, KmsDouble } from '../support/kms-double/types.js';
import { useKmsEnvironment } from '../support/kms-environment.js';
import { cardText, signWith, verifyWith } from '../support/signed-cards.js';

let kms: KmsDouble;
const opened: Signer[] = [];

/** Opens a new key of the double by an alias, as `sign` does. */
async function openKey(spec: KeySpec, key?: EcdsaKey): Promise<Signer & { arn: string }> {
  const alias = `alias/card-${opened.length}`;
  const { arn } = kms.addKey({ spec, aliases: [alias], ...(key === undefined ? {} : heldBy(key)) });
  const signer = await openSigner(`awskms:///${alias}`, { env: useKmsEnvironment(kms) });
  opened.push(signer);
  return { ...signer, arn };
}

function heldBy({ publicKeyDer, sign }: EcdsaKey): Pick<AddKeyOptions, 'publicKeyDer' | 'signer'> {
  return { publicKeyDer, signer: ({ message }) => sign(message) };
}

function toPem({ publicJwk }: Signer): string {
  const key = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** What each request for a signature asked for, once for all that asked for the same. */
function signRequests(): unknown[] {
  const asked = kms.requests
    .filter(({ operation }) => operation === 'Sign')
    .map(({ input: { Message, ...rest } }) => ({
      ...rest,
      bytes: Buffer.from(Message as string, 'base64').length,
    }));
  return [...new Set(asked.map((one) => JSON.stringify(one)))].map((one) => JSON.parse(one) as unknown);
}

async function start(): Promise<void> {
  kms = await startKmsDouble({ digests: 'openssl' });
}

async function closeAll(): Promise<void> {
  for (const signer of opened.splice(0)) await signer.close?.();
  vi.unstubAllEnvs();
  await kms.close();
}

const curves = [
  { alg: 'ES256', spec: 'ECC_NIST_P256', curve: 'P-256', bytes: 64, digest: 32 },
  { alg: 'ES384', spec: 'ECC_NIST_P384', curve: 'P-384', bytes: 96, digest: 48 },
  { alg: 'ES512', spec: 'ECC_NIST_P521', curve: 'P-521', bytes: 132, digest: 64 },
] as const;
const count = 5000;
const atOnce = 25;

describePeer('openssl', { found: hasOpenssl(), why: 'no openssl 3 on the path' }, () => {
  describePeer('joserfc', { found: hasJoserfc(), why: 'run test/peers/setup-python.sh' }, () => {
    let joserfc: Joserfc;
    let ecdsa: Ecdsa;
    beforeAll(async () => {
      await start();
      joserfc = await startJoserfc();
      ecdsa = await startEcdsa();
    });
    afterAll(async () => {
      await joserfc.close();
      await ecdsa.close();
      await closeAll();
    });

    // joserfc verifies by Python's cryptography, which is OpenSSL, all of them; the openssl command line, which takes a
    // process for each, those with a short number in them, and as many others.
    it.each(curves)(
      'gives 5,000 signatures of $bytes bytes for $alg that OpenSSL accepts',
      async ({ alg, spec, curve, bytes, digest }) => {
        kms.reset();
        const { arn, ...signer } = await openKey(spec, await ecdsa.createKey(curve));
        const publicKeyPem = toPem(signer);
        const header = base64url(JSON.stringify({ alg }));
        const signOne = async (index: number): Promise<[string, Uint8Array]> => {
          const payload = base64url(`card ${index}`);
          const signature = await signer.sign(alg, Buffer.from(`${header}.${payload}`));
          return [payload, signature];
        };
        const wrong: number[] = [];
        const lengths = new Set<number>();
        const kept: Record<'short' | 'others', [string, Uint8Array][]> = { short: [], others: [] };
        for (let start = 0; start < count; start += atOnce) {
          const signed = await Promise.all(Array.from({ length: atOnce }, (_, at) => signOne(start + at)));
          const accepted = await Promise.all(
            signed.map(([payload, signature]) =>
              joserfc.verify({
                alg,
                jwk: signer.publicJwk,
                payload,
                protected: header,
                signature: base64url(signature),
              }),
            ),
          );
          for (const [at, [, signature]] of signed.entries()) {
            lengths.add(signature.length);
            if (!accepted[at]) wrong.push(start + at);
          }
          for (const one of signed) kept[isShort(one[1]) ? 'short' : 'others'].push(one);
        }
        expect(wrong).toEqual([]);
        expect([...lengths]).toEqual([bytes]);
        // Of 5,000 about 39 have a number whose first byte is zero beyond what the curve leaves zero.
        expect(kept.short.length).toBeGreaterThan(5);
        const some = Math.min(20, kept.short.length);
        for (const [payload, signature] of [...kept.short.slice(0, some), ...kept.others.slice(0, some)])
          expect(opensslVerify({ alg, publicKeyPem, signingInput: `${header}.${payload}`, signature })).toBe(
            true,
          );
        // Asked for by its ARN, though it was opened by an alias; a digest, however long the message.
        const asked = {
          KeyId: arn,
          SigningAlgorithm: `ECDSA_SHA_${alg.slice(2)}`,
          MessageType: 'DIGEST',
          bytes: digest,
        };
        expect(signRequests()).toEqual([asked]);
        expect(kms.requests.length).toBe(count + 1);
      },
      300_000,
    );
  });

  describe('by openssl itself', () => {
    beforeAll(start);
    afterAll(closeAll);

    const rsa = (['RSA_2048', 'RSA_3072', 'RSA_4096'] as const).map((spec) => ({ spec }));
    it.each(rsa)('$spec signs by PSS with a salt as long as the hash, and by PKCS #1', async ({ spec }) => {
      const { arn, ...signer } = await openKey(spec);
      expect(signer.algorithms).toEqual(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']);
      const publicKeyPem = toPem(signer);
      for (const alg of signer.algorithms) {
        const signingInput = Buffer.from(`eyJhbGciOiJ.${alg}`);
        const signature = await signer.sign(alg, signingInput);
        expect(signature.length).toBe(Number(spec.slice(4)) / 8);
        const hash = `sha${alg.slice(2)}` as 'sha256';
        const digest = createHash(hash).update(signingInput).digest();
        const verify = (saltLength: number) =>
          opensslVerifyDigest(
            { digest, signature, publicKeyPem },
            { hash, padding: alg.startsWith('PS') ? 'pss' : 'pkcs1', saltLength },
          );
        expect(verify(digest.length), alg).toBe(true);
        if (alg.startsWith('PS'))
          expect([verify(0), verify(digest.length - 1), verify(digest.length + 1)], alg).toEqual([
            false,
            false,
            false,
          ]);
      }
      expect(kms.requests.at(-1)?.input['KeyId']).toBe(arn);
    });

    const cases = (['RS256', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const).map(
      (alg) => ({ alg, spec: specOf(alg) }),
    );
    it.each(cases)('signs a card with $alg that its key set trusts', async ({ alg, spec }) => {
      const signer = await openKey(spec);
      const text = await signWith([signer], cardText(), { algorithm: alg });
      const only = { ...signer, algorithms: [alg] };
      expect((await verifyWith([only], text)).report.verdict).toBe('trusted');
    });

    it('Ed25519 signs the message itself, up to the 4,096 bytes that AWS KMS takes', async () => {
      kms.reset();
      const { arn, ...signer } = await openKey('ECC_NIST_EDWARDS25519');
      const publicKeyPem = toPem(signer);
      for (const size of [1, 32, 64, 1000, 4096]) {
        const signingInput = Buffer.alloc(size, 'x');
        const signature = await signer.sign('EdDSA', signingInput);
        expect(opensslVerify({ alg: 'EdDSA', publicKeyPem, signingInput, signature }), `${size}`).toBe(true);
      }
      const asked = { KeyId: arn, SigningAlgorithm: 'ED25519_SHA_512', MessageType: 'RAW' };
      expect(signRequests()).toEqual([1, 32, 64, 1000, 4096].map((bytes) => ({ ...asked, bytes })));
      kms.reset();
      const signing = signer.sign('EdDSA', Buffer.alloc(4097));
      await expect(signing).rejects.toMatchObject({ code: 'signing-input-too-large' });
      expect(kms.requests).toEqual([]);
    });
  });
});

function specOf(alg: OpensslAlg & AlgorithmName): KeySpec {
  if (alg === 'EdDSA') return 'ECC_NIST_EDWARDS25519';
  return curves.find((curve) => curve.alg === alg)?.spec ?? 'RSA_2048';
}

/** Whether r or s begins with zeros that an encoding of numbers would lose; P-521 leaves 7 bits of its first byte. */
function isShort(signature: Uint8Array): boolean {
  const half = signature.length / 2;
  const zeros = half === 66 ? [0, 1] : [0];
  return [0, half].some((start) => zeros.every((at) => signature[start + at] === 0));
}

function base64url(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64url');
}
