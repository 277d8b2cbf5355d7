/** Knows that no connection to AWS KMS stays open, however its use ended. */
import { describe, expect, it, vi } from 'vitest';
import { withSigners } from '../../../../src/cli/signers.js';
import { createKey } from '../../../../src/keys/providers/create-key.js';
import { examineKey } from '../../../../src/keys/providers/index.js';
import { failureOf } from '../../../support/failure.js';
import { openAtDouble, toAwsEnvironment, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
let ref: string;
useKmsDouble((started) => {
  kms = started;
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  ref = toKmsRef(kms, 'alias/card');
}, oneAttempt);

const context = () => ({ env: toAwsEnvironment(kms), timeoutMs: 400 });

/** Sees to it that something was asked, and that all connections end; idle ones would stay for seconds. */
async function expectClosed(): Promise<void> {
  expect(kms.requests.length).toBeGreaterThan(0);
  await vi.waitFor(
    () => {
      expect(kms.openSockets()).toBe(0);
    },
    { timeout: 1_000, interval: 5 },
  );
}

const faults: readonly (readonly [string, Fault])[] = [
  ['an error', { kind: 'error', type: 'DisabledException' }],
  ['no answer', { kind: 'hang' }],
  ['an answer without an end', { kind: 'endless', body: '{' }],
  ['too long an answer', { kind: 'endless', body: ' '.repeat(300_000) }],
  ['garbage', { kind: 'garbage', body: '<html>' }],
];

describe('no connection stays open', () => {
  it('after a signer was closed, and it was open until then', async () => {
    const signer = await openAtDouble(kms, 'alias/card');
    await signer.sign('ES256', Buffer.from('x'));
    expect(kms.openSockets()).toBe(1);
    await signer.close?.();
    await expectClosed();
  });

  it.each(faults)('after a signer that could not be opened: %s', async (_, fault) => {
    kms.fail('GetPublicKey', fault);
    await failureOf(openAtDouble(kms, 'alias/card', context()));
    await expectClosed();
  });

  it.each(faults)('after a signature that failed, once the signer is closed: %s', async (_, fault) => {
    const signer = await openAtDouble(kms, 'alias/card', context());
    kms.fail('Sign', fault);
    await failureOf(signer.sign('ES256', Buffer.from('x')));
    await signer.close?.();
    await expectClosed();
  });

  it('after an examination, once its signer is closed', async () => {
    const { signer } = await examineKey(ref, context());
    await signer?.close?.();
    await expectClosed();
  });

  it.each(faults)('after an examination without a signer: %s', async (_, fault) => {
    kms.fail('GetPublicKey', fault);
    const { signer } = await examineKey(ref, context());
    expect(signer).toBeUndefined();
    await expectClosed();
  });

  it('after a key was made, once its signer is closed', async () => {
    const signer = await createKey(toKmsRef(kms, 'alias/new'), { ...context(), algorithm: 'ES256' });
    await signer.close?.();
    await expectClosed();
  });

  it.each(faults)('after no key was made: %s', async (_, fault) => {
    kms.fail('CreateKey', fault);
    await failureOf(createKey(toKmsRef(kms, 'alias/none'), { ...context(), algorithm: 'ES256' }));
    await expectClosed();
  });

  it('after a run with several keys, whether it goes well or not', async () => {
    await withSigners([ref, ref], context(), async (signers) => {
      for (const signer of signers) await signer.sign('ES256', Buffer.from('x'));
      expect(kms.openSockets()).toBe(2);
    });
    await expectClosed();
    const run = withSigners([ref], context(), () => Promise.reject(new Error('of the run')));
    await expect(run).rejects.toThrow('of the run');
    await expectClosed();
    const unreached = vi.fn<() => Promise<void>>();
    await failureOf(withSigners([ref, toKmsRef(kms, 'alias/nobody')], context(), unreached));
    expect(unreached).not.toHaveBeenCalled();
    await expectClosed();
  });
});
