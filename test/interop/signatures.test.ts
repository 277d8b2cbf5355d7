/** Knows that what cardctl signs, OpenSSL and joserfc verify, and the other way round, for every algorithm and key format. */
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalizeCard } from '../../src/canonical/index.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import type { AlgorithmName } from '../../src/keys/algorithms.js';
import { toJwks, toPublicEntry } from '../../src/keys/jwks.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { openSigner } from '../../src/keys/providers/index.js';
import type { Signer } from '../../src/keys/signer.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { signCard } from '../../src/signature/sign-card.js';
import { verifyCard } from '../../src/trust/verify-card.js';
import { hasJoserfc, startJoserfc, type Joserfc } from '../peers/joserfc.js';
import { hasOpenssl, opensslAlgs, opensslSign, opensslVerify, type OpensslAlg } from '../peers/openssl.js';
import { describePeer } from '../peers/require.js';
import { ports } from '../suites/detached-jws.js';
import { createKeyPairs } from '../support/key-pairs.js';

type Format = (key: KeyObject, alg: AlgorithmName) => string;

const passphrase = 'correct horse';
const now = new Date('2026-01-01T00:00:00Z');

const algs = [...opensslAlgs, 'Ed25519'] as const;
const pairs = createKeyPairs(algs);

const pem = (key: KeyObject, type: 'pkcs8' | 'sec1' | 'pkcs1', cipher?: string) =>
  key.export({
    type,
    format: 'pem',
    ...(cipher === undefined ? {} : { cipher, passphrase }),
  } as never) as unknown as string;

/** Every text that a private key can have. */
const formats = {
  'PKCS#8': (key) => pem(key, 'pkcs8'),
  'encrypted PKCS#8': (key) => pem(key, 'pkcs8', 'aes-256-cbc'),
  'SEC1': (key) => pem(key, 'sec1'),
  'encrypted SEC1': (key) => pem(key, 'sec1', 'aes-128-cbc'),
  'PKCS#1': (key) => pem(key, 'pkcs1'),
  'encrypted PKCS#1': (key) => pem(key, 'pkcs1', 'aes-128-cbc'),
  'JWK': (key) => JSON.stringify(key.export({ format: 'jwk' })),
  'JWK with alg': (key, alg) => JSON.stringify({ ...key.export({ format: 'jwk' }), alg, use: 'sig' }),
} as const satisfies Record<string, Format>;

type FormatName = keyof typeof formats;

const everyKey: readonly FormatName[] = ['PKCS#8', 'encrypted PKCS#8', 'JWK', 'JWK with alg'];
const formatsOf: Record<string, readonly FormatName[]> = {
  ec: [...everyKey, 'SEC1', 'encrypted SEC1'],
  rsa: [...everyKey, 'PKCS#1', 'encrypted PKCS#1'],
  ed25519: everyKey,
};

type Case = { alg: (typeof algs)[number]; format: FormatName; scheme: 'file' | 'env' };

/** Each algorithm with each format that its key has, from a file; and each by turns from a variable. */
const cases: readonly Case[] = algs.flatMap((alg, row) => {
  const names = formatsOf[pairs[alg].privateKey.asymmetricKeyType ?? ''] ?? [];
  const files = names.map((format): Case => ({ alg, format, scheme: 'file' }));
  const format = names[row % names.length] ?? 'PKCS#8';
  return [...files, { alg, format, scheme: 'env' }];
});

const card: JsonObject = {
  name: 'Z\u00fcrich',
  description: '',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: {
    streaming: false,
    extensions: [{ uri: 'u', required: false, params: { n: 1e21, e: null } }],
  },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: '\u{1f600}', tags: ['t'] }],
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardctl-keys-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function open({ alg, format, scheme }: Case): Promise<Signer> {
  const text = formats[format](pairs[alg].privateKey, alg);
  if (scheme === 'env') {
    // As CI secrets often hold a PEM: on one line.
    const value = text.startsWith('{') ? text : text.replaceAll('\n', '\\n');
    return openSigner('env:KEY', { env: { KEY: value, CARDCTL_KEY_PASSPHRASE: passphrase } });
  }
  const path = join(folder, `${alg} ${format}.key`);
  writeFileSync(path, text);
  const query = format.startsWith('encrypted') ? '?passphrase-env=SECRET' : '';
  return openSigner(`file:${path}${query}`, { env: { SECRET: passphrase } });
}

