/** Knows how entries and keys do on RFC 7520 and RFC 8037 (https://github.com/ietf-jose/cookbook), which are not kept here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/value.js';
import { getAlgorithm, type AlgorithmName } from '../../src/keys/algorithms.js';
import { readKeySet } from '../../src/keys/key-set.js';
import { digestName, nodeCrypto, signatureOptions } from '../../src/keys/node-crypto.js';
import { describeSuite } from '../peers/require.js';
import { judge, ports } from '../suites/detached-jws.js';

type Entry = { protected?: string; header?: JsonObject; signature: string };
type Example = {
  input: { payload: string; key: JsonObject | JsonObject[] };
  output: { json: { signatures: Entry[] } };
};

const privateMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi']);

/** RFC 7520 4.1 to 4.8 and RFC 8037 A.4: what each of their entries ends in. */
const examples: readonly { file: string; outcomes: readonly string[] }[] = [
  { file: 'jws/4_1.rsa_v15_signature.json', outcomes: ['verified'] },
  { file: 'jws/4_2.rsa-pss_signature.json', outcomes: ['verified'] },
  { file: 'jws/4_3.ecdsa_signature.json', outcomes: ['verified'] },
  { file: 'jws/4_4.hmac-sha2_integrity_protection.json', outcomes: ['alg-refused'] },
  { file: 'jws/4_5.signature_with_detached_content.json', outcomes: ['alg-refused'] },
  // A MAC too; the algorithm is looked at before the kid, which is unprotected here.
  { file: 'jws/4_6.protecting_specific_header_fields.json', outcomes: ['alg-refused'] },
  { file: 'jws/4_7.protecting_content_only.json', outcomes: ['entry-malformed'] },
  // The kid unprotected; no protected header at all; a MAC.
  { file: 'jws/4_8.multiple_signatures.json', outcomes: ['kid-missing', 'entry-malformed', 'alg-refused'] },
  // RFC 8037 A.4 names no key.
  { file: 'curve25519/jws.json', outcomes: ['kid-missing'] },
];

/** Those that a rule about headers alone refuses, signed again with the kid where the rule wants it. */
const resigned: readonly { file: string; key: number; alg: AlgorithmName; kid: string }[] = [
  { file: 'jws/4_8.multiple_signatures.json', key: 0, alg: 'RS256', kid: 'bilbo.baggins@hobbiton.example' },
  { file: 'jws/4_8.multiple_signatures.json', key: 1, alg: 'ES512', kid: 'bilbo.baggins@hobbiton.example' },
  { file: 'curve25519/jws.json', key: 0, alg: 'EdDSA', kid: 'k' },
];

