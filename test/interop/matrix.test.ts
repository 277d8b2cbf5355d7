/** Knows which signer's cards which verifier accepts, and that docs/INTEROP.md says so. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openSigner,
  readKeySet,
  signCard,
  verifyCard,
  type JsonObject,
  type Signer,
} from '../../src/index.js';
import { describePeer } from '../peers/require.js';
import { hasSdks, sdkReleases, startSdk, type Sdk, type SdkJudgement } from '../peers/sdks.js';
import { interopCards } from '../support/interop-cards.js';
import { renderMatrix, toCellKey, type Cell, type Matrix } from '../support/interop-page.js';
import { createKeyPair } from '../support/key-pairs.js';
import { toSdkText } from '../support/sdk-entries.js';

const page = join(import.meta.dirname, '../../docs/INTEROP.md');
const marks = [
  '<!-- The matrix is written by the interop tests. -->',
  '<!-- End of the matrix. -->',
] as const;
/** With `UPDATE_INTEROP=true`, the page is written instead of compared. */
const isUpdate = process.env['UPDATE_INTEROP'] === 'true';

const { privateKey, publicKey } = createKeyPair('ES256');
const keys = [{ jwk: publicKey.export({ format: 'jwk' }), kid: 'k' }];
const names = Object.keys(interopCards);

/** Gives the signed text of a card. */
type Sign = (card: JsonObject) => Promise<string>;
/** Whether a card is accepted; `genuine` is less than that. */
type Verify = (text: string) => Promise<'accepted' | 'genuine' | 'refused'>;

async function signHere(signer: Signer, card: JsonObject, sdks: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  const { text } = await signCard(bytes, { signers: [signer], kid: 'k', for: sdks });
  return text;
}

async function verifyHere(text: string) {
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] };
  const keySet = await readKeySet(new TextEncoder().encode(JSON.stringify(jwks)));
  const { verdict } = (await verifyCard(new TextEncoder().encode(text), { keySet })).report;
  if (verdict === 'trusted') return 'accepted';
  return verdict === 'unmet-policy' ? 'genuine' : 'refused';
}

const judge = (judgement: SdkJudgement) => (judgement.accepted ? 'accepted' : 'refused');

const labelOf = ({ sdk, version }: Pick<Sdk, 'sdk' | 'version'>) =>
  `${sdk === 'javascript' ? 'a2a-js' : 'a2a-python'} ${version}`;

async function fillCell(texts: readonly string[], verify: Verify): Promise<Cell> {
  const verdicts: string[] = [];
  for (const text of texts) verdicts.push(await verify(text));
  const pick = (what: string) => names.filter((_, index) => verdicts[index] === what);
  return { accepted: pick('accepted'), genuine: pick('genuine'), refused: pick('refused') };
}

describePeer('the SDKs', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  const sdks: Sdk[] = [];
  let matrix: Matrix;

  beforeAll(async () => {
    for (const release of sdkReleases) {
      if (release.protocol === '1.0') sdks.push(await startSdk(release));
    }
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const signer = await openSigner('env:KEY', { env: { KEY: pem } });
    const signing = {
      jwk: privateKey.export({ format: 'jwk' }),
      header: { alg: 'ES256', kid: 'k', typ: 'JOSE' },
    };
    const signers: [string, Sign][] = [
      ['cardctl', (card) => signHere(signer, card, [])],
      ['cardctl --for', (card) => signHere(signer, card, ['a2a-js', 'a2a-python'])],
      ...sdks.map((sdk): [string, Sign] => [labelOf(sdk), (card) => sdk.sign(JSON.stringify(card), signing)]),
    ];
    const verifiers: [string, Verify][] = [
      ['cardctl', verifyHere],
      ...sdks.map((sdk): [string, Verify] => [
        labelOf(sdk),
        async (text) => judge(await sdk.verify(text, { keys })),
      ]),
      ...sdks.map((sdk): [string, Verify] => [
        `${labelOf(sdk)}, its client`,
        async (text) => judge(await sdk.resolve(text, { keys })),
      ]),
    ];
    const cells = new Map<string, Cell>();
    for (const [signer, sign] of signers) {
      const texts: string[] = [];
      for (const name of names) texts.push(await sign(interopCards[name] ?? {}));
      for (const [verifier, verify] of verifiers) {
        cells.set(toCellKey(signer, verifier), await fillCell(texts, verify));
      }
    }
    const labels = (list: readonly (readonly [string, unknown])[]) => list.map(([label]) => label);
    matrix = { signers: labels(signers), verifiers: labels(verifiers), cards: names, cells };
  });
  afterAll(async () => {
    for (const sdk of sdks) await sdk.close();
  });

  describe('cards signed by cardctl --for a2a-js,a2a-python', () => {
    it('are accepted by every verifier that can accept a signature over security schemes at all', () => {
      const short = matrix.verifiers.filter((verifier) => {
        const cell = matrix.cells.get(toCellKey('cardctl --for', verifier));
        return cell?.accepted.length !== names.length;
      });
      // Their clients hand over instances, whose security schemes the verifier cannot see (a2a-js#663).
      expect(short).toEqual(
        sdks
          .map(labelOf)
          .filter((one) => one.startsWith('a2a-js'))
          .map((one) => `${one}, its client`),
      );
      for (const verifier of short) {
        const cell = matrix.cells.get(toCellKey('cardctl --for', verifier));
        const hasSchemes = (name: string) =>
          toSdkText('a2a-js-1.0.1', JSON.stringify(interopCards[name])).includes('"securitySchemes"');
        expect(cell?.refused).toEqual(names.filter(hasSchemes));
      }
    });
  });

  it('is what docs/INTEROP.md says', () => {
    const text = readFileSync(page, 'utf8');
    const [start, end] = marks.map((mark) => text.indexOf(mark));
    expect(start).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(start ?? 0);
    const before = text.slice(0, (start ?? 0) + marks[0].length);
    const made = `${before}\n\n${renderMatrix(matrix)}\n\n${text.slice(end)}`;
    if (isUpdate) writeFileSync(page, made);
    expect(readFileSync(page, 'utf8')).toBe(made);
  });
});
