/** Knows that nothing done to a signed card, its entries or the key set makes other content trusted. */
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { CardctlError, nodeCrypto, verifyCard } from '../../src/index.js';
import { readKeySet } from '../../src/keys/key-set.js';
import type { VerificationResult, VerifyCardOptions } from '../../src/index.js';
import { createSubjects, now, type Subject } from './tampering/cards.js';
import {
  forgeEntries,
  mirrorSignature,
  respellEntry,
  tamperHeader,
  tamperSignature,
} from './tampering/entries.js';
import { decodeHeader, type Entry } from './tampering/foreign-signer.js';
import { tamperKeySet } from './tampering/key-sets.js';
import { operatorNames, tamperDocument } from './tampering/operators.js';
import { findFalseAccept } from './tampering/oracle.js';
import { flipBytes, seededRandom } from './tampering/random.js';
import { toText, toTree } from './tampering/tree.js';
import { makeOverlapping, makeUnprotected } from './tampering/unprotected.js';

const subjects = await createSubjects();
/** Cases by what was done, and how many of them were trusted, with the same content. */
const seen = new Map<string, { cases: number; trusted: number }>();

describe.each(subjects)('a card signed by $title', (subject) => {
  const card = JSON.parse(subject.text) as { signatures: (Entry & { header?: unknown })[] };
  const { signatures } = card;

  it('is trusted as it is', async () => {
    expect(await judge('nothing', subject, subject.text)).toBe('trusted');
  });

  it('is never trusted for other content, whatever is done at any pointer', async () => {
    const options = await toOptions(subject);
    for (const { operator, tree } of tamperDocument(toTree(card), seededRandom(1))) {
      const verdict = await judge(operator, subject, toText(tree), options);
      // Another text of the same value: what the operators do is seen, and only what they do.
      if (operator === 'respell') expect(verdict, toText(tree)).toBe('trusted');
    }
  });

  it('is never trusted for other content, whatever bit of it is flipped', async () => {
    const options = await toOptions(subject);
    for (const bytes of flipBytes(subject.text, 400, seededRandom(4)))
      await judge('flipped bit', subject, bytes, options);
  });

  it('is never trusted with another protected header, signature or spelling of either', async () => {
    const options = await toOptions(subject);
    const random = seededRandom(2);
    for (const [index, entry] of signatures.entries()) {
      const key = keyOf(subject, entry);
      const steps = {
        'header member': tamperHeader(entry, random),
        'signature bytes': tamperSignature(entry, key, random),
        'base64url spelling': respellEntry(entry),
        'forged entry': forgeEntries(key, canonicalize(subject.meaning) ?? ''),
      };
      for (const [step, entries] of Object.entries(steps)) {
        for (const other of entries) {
          const text = JSON.stringify({ ...card, signatures: signatures.with(index, other) });
          expect(await judge(step, subject, text, options), text).not.toBe('trusted');
        }
      }
    }
  });

  it('is trusted with the mirrored signature of ECDSA, which speaks of the same content', async () => {
    const mirrored = signatures.map((entry) =>
      keyOf(subject, entry).alg === 'ES256' ? mirrorSignature(entry) : entry,
    );
    const text = JSON.stringify({ ...card, signatures: mirrored });
    expect(await judge('mirrored signature', subject, text)).toBe('trusted');
  });

  it('is never trusted with a key set that does not hold the keys that signed it, for this use', async () => {
    for (const { keys, isUseless } of tamperKeySet(subject.keys, seededRandom(3))) {
      const options = await toOptions(subject, keys);
      const verdict = options && (await judge('key set', subject, subject.text, options));
      if (isUseless) expect(verdict, JSON.stringify(keys)).not.toBe('trusted');
    }
  });

  it('has the same verdict with every unprotected header', async () => {
    const options = await toOptions(subject);
    for (const text of sampleTexts(subject)) {
      const before = await verify(text, options);
      for (const [index, entry] of signatures.entries()) {
        for (const header of makeUnprotected(Object.keys(decodeHeader(entry.protected)))) {
          const after = await verify(withHeader(text, index, header), options);
          count('unprotected header', after);
          expect(after, `${JSON.stringify(header)} at ${index} of ${text}`).toEqual(before);
        }
      }
    }
  });

  it('has an entry refused whose unprotected header repeats a protected name', async () => {
    const options = await toOptions(subject);
    for (const text of sampleTexts(subject)) {
      const before = await verify(text, options);
      for (const [index, entry] of signatures.entries()) {
        for (const header of makeOverlapping(decodeHeader(entry.protected))) {
          const { report } = await verify(withHeader(text, index, header), options);
          count('overlapping header', { report });
          // That an entry is forged is not hidden by a header that anyone may write.
          const { outcome } = before.report.entries[index] ?? {};
          const isForged = outcome === 'signature-mismatch' || outcome === 'signature-malformed';
          expect(report.entries[index]?.outcome).toBe(isForged ? outcome : 'header-overlap');
          expect(report.verdict).not.toBe('trusted');
          if (before.report.verdict === 'tampered' && isForged) expect(report.verdict).toBe('tampered');
        }
      }
    }
  });
});

