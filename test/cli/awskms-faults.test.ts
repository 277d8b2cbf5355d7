/** Knows that a run with two keys in AWS KMS leaves the old card whole, whatever fails at whichever call of it. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toKmsRef } from '../support/kms-double/reach.js';
import { signDigestEcdsa } from '../support/kms-double/ready-digests.js';
import type { Fault, KmsDoubleKey, Members, Operation } from '../support/kms-double/types.js';
import { openKmsSpace, type KmsSpace } from './kms-space.js';
import { createCard, parseSigned } from './samples.js';

const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** What makes the signatures of the two keys, where it is not themselves. */
type Forgery = (digest: Uint8Array) => Uint8Array;
const forgeries: (Forgery | undefined)[] = [];

let bench: KmsSpace;
let keys: readonly KmsDoubleKey[];
let refs: readonly string[];
beforeAll(async () => {
  bench = await openKmsSpace();
  keys = [own, generateKeyPairSync('ec', { namedCurve: 'P-256' })].map((pair, index) =>
    bench.kms.addKey({
      spec: 'ECC_NIST_P256',
      aliases: [`pair-${index}`],
      publicKeyDer: pair.publicKey.export({ type: 'spki', format: 'der' }),
      signer: ({ message }) => forgeries[index]?.(message) ?? signDigestEcdsa(message, pair.privateKey),
    }),
  );
  refs = keys.map((_, index) => toKmsRef(bench.kms, `alias/pair-${index}`));
});
afterEach(() => {
  bench.reset();
  forgeries.length = 0;
});
afterAll(() => bench.close());

/** Spaces and the order of members as people write them, so that any writing shows. */
const card = `${JSON.stringify(createCard(), null, 3)}\n\n`;

function sign(...options: string[]) {
  bench.space.write('two.json', card);
  const [first = '', second = ''] = refs;
  return bench.run('sign', 'two.json', '--key', first, '--key', second, '--in-place', ...options);
}

/** The request of the operation that is about the first key meets the fault, or that about the second. */
function failAt(operation: Operation, index: number, fault: Fault): void {
  const asIs: Fault = { kind: 'answer', change: (output) => output };
  if (index > 0) bench.kms.fail(operation, asIs);
  bench.kms.fail(operation, fault, 9);
}

/** Ends with 7 and these words about the key, and nothing is written. */
async function expectNothing(words: RegExp, index: number, ...options: string[]): Promise<void> {
  const files = readdirSync(bench.space.path('.'));
  const { code, stdout, stderr } = await sign(...options);
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(stderr.replaceAll(refs[index] ?? '', 'REF')).toMatch(words);
  expect(stderr).toMatch(/\n {2}next: /);
  expect(bench.space.read('two.json')).toBe(card);
  expect(readdirSync(bench.space.path('.'))).toEqual([...new Set([...files, 'two.json'])].sort());
}

const error = (type: string): Fault => ({ kind: 'error', type, message: 'arn:... is disabled.' });

