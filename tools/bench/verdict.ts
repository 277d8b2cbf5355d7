/** Knows how fast a card's bytes become a verdict, beside the bare verification of ready bytes. */
import { createPublicKey, generateKeyPairSync, verify, type JsonWebKey } from 'node:crypto';
import { verifyAgentCardSignature, type AgentCard } from '@a2a-js/sdk';
import type * as Library from '../../src/index.js';
import type * as Browser from '../../src/verify.js';
import { loadBundled } from './bundled.js';
import { makeAgreedCard } from './cards.js';
import { comparePaired, timed, timedAsync, type Row } from './compare.js';

const rounds = 41;
const repetitions = 200;

type Loaded = typeof Library & Pick<typeof Browser, 'webCrypto'>;
type Alg = 'ES256' | 'EdDSA';

/** Verdicts per second to verifications per second, in one thread, for a card of about 2 kB. */
export async function benchVerdict(): Promise<Row[]> {
  const { webCrypto } = await loadBundled<typeof Browser>('verify.ts');
  const library = { ...(await loadBundled<typeof Library>('index.ts')), webCrypto };
  const rows: Row[] = [];
  for (const alg of ['ES256', 'EdDSA'] as const) rows.push(...(await benchAlgorithm(library, alg)));
  return rows;
}

async function benchAlgorithm(library: Loaded, alg: Alg): Promise<Row[]> {
  const { verifyCard, nodeCrypto, webCrypto } = library;
  const sample = await makeSample(library, alg);
  const { bytes, keySet } = sample;
  const options = { keySet, now: new Date(), crypto: nodeCrypto };
  const { report } = await verifyCard(bytes, options);
  if (report.verdict !== 'trusted') throw new Error(report.reason);
  const bare = timed(repetitions, () => verify(sample.digest, sample.input, sample.key, sample.signature));
  const works = {
    'bytes to verdict': { work: () => verifyCard(bytes, options), atLeast: 0.8 },
    'parse, write again, verify: nothing checked': { work: () => Promise.resolve(verifyUnchecked(sample)) },
    'the same by Web Cryptography': { work: () => verifyCard(bytes, { ...options, crypto: webCrypto }) },
    'the SDK, bytes to accepted': { work: () => verifyBySdk(sample) },
  };
  const rows: Row[] = [];
  for (const [name, { work, ...limit }] of Object.entries(works)) {
    const ours = timedAsync(repetitions, work);
    await comparePaired(bare, ours, 5);
    const { ratio, times } = await comparePaired(bare, ours, rounds);
    const note = `${times[1].toFixed(0)} µs, node:crypto alone ${times[0].toFixed(0)} µs`;
    rows.push({ name: `${alg}: ${name}`, ratio, ...limit, note });
  }
  return rows;
}

type SignatureEntry = { readonly protected: string; readonly signature: string };

type Sample = Awaited<ReturnType<typeof makeSample>>;

/** The least that a program in JavaScript does: no canonical order, no default, no key looked up, nothing refused. */
function verifyUnchecked({ bytes, digest, key }: Sample): boolean {
  const { signatures, ...card } = JSON.parse(bytes.toString()) as { signatures: [SignatureEntry] };
  const [entry] = signatures;
  JSON.parse(Buffer.from(entry.protected, 'base64url').toString());
  const payload = Buffer.from(JSON.stringify(card)).toString('base64url');
  const input = Buffer.from(`${entry.protected}.${payload}`);
  // The members stand as they were received, so what comes out is no; it costs as much as yes.
  return verify(digest, input, key, Buffer.from(entry.signature, 'base64url'));
}

/** As its users do it: the card is parsed, and whoever has a key for the kid gives it. */
async function verifyBySdk({ bytes, jwk }: Sample): Promise<boolean> {
  const card = JSON.parse(bytes.toString()) as AgentCard;
  await verifyAgentCardSignature(() => Promise.resolve(jwk))(card);
  return true;
}

/** A signed card, its key set, and what a verification of ready bytes needs. */
async function makeSample({ openSigner, signCard, nodeCrypto, readKeySet }: Loaded, alg: Alg) {
  const { privateKey, publicKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = await openSigner('env:KEY', { env: { KEY: pem } });
  const { text, payload } = await signCard(Buffer.from(JSON.stringify(makeAgreedCard(1600))), {
    signers: [signer],
    crypto: nodeCrypto,
    now: new Date(),
  });
  const card = JSON.parse(text) as { signatures: [SignatureEntry] };
  const [entry] = card.signatures;
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    bytes: Buffer.from(JSON.stringify(card)),
    jwk: { ...jwk, alg } as JsonWebKey & { kty: string },
    keySet: await readKeySet(Buffer.from(JSON.stringify({ keys: [jwk] }))),
    digest: alg === 'ES256' ? 'sha256' : null,
    input: Buffer.from(`${entry.protected}.${Buffer.from(payload).toString('base64url')}`),
    key: {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      ...(alg === 'ES256' ? { dsaEncoding: 'ieee-p1363' as const } : {}),
    },
    signature: Buffer.from(entry.signature, 'base64url'),
  };
}
