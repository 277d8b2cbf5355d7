/** Knows that no answer fills the memory, however long it is and whatever it says. */
import { describe, expect, it, vi } from 'vitest';
import { createKey } from '../../../../src/keys/providers/create-key.js';
import { failureOf, messageOf } from '../../../support/failure.js';
import { openAtDouble, toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
/** 60 million bytes, of which a parser would make twenty million objects. */
let bomb: string;
useKmsDouble((started) => {
  kms = started;
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  bomb = `[${'{},'.repeat(20_000_000)}{}]`;
}, oneAttempt);

const limit = 262_144;
/** Three times as long as an answer may be. */
const long = `[${'{},'.repeat(limit)}{}]`;
const garbage = (body: string): Fault => ({ kind: 'garbage', body });

/** An answer to GetPublicKey of so many bytes, most of them spaces. */
function padded(bytes: number): Fault {
  return {
    kind: 'answer',
    change: (output) => {
      const length = JSON.stringify({ ...output, Padding: '' }).length;
      return { ...output, Padding: ' '.repeat(bytes - length) };
    },
  };
}

/** How it is told that an answer was broken off. */
async function expectBroken(opening: Promise<unknown>): Promise<void> {
  const failure = await failureOf(opening);
  const { code, kind, hint } = failure;
  expect({ code, kind, message: messageOf(failure), hint }).toEqual(broken);
}

const broken = {
  code: 'provider-response',
  kind: 'provider',
  message: 'what answered GetPublicKey in eu-central-1 is no AWS KMS: its answer cannot be read',
  hint: 'check the endpoint, and what stands between it and this machine',
};

describe('an answer of AWS KMS', () => {
  it('of 262,144 bytes is read', async () => {
    kms.fail('GetPublicKey', padded(limit));
    const signer = await openAtDouble(kms, 'alias/card');
    await signer.close?.();
    expect(signer.algorithms).toEqual(['ES256']);
  });

  it('of one byte more is broken off', async () => {
    kms.fail('GetPublicKey', padded(limit + 1));
    await expectBroken(openAtDouble(kms, 'alias/card'));
  });

  it('of 60 MB is broken off before it is in the memory', async () => {
    kms.fail('GetPublicKey', garbage(bomb));
    const before = process.memoryUsage();
    const start = performance.now();
    await expectBroken(openAtDouble(kms, 'alias/card'));
    const after = process.memoryUsage();
    expect(performance.now() - start).toBeLessThan(3_000);
    // Twenty million objects would take more than 500 MB; the double itself has the text twice.
    expect(after.heapUsed - before.heapUsed).toBeLessThan(300_000_000);
  });

  it.each([
    ['an error', 400, 'provider-response'],
    ['a fault of the service', 500, 'provider-failed'],
  ])('is as short where it is %s', async (_, status, code) => {
    kms.fail('GetPublicKey', { kind: 'status', status, body: long });
    const start = performance.now();
    const failure = await failureOf(openAtDouble(kms, 'alias/card'));
    expect(failure.code).toBe(code);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('that is too long is broken off where its rest never comes, too', async () => {
    kms.fail('GetPublicKey', { kind: 'endless', body: long.slice(0, limit + 1) });
    const start = performance.now();
    await expectBroken(openAtDouble(kms, 'alias/card', { timeoutMs: 9_000 }));
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('whose rest never comes is given up when the time is over', async () => {
    kms.fail('GetPublicKey', { kind: 'endless', body: '{"KeyId":' });
    const failure = await failureOf(openAtDouble(kms, 'alias/card', { timeoutMs: 500 }));
    expect(failure.code).toBe('provider-timeout');
    expect(failure.message).toContain('did not answer GetPublicKey within 0.5 s');
  });

  it('to CreateKey is as short, and asked for once', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', undefined);
    kms.fail('CreateKey', garbage(long), 9);
    const context = { env: toAwsEnvironment(kms), algorithm: 'ES256' } as const;
    expect((await failureOf(createKey(toKmsRef(kms, 'alias/new'), context))).code).toBe('provider-response');
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['DescribeKey', 'CreateKey']);
  });

  it('that is too long is given up after each of the usual attempts', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', undefined);
    kms.fail('GetPublicKey', garbage(long), 9);
    expect((await failureOf(openAtDouble(kms, 'alias/card'))).code).toBe('provider-response');
    expect(kms.requests.length).toBeLessThanOrEqual(3);
  });
});