it('would notice a false accept', async () => {
  const [subject, stranger] = subjects as [Subject, Subject];
  const options = await toOptions(subject);
  const honest = await verify(subject.text, options);
  const foreign = await verify(stranger.text, await toOptions(stranger));
  const faultOf = (text: string, result = honest, of = subject) => findFalseAccept(of, text, options, result);
  expect(await faultOf(subject.text)).toBeUndefined();
  expect(await faultOf(subject.text, foreign)).toBe('other content than was signed');
  expect(await faultOf(subject.text, { report: honest.report })).toBe('trusted, with nothing verified');
  const added = subject.text.replace('{', '{"url":"https://evil.example",');
  expect(await faultOf(added)).toBe('the received text holds what nobody signed');
  const renamed = subject.text.replace('"securityRequirements"', '"security_requirements"');
  expect(await faultOf(renamed)).toBe('the received text holds what nobody signed');
  expect(await faultOf(subject.text, honest, { ...subject, threshold: 2 })).toBe('too few keys');
  expect(await faultOf(subject.text, honest, { ...subject, keys: stranger.keys })).toBe(
    'an entry that nobody made',
  );
});

it('has tried 20,000 cases and more, with every operator many times', () => {
  const cases = [...seen.values()].reduce((sum, row) => sum + row.cases, 0);
  expect(cases).toBeGreaterThanOrEqual(20_000);
  for (const operator of operatorNames) expect(seen.get(operator)?.cases, operator).toBeGreaterThan(400);
});

/** The verdict on a text; fails where it is trusted and should not be. */
async function judge(
  step: string,
  subject: Subject,
  received: string | Uint8Array,
  given?: VerifyCardOptions,
): Promise<string> {
  const options = given ?? (await toOptions(subject));
  const result = await verify(received, options);
  count(step, result);
  if (result.report.verdict !== 'trusted') return result.report.verdict;
  const text = typeof received === 'string' ? received : new TextDecoder().decode(received);
  const fault = await findFalseAccept(subject, text, options, result);
  if (fault !== undefined) expect.fail(`${step}: ${fault}: ${text}`);
  return 'trusted';
}

function verify(received: string | Uint8Array, options: VerifyCardOptions): Promise<VerificationResult> {
  return verifyCard(typeof received === 'string' ? new TextEncoder().encode(received) : received, options);
}

function count(step: string, { report }: Pick<VerificationResult, 'report'>): void {
  const row = seen.get(step) ?? { cases: 0, trusted: 0 };
  row.cases++;
  if (report.verdict === 'trusted') row.trusted++;
  seen.set(step, row);
}

async function toOptions(subject: Subject): Promise<VerifyCardOptions>;
async function toOptions(subject: Subject, keys: readonly unknown[]): Promise<VerifyCardOptions | undefined>;
/** `undefined` where the key set is refused as a whole. */
async function toOptions(
  { keys, threshold }: Subject,
  others?: readonly unknown[],
): Promise<VerifyCardOptions | undefined> {
  const jwks = new TextEncoder().encode(JSON.stringify({ keys: others ?? keys.map(({ jwk }) => jwk) }));
  try {
    const keySet = await readKeySet(jwks, 'jwks', nodeCrypto);
    return { keySet, now, crypto: nodeCrypto, policy: { threshold } };
  } catch (error) {
    if (others === undefined || !(error instanceof CardctlError)) throw error;
    count('key set', { report: { verdict: 'untrusted' } as VerificationResult['report'] });
    return undefined;
  }
}

/** The card, and texts of it that are not trusted, each for another reason. */
function sampleTexts({ text, meaning }: Subject): string[] {
  const card = JSON.parse(text) as { signatures: Entry[] };
  const truncated = card.signatures.map((entry) => ({ ...entry, signature: entry.signature.slice(0, -4) }));
  return [
    text,
    JSON.stringify({ ...card, name: 'other' }),
    JSON.stringify({ ...card, signatures: truncated }),
    JSON.stringify({
      ...card,
      supportedInterfaces: [{ url: 'https://evil.example' }],
      meaning: meaning['name'],
    }),
  ];
}

function withHeader(text: string, index: number, header: unknown): string {
  const card = JSON.parse(text) as { signatures: Entry[] };
  return JSON.stringify({
    ...card,
    signatures: card.signatures.with(index, { ...card.signatures[index]!, header } as Entry),
  });
}

function keyOf({ keys }: Subject, entry: Entry): Subject['keys'][number] {
  return keys.find(({ kid }) => kid === decodeHeader(entry.protected)['kid'])!;
}
