/** Knows which signer's cards which verifier accepts, and that docs/INTEROP.md says so. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { interopCards, interopLegacyCards } from '../support/interop-cards.js';
import { renderMatrix, toCellKey, type Cell, type Matrix } from '../support/interop-page.js';
import { createKeyPair } from '../support/key-pairs.js';
import { toSdkText } from '../support/sdk-entries.js';

const page = join(import.meta.dirname, '../../docs/INTEROP.md');
/** What stands between the marks of a protocol is written here. */
const toMarks = (protocol: string) =>
  [`<!-- Cards of A2A ${protocol}, by the interop tests -->`, `<!-- End of A2A ${protocol} -->`] as const;
/** With `UPDATE_INTEROP=true`, the page is written instead of compared. */
const isUpdate = process.env['UPDATE_INTEROP'] === 'true';

const { privateKey, publicKey } = createKeyPair('ES256');
const keys = [{ jwk: publicKey.export({ format: 'jwk' }), kid: 'k' }];

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

async function fillCell(texts: ReadonlyMap<string, string>, verify: Verify): Promise<Cell> {
  const verdicts = new Map<string, string>();
  for (const [name, text] of texts) verdicts.set(name, await verify(text));
  const pick = (what: string) => [...texts.keys()].filter((name) => verdicts.get(name) === what);
  return { accepted: pick('accepted'), genuine: pick('genuine'), refused: pick('refused') };
}

const signing = {
  jwk: privateKey.export({ format: 'jwk' }),
  header: { alg: 'ES256', kid: 'k', typ: 'JOSE' },
};

function bySdk(sdk: Sdk): [string, Sign] {
  return [labelOf(sdk), (card) => sdk.sign(JSON.stringify(card), signing)];
}

async function byCardctl(): Promise<[string, Sign][]> {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const signer = await openSigner('env:KEY', { env: { KEY: pem } });
  return [
    ['cardctl', (card) => signHere(signer, card, [])],
    ['cardctl --for', (card) => signHere(signer, card, ['a2a-js', 'a2a-python'])],
  ];
}

function listVerifiers(sdks: readonly Sdk[]): [string, Verify][] {
  return [
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
}

async function fillMatrix(
  cards: Readonly<Record<string, JsonObject>>,
  signers: readonly [string, Sign][],
  verifiers: readonly [string, Verify][],
): Promise<Matrix> {
  const cells = new Map<string, Cell>();
  for (const [signer, sign] of signers) {
    const texts = new Map<string, string>();
    for (const [name, card] of Object.entries(cards)) texts.set(name, await sign(card));
    for (const [verifier, verify] of verifiers)
      cells.set(toCellKey(signer, verifier), await fillCell(texts, verify));
  }
  const labels = (list: readonly (readonly [string, unknown])[]) => list.map(([label]) => label);
  return { signers: labels(signers), verifiers: labels(verifiers), cards: Object.keys(cards), cells };
}

describePeer('the SDKs', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  const sdks: Sdk[] = [];
  const of = (protocol: string) => sdks.filter((sdk) => sdk.protocol === protocol);
  const matrices = new Map<string, Matrix>();

  beforeAll(async () => {
    for (const release of sdkReleases) sdks.push(await startSdk(release));
    const [current, legacy] = [of('1.0'), of('0.3')];
    const signers = [...(await byCardctl()), ...current.map(bySdk)];
    matrices.set('1.0', await fillMatrix(interopCards, signers, listVerifiers(current)));
    matrices.set('0.3', await fillMatrix(interopLegacyCards, legacy.map(bySdk), listVerifiers(sdks)));
    // Some thousand questions to ten programs, on a machine that may be busy.
  }, 300_000);
  afterAll(async () => {
    for (const sdk of sdks) await sdk.close();
  });

  it('accept what cardctl signs for them, but for clients that look past the security schemes', () => {
    const matrix = matrices.get('1.0') as Matrix;
    const refusedBy = (verifier: string) =>
      matrix.cells.get(toCellKey('cardctl --for', verifier))?.refused ?? [];
    const short = matrix.verifiers.filter((verifier) => refusedBy(verifier).length > 0);
    // Their clients hand over instances, whose security schemes the verifier cannot see (a2a-js#663).
    const javascript = of('1.0').filter(({ sdk }) => sdk === 'javascript');
    expect(short).toEqual(javascript.map((sdk) => `${labelOf(sdk)}, its client`));
    const hasSchemes = (name: string) =>
      toSdkText('a2a-js-1.0.1', JSON.stringify(interopCards[name])).includes('"securitySchemes"');
    for (const verifier of short) expect(refusedBy(verifier)).toEqual(matrix.cards.filter(hasSchemes));
  });

  it.each(['1.0', '0.3'])('do with cards of A2A %s what docs/INTEROP.md says', (protocol) => {
    const text = readFileSync(page, 'utf8');
    const [mark, endMark] = toMarks(protocol);
    const [start, end] = [text.indexOf(mark), text.indexOf(endMark)];
    expect(start).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(start);
    const table = renderMatrix(matrices.get(protocol) as Matrix);
    const made = `${text.slice(0, start + mark.length)}\n\n${table}\n\n${text.slice(end)}`;
    if (isUpdate) writeFileSync(page, made);
    expect(readFileSync(page, 'utf8')).toBe(made);
  });
});
