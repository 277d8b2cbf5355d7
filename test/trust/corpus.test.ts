/** Knows how cards and key sets found in the wild do; they are not kept here. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCard } from '../../src/card/check.js';
import { detectShape } from '../../src/card/shape.js';
import { readJson } from '../../src/json/read.js';
import { isObject } from '../../src/json/value.js';
import { readKeySet, type KeySet } from '../../src/keys/key-set.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { verifyCard } from '../../src/trust/verify-card.js';
import { describeCorpus } from '../peers/require.js';
import { ports } from '../suites/detached-jws.js';

const now = new Date('2026-01-01T00:00:00Z');

/** Signed cards whose keys could be found, and the form that their entry turned out to be over. */
const genuine = [
  { card: '003.json', jwks: '002.json', form: 'a2a-1.0', alg: 'ES256' },
  // Has `required: false`, which the form of the specification leaves out.
  { card: '007.json', jwks: '001.json', form: 'jcs', alg: 'EdDSA' },
];

/** Where the product sees another shape than the index, and why. */
const otherShapes: Record<string, string> = {
  // A fragment of the specification of 1.0 that has no address at all.
  '184.json': '1.0',
};

/** What the sets hold: how many keys can be used, and why others cannot. */
const sets: Record<string, { keys: number; skipped: string[] }> = {
  '001.json': { keys: 1, skipped: [] },
  '002.json': { keys: 1, skipped: [] },
  '006.json': { keys: 1, skipped: [] },
  '007.json': { keys: 1, skipped: [] },
  '008.json': { keys: 1, skipped: [] },
  '010.json': { keys: 1, skipped: [] },
  '013.json': { keys: 0, skipped: [] },
  '014.json': { keys: 0, skipped: ['has x that is not canonical base64url'] },
  '019.json': {
    keys: 2,
    skipped: Array<string>(2).fill('is symmetric (kty oct), which no card is verified with'),
  },
};

describeCorpus((folder) => {
  const cardFiles = readdirSync(join(folder, 'cards')).sort();
  const setFiles = Object.keys(sets);
  const readCard = (file: string) => readFileSync(join(folder, 'cards', file));
  const readSet = (file: string, crypto = nodeCrypto) =>
    readKeySet(readFileSync(join(folder, 'jwks', file)), file, crypto);

  const lines = readFileSync(join(folder, 'index.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  const index = new Map(
    lines.map((line) => {
      const [file = '', , shape = '', signed = '', isJson = ''] = line.split('\t');
      return [file, { shape, signed, isJson }];
    }),
  );

  it('is the one that the tests here are for', () => {
    expect(cardFiles).toEqual([...index.keys()].sort());
    expect(cardFiles).toHaveLength(47);
    expect(
      readdirSync(join(folder, 'jwks'))
        .filter((name) => name.endsWith('.json'))
        .sort(),
    ).toEqual(setFiles);
  });

  describe.each(cardFiles)('%s', (file) => {
    const row = index.get(file);

    it('has the shape of the index, or one listed here', () => {
      if (row?.isJson === 'no') {
        expect(() => readJson(readCard(file))).toThrow(expect.objectContaining({ code: 'json-invalid' }));
        return;
      }
      const { value } = readJson(readCard(file));
      const shape = isObject(value) ? detectShape(value) : 'other';
      expect(shape).toBe(otherShapes[file] ?? row?.shape);
      if (file in otherShapes) expect(shape).not.toBe(row?.shape);
    });

    it('is checked to the end, and each finding has its place', () => {
      const findings = checkCard(readCard(file));
      const whole = findings.filter(({ line, column }) => line < 1 || column < 1);
      expect(whole).toEqual([]);
      const isInvalid = findings.some(({ severity }) => severity === 'error');
      // A card of another version, or of none, is not one of 1.0.
      if (row?.shape !== '1.0') expect(isInvalid).toBe(true);
    });

    it('is trusted with its own key set alone', async () => {
      for (const setFile of setFiles) {
        const keySet = await readSet(setFile);
        const { report } = await verifyCard(readCard(file), { keySet, now, crypto: nodeCrypto });
        const isOwn = genuine.some(({ card, jwks }) => card === file && jwks === setFile);
        expect(report.verdict === 'trusted', `${file} with ${setFile}: ${report.verdict}`).toBe(isOwn);
      }
    });

    it('is unsigned where the index says so', async () => {
      const keySet = await readSet('013.json');
      const { report } = await verifyCard(readCard(file), { keySet, now, crypto: nodeCrypto });
      const isCard = row?.isJson === 'yes' && row.shape !== 'other';
      if (!isCard) expect(report.verdict).toBe('invalid-card');
      else expect(report.verdict).toBe(row.signed === 'no' ? 'unsigned' : 'untrusted');
    });
  });

  it.each(setFiles)('key set %s is read, and each key in it used or skipped for a reason', async (file) => {
    const set: KeySet = await readSet(file);
    expect(set.keys).toHaveLength(sets[file]?.keys ?? 0);
    expect(set.skipped.map(({ reason }) => reason)).toEqual(sets[file]?.skipped);
  });

  it.each(['002.json', '019.json'])('the keys of %s are named by their thumbprints', async (file) => {
    const { keys } = await readSet(file);
    expect(keys.map(({ thumbprint }) => thumbprint)).toEqual(keys.map(({ kid }) => kid));
    expect(keys.some(({ jwk }) => jwk.kty === 'EC')).toBe(true);
  });

  describe.each(ports)('by $name', ({ crypto }) => {
    it.each(genuine)('$card is trusted by the keys of $jwks, over the form $form', async (row) => {
      const keySet = await readSet(row.jwks, crypto);
      const { report } = await verifyCard(readCard(row.card), { keySet, now, crypto });
      expect(report.verdict).toBe('trusted');
      expect(report.payload?.form).toBe(row.form);
      expect(report.entries).toMatchObject([{ outcome: 'verified', alg: row.alg, formMarked: false }]);
    });

    it.each(genuine)('$card is not trusted once a word of it is changed', async (row) => {
      const keySet = await readSet(row.jwks, crypto);
      const changed = readCard(row.card).toString().replace('"description": "', '"description": "!');
      expect(changed).not.toBe(readCard(row.card).toString());
      const { report } = await verifyCard(Buffer.from(changed), { keySet, now, crypto });
      expect(report.verdict).toBe('tampered');
    });
  });

  it('184.json, the fragment of the specification, lacks members of 1.0 and has none of another version', () => {
    const findings = checkCard(readCard('184.json'));
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'member-missing: the card has no defaultInputModes, which AgentCard requires',
      'member-missing: the card has no defaultOutputModes, which AgentCard requires',
      'member-missing: the card has no supportedInterfaces, which AgentCard requires',
      'member-missing: the card has no version, which AgentCard requires',
    ]);
  });
});