describe.each([
  ['the first', 0],
  ['the second', 1],
])('GetPublicKey of %s key', (_, index) => {
  it.each([
    ['an error', error('DisabledException'), /^error: the key REF is disabled \(request /],
    [
      'a denial',
      error('AccessDeniedException'),
      /^error: these credentials may not kms:GetPublicKey with REF /,
    ],
    [
      'garbage',
      { kind: 'garbage', body: '<html>' },
      /^error: what answered GetPublicKey in eu-central-1 is no AWS KMS/,
    ],
    ['no answer', { kind: 'hang' }, /^error: AWS KMS in eu-central-1 did not answer GetPublicKey /],
  ] as const)('with %s leaves the old card', async (_title, fault, words) => {
    failAt('GetPublicKey', index, fault);
    await expectNothing(words, index, '--timeout', '1s');
    expect(bench.asked().filter((one) => one.startsWith('Sign'))).toEqual([]);
  });
});

function cutShort(output: Members): Members {
  const der = Buffer.from(String(output['Signature']), 'base64');
  return { ...output, Signature: der.subarray(0, -1).toString('base64') };
}

describe.each([
  ['the first', 0],
  ['the second', 1],
])('Sign of %s key', (_, index) => {
  it.each([
    [
      'an error',
      error('KMSInternalException'),
      /^error: AWS KMS in eu-central-1 failed at Sign, at each attempt: /,
    ],
    ['a denial', error('AccessDeniedException'), /^error: these credentials may not kms:Sign with REF /],
    [
      'throttling',
      error('ThrottlingException'),
      /^error: AWS KMS in eu-central-1 refused Sign for the number of requests/,
    ],
    ['garbage', { kind: 'garbage', body: 'OK' }, /^error: what answered Sign in eu-central-1 is no AWS KMS/],
    ['no answer', { kind: 'hang' }, /^error: AWS KMS in eu-central-1 did not answer Sign /],
    [
      'a closed connection',
      { kind: 'drop' },
      /^error: AWS KMS at http:\/\/127\.0\.0\.1:\d+ cannot be reached: ECONNRESET/,
    ],
    [
      'DER that is cut short',
      { kind: 'answer', change: cutShort },
      /^error: AWS KMS answered Sign for REF with a signature that is no ES256 in DER\n/,
    ],
  ] as const)('with %s leaves the old card', async (_title, fault, words) => {
    failAt('Sign', index, fault);
    await expectNothing(words, index, '--timeout', '1s');
  });

  it.each([
    [
      'a valid signature by another key',
      (digest: Uint8Array) => signDigestEcdsa(digest, stranger.privateKey),
    ],
    [
      'a signature over another digest',
      (digest: Uint8Array) => signDigestEcdsa(createHash('sha256').update(digest).digest(), own.privateKey),
    ],
  ])('with %s leaves the old card', async (_title, forgery) => {
    forgeries[index] = forgery;
    await expectNothing(/^error: the signature that REF made is wrong: it does not verify with /, index);
  });
});

describe('two keys', () => {
  it('that both sign have both signatures in the card', async () => {
    const { code, stderr } = await sign();
    expect(code, stderr).toBe(0);
    expect(parseSigned(bench.space.read('two.json')).signatures).toHaveLength(2);
    expect(bench.asked()).toEqual([
      'GetPublicKey alias/pair-0',
      'GetPublicKey alias/pair-1',
      `Sign ${keys[0]?.arn ?? ''}`,
      `Sign ${keys[1]?.arn ?? ''}`,
    ]);
  });

  it.each([
    ['Disabled', 'is disabled'],
    ['PendingDeletion', 'is pending deletion'],
  ] as const)('one of which is %s are not tried again, and the state is told', async (state, words) => {
    const { keyId } = bench.kms.addKey({ spec: 'ECC_NIST_P256', state });
    bench.space.write('two.json', card);
    const ref = toKmsRef(bench.kms, keyId);
    const env = { ...bench.env, AWS_MAX_ATTEMPTS: '' };
    const { code, stderr } = await bench.space.run('sign', 'two.json', '--key', ref, '--in-place', { env });
    expect(code).toBe(7);
    expect(stderr).toContain(`error: the key ${ref} ${words}`);
    expect(bench.space.read('two.json')).toBe(card);
    expect(bench.asked()).toEqual([`GetPublicKey ${keyId}`]);
  });
});

describe('Sign that is refused twice for the number of requests', () => {
  async function signThrottled(...options: string[]) {
    bench.kms.fail('Sign', { kind: 'error', type: 'ThrottlingException' }, 2);
    const env = { ...bench.env, AWS_MAX_ATTEMPTS: '' };
    return bench.space.run('sign', 'card.json', '--key', bench.ref, ...options, { env });
  }

  it('is asked for again, and the card is signed without a word of it', async () => {
    const { code, stdout, stderr } = await signThrottled();
    expect(code, stderr).toBe(0);
    expect(parseSigned(stdout).signatures).toHaveLength(1);
    expect(stderr).toMatch(/^signed: ES256 by \S+, without an expiry\n$/);
    expect(bench.asked()).toHaveLength(4);
  });

  it('is told with -v', async () => {
    const { code, stderr } = await signThrottled('-v');
    expect(code).toBe(0);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      'note: AWS KMS: Sign, attempt 2 after ThrottlingException',
      'note: AWS KMS: Sign, attempt 3 after ThrottlingException',
    ]);
  });
});