type Entry = { protected: string; signature: string };

async function sign(signer: Signer, algorithm: AlgorithmName, content: JsonObject = card): Promise<Signed> {
  const options = { signers: [signer], crypto: nodeCrypto, now, algorithm };
  const { text } = await signCard(utf8(JSON.stringify(content)), options);
  const signed = readJson(utf8(text)).value as JsonObject;
  const [entry] = signed['signatures'] as Entry[];
  return { text, entry: entry!, payload: canonicalizeCard(signed) };
}

type Signed = { text: string; entry: Entry; payload: Uint8Array };

/** What OpenSSL calls the algorithm; RFC 9864's name is for the same signatures. */
function toOpensslAlg(alg: Case['alg']): OpensslAlg {
  return alg === 'Ed25519' ? 'EdDSA' : alg;
}

function opensslAccepts(alg: Case['alg'], { entry, payload }: Signed): boolean {
  return opensslVerify({
    alg: toOpensslAlg(alg),
    publicKeyPem: pairs[alg].publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    signingInput: `${entry.protected}.${base64url(payload)}`,
    signature: Buffer.from(entry.signature, 'base64url'),
  });
}

function headerOf({ protected: text }: Entry): JsonObject {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject;
}

describePeer('openssl', { found: hasOpenssl(), why: 'no openssl 3 on the path' }, () => {
  describePeer('joserfc', { found: hasJoserfc(), why: 'run test/peers/setup-python.sh' }, () => {
    let joserfc: Joserfc;
    beforeAll(async () => {
      joserfc = await startJoserfc();
    });
    afterAll(() => joserfc.close());

    const joserfcAccepts = (alg: Case['alg'], { entry, payload }: Signed) => {
      const jwk = pairs[alg].publicKey.export({ format: 'jwk' });
      return joserfc.verify({ alg, jwk, payload: base64url(payload), ...entry });
    };

    it('the cards are over every algorithm and key format', () => {
      expect(cases).toHaveLength(73);
      expect(new Set(cases.map(({ format }) => format)).size).toBe(Object.keys(formats).length);
    });

    describe.each(cases)('$alg, $format, $scheme', (test) => {
      const { alg } = test;

      it('what cardctl signs, the others accept, and refuse over another payload', async () => {
        const signed = await sign(await open(test), alg);
        const other = { ...signed, payload: flipped(signed.payload) };
        expect(headerOf(signed.entry)).toMatchObject({ alg, typ: 'JOSE', a2a_form: 'a2a-1.0' });
        expect([opensslAccepts(alg, signed), opensslAccepts(alg, other)]).toEqual([true, false]);
        // The peer's program has no row for the newer name of EdDSA.
        if (alg === 'Ed25519') return;
        expect(await joserfcAccepts(alg, signed)).toBe(true);
        expect(await joserfcAccepts(alg, other)).toBe(false);
      });

      it('has the thumbprint that joserfc computes', async () => {
        const { publicJwk } = await open(test);
        const thumbprint = await toThumbprint(publicJwk, nodeCrypto);
        expect(await joserfc.thumbprint(publicJwk)).toBe(thumbprint);
        expect(await joserfc.thumbprint(pairs[alg].publicKey.export({ format: 'jwk' }))).toBe(thumbprint);
        expect(headerOf((await sign(await open(test), alg)).entry)['kid']).toBe(thumbprint);
      });
    });

    describe.each(algs)('%s', (alg) => {
      const { publicKey, privateKey } = pairs[alg];
      const test: Case = { alg, format: 'PKCS#8', scheme: 'file' };

      /** The entry in the card, verified by each port against the key set that cardctl publishes. */
      const verdicts = async (entry: Entry, content: JsonObject = card) => {
        const jwks = toJwks([toPublicEntry(await open(test), 'k', alg)]);
        const bytes = utf8(JSON.stringify({ ...content, signatures: [entry] }));
        const reports: string[] = [];
        for (const { crypto } of ports) {
          const keySet = await readKeySet(utf8(JSON.stringify(jwks)), 'jwks', crypto);
          const { report } = await verifyCard(bytes, { keySet, now, crypto });
          reports.push(`${report.verdict} ${report.payload?.form ?? report.entries[0]?.outcome ?? ''}`);
        }
        return reports;
      };

      it.each([{ a2a_form: 'a2a-1.0' }, {}])('what OpenSSL signs, cardctl trusts (%j)', async (marks) => {
        const header = base64url(JSON.stringify({ alg, kid: 'k', typ: 'JOSE', ...marks }));
        const signature = opensslSign({
          alg: toOpensslAlg(alg),
          privateKeyPem: pem(privateKey, 'pkcs8'),
          signingInput: `${header}.${base64url(canonicalizeCard(card))}`,
        });
        const entry = { protected: header, signature: base64url(signature) };
        expect(await verdicts(entry)).toEqual(['trusted a2a-1.0', 'trusted a2a-1.0']);
        const changed = { ...card, name: 'Zurich' };
        expect(await verdicts(entry, changed)).toEqual(Array(2).fill('tampered signature-mismatch'));
      });

      it('the published key has no member that joserfc would drop as private', async () => {
        const entry = toPublicEntry(await open(test), 'k', alg);
        expect(await joserfc.toPublic({ ...entry })).toEqual(entry);
        expect(entry).toEqual({ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg, use: 'sig' });
      });

      // The peer's program has no row for the newer name of EdDSA.
      if (alg === 'Ed25519') return;

      it('what joserfc signs, cardctl trusts', async () => {
        const entry = await joserfc.sign({
          alg,
          jwk: privateKey.export({ format: 'jwk' }),
          protected: { kid: 'k', typ: 'JOSE' },
          payload: base64url(canonicalizeCard(card, { form: 'jcs' })),
        });
        expect(await verdicts(entry)).toEqual(['trusted jcs', 'trusted jcs']);
        const changed = { ...card, version: '1.0.1' };
        expect(await verdicts(entry, changed)).toEqual(Array(2).fill('tampered signature-mismatch'));
      });
    });

    it('a key that calls itself Ed25519 signs as EdDSA too, and each name verifies under the other', async () => {
      const signer = await open({ alg: 'Ed25519', format: 'JWK with alg', scheme: 'file' });
      expect(signer.algorithms).toEqual(['Ed25519', 'EdDSA']);
      const signed = await sign(signer, 'EdDSA');
      expect(opensslAccepts('EdDSA', signed)).toBe(true);
      expect(await joserfcAccepts('EdDSA', signed)).toBe(true);
      for (const [header, key] of [['EdDSA', 'Ed25519'] as const, ['Ed25519', 'EdDSA'] as const]) {
        const { text, entry } = await sign(signer, header);
        const jwks = toJwks([toPublicEntry(signer, headerOf(entry)['kid'] as string, key)]);
        const keySet = await readKeySet(utf8(JSON.stringify(jwks)), 'jwks', nodeCrypto);
        const { report } = await verifyCard(utf8(text), { keySet, now, crypto: nodeCrypto });
        expect(report.verdict).toBe('trusted');
      }
    });

    it.each([
      ['ES256', 64],
      ['ES512', 132],
    ] as const)('%s pads r and s: of 300 signatures and more all have %i bytes', async (alg, length) => {
      const half = length / 2;
      const signer = await open({ alg, format: 'PKCS#8', scheme: 'file' });
      const padded: Signed[] = [];
      for (let round = 0; round < 300 || padded.length === 0; round++) {
        const signed = await sign(signer, alg, { ...card, version: `1.0.${round}` });
        const bytes = Buffer.from(signed.entry.signature, 'base64url');
        expect(bytes).toHaveLength(length);
        expect(await joserfcAccepts(alg, signed)).toBe(true);
        // The first byte of P-521 holds one bit: the second must be zero too.
        const least = alg === 'ES512' ? [0, 0] : [0];
        if ([0, half].some((at) => least.every((zero, index) => bytes[at + index] === zero)))
          padded.push(signed);
      }
      for (const signed of padded.slice(0, 5)) expect(opensslAccepts(alg, signed)).toBe(true);
    });
  });
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64url(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64url');
}

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1]! ^= 1;
  return copy;
}