describeSuite('jose-cookbook', (folder) => {
  const readJsonFile = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
  const readExample = (file: string) => {
    const { input, output } = readJsonFile(file) as Example;
    const keys = [input.key].flat();
    return { payload: Buffer.from(input.payload), keys, entries: output.json.signatures };
  };

  describe.each(ports)('by $name', ({ crypto }) => {
    it.each(examples)('the entries of $file end in $outcomes', async ({ file, outcomes }) => {
      const { payload, keys, entries } = readExample(file);
      const ends: string[] = [];
      for (const entry of entries)
        ends.push(await judge({ entry, payload, keys: keys.map(toPublic) }, crypto));
      expect(ends).toEqual(outcomes);
    });

    it.each(examples.filter(({ outcomes }) => outcomes[0] === 'verified'))(
      'the entry of $file is for its payload and its key alone',
      async ({ file }) => {
        const { payload, keys, entries } = readExample(file);
        const other = Buffer.from(`${payload.toString()} `);
        const [entry = { signature: '' }] = entries;
        expect(await judge({ entry, payload: other, keys: keys.map(toPublic) }, crypto)).toBe(
          'signature-mismatch',
        );
        expect(await judge({ entry, payload, keys: [] }, crypto)).toBe('kid-unknown');
        const unprotected = { ...entry, header: { alg: 'none', kid: 'k' } };
        expect(await judge({ entry: unprotected, payload, keys: keys.map(toPublic) }, crypto)).toBe(
          'header-overlap',
        );
      },
    );

    it.each(resigned)('the payload of $file, signed anew by $alg with a kid, verifies', async (example) => {
      const { payload, keys } = readExample(example.file);
      const { alg, kid } = example;
      const key = keys[example.key] ?? {};
      const header = Buffer.from(JSON.stringify({ alg, kid })).toString('base64url');
      const entry = {
        protected: header,
        signature: signWith(key, alg, `${header}.${payload.toString('base64url')}`),
      };
      expect(await judge({ entry, payload, keys: [{ ...toPublic(key), kid }] }, crypto)).toBe('verified');
      expect(
        await judge({ entry, payload: payload.subarray(1), keys: [{ ...toPublic(key), kid }] }, crypto),
      ).toBe('signature-mismatch');
    });
  });

  it.each([
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'EdDSA'],
  ] as const)('RFC 9864: a signature that says %s verifies by a key that says %s', async (alg, keyAlg) => {
    const { keys, payload } = readExample('curve25519/jws.json');
    const header = Buffer.from(JSON.stringify({ alg, kid: 'k' })).toString('base64url');
    const signingInput = `${header}.${payload.toString('base64url')}`;
    const entry = { protected: header, signature: signWith(keys[0] ?? {}, alg, signingInput) };
    const publicKeys = keys.map((key) => ({ ...toPublic(key), kid: 'k', alg: keyAlg }));
    for (const { crypto } of ports) {
      expect(await judge({ entry, payload, keys: publicKeys }, crypto)).toBe('verified');
    }
  });

  it('RFC 8037: the signature of A.4 is what the key makes', () => {
    const { entries, keys, payload } = readExample('curve25519/jws.json');
    const [entry = { signature: '' }] = entries;
    const signingInput = `${entry.protected ?? ''}.${payload.toString('base64url')}`;
    expect(signWith(keys[0] ?? {}, 'EdDSA', signingInput)).toBe(entry.signature);
  });

  it('RFC 7520 3.1 and 3.3: the public keys load', async () => {
    const keys = ['jwk/3_1.ec_public_key.json', 'jwk/3_3.rsa_public_key.json'].map(readJsonFile);
    const set = await readKeySet(toSet(keys), 'cookbook', nodeCrypto);
    expect(set.skipped).toEqual([]);
    expect(set.keys.map(({ jwk, use }) => [jwk.kty, use])).toEqual([
      ['EC', 'sig'],
      ['RSA', 'sig'],
    ]);
    // Both have the same kid: either can be meant.
    expect(set.duplicateKids).toEqual(['bilbo.baggins@hobbiton.example']);
  });

  it.each(['jwk/3_2.ec_private_key.json', 'jwk/3_4.rsa_private_key.json'])(
    'a set with %s is refused',
    async (file) => {
      const keys = [readJsonFile('jwk/3_1.ec_public_key.json'), readJsonFile(file)];
      await expect(readKeySet(toSet(keys), 'cookbook', nodeCrypto)).rejects.toMatchObject({
        code: 'key-set-invalid',
        message: 'key set cookbook holds a private key (member "d" of key 1)',
      });
    },
  );

  it.each(['jwk/3_5.symmetric_key_mac_computation.json', 'jwk/3_6.symmetric_key_encryption.json'])(
    'a set skips %s',
    async (file) => {
      const set = await readKeySet(toSet([readJsonFile(file)]), 'cookbook', nodeCrypto);
      expect(set.keys).toEqual([]);
      expect(set.skipped.map(({ reason }) => reason)).toEqual([
        'is symmetric (kty oct), which no card is verified with',
      ]);
    },
  );

  it('RFC 8037: a key for ECDH is skipped', async () => {
    const { input } = readJsonFile('curve25519/ecdh-es.json') as Example;
    const set = await readKeySet(toSet([input.key].flat().map(toPublic)), 'cookbook', nodeCrypto);
    expect(set.skipped.map(({ reason }) => reason)).toEqual(['has the unsupported curve "X25519"']);
  });

  it('RFC 8037 A.3: the thumbprint of the Ed25519 key', async () => {
    const { keys } = readExample('curve25519/jws.json');
    const set = await readKeySet(toSet(keys.map(toPublic)), 'cookbook', nodeCrypto);
    expect(set.keys.map(({ thumbprint }) => thumbprint)).toEqual([
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    ]);
  });
});

describe('RFC 7638 3.1', () => {
  const n =
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
    'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5haj' +
    'rn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';

  it.each(ports)('the thumbprint of the example, by $name', async ({ crypto }) => {
    const key = { kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' };
    const set = await readKeySet(toSet([key, { ...key, kid: undefined, use: 'sig' }]), 'rfc', crypto);
    const thumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';
    expect(set.keys.map((found) => found.thumbprint)).toEqual([thumbprint, thumbprint]);
    // A key without kid goes by its thumbprint.
    expect([...set.byKid.keys()]).toEqual(['2011-04-29', thumbprint]);
  });
});

function toPublic(key: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !privateMembers.has(name)));
}

function toSet(keys: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ keys }));
}

function signWith(key: JsonObject, alg: AlgorithmName, signingInput: string): string {
  const algorithm = getAlgorithm(alg);
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const options = { key: privateKey, ...signatureOptions(algorithm) };
  return sign(digestName(algorithm), Buffer.from(signingInput), options).toString('base64url');
}
