/** Knows how tests come by a PKCS#11 token with keys on it: a store of its own for each file of tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { CardctlError } from '../../src/errors.js';
import { parseKeyRef } from '../../src/keys/key-ref.js';
import { openSigner } from '../../src/keys/providers/index.js';
import { pkcs11Provider } from '../../src/keys/providers/pkcs11/index.js';
import type { KeyExamination, ProviderContext } from '../../src/keys/providers/provider.js';
import type { Signer } from '../../src/keys/signer.js';
import { createStore, type SoftHsm, type SoftHsmStore } from '../peers/softhsm.js';

/** The token that each store has. */
export const cards = { label: 'cards & more', pin: 'correct-1234' };

/** A URI of a key on that token, less its scheme. */
export function onCards(rest: string): string {
  return `token=cards%20%26%20more;${rest}`;
}

export type TestToken = {
  readonly store: SoftHsmStore;
  /** For files of the tests. */
  readonly folder: string;
  /** The usual environment, without SoftHSM2's own variable, which it reads from the process. */
  readonly toContext: (env?: Record<string, string>) => ProviderContext;
  /** Opens `pkcs11:` and what follows; closed when the test is over, so that none that fails spoils the next. */
  readonly open: (target: string, env?: Record<string, string>) => Promise<Signer>;
  /** The error of an opening that is to fail. */
  readonly fail: (target: string, env?: Record<string, string>) => Promise<CardctlError>;
  readonly examine: (target: string) => Promise<KeyExamination>;
};

/** Declares what makes the store before the tests of this file, and removes it after them. */
export function useToken(softHsm: SoftHsm, fill: (store: SoftHsmStore) => void = () => undefined): TestToken {
  const before = process.env['SOFTHSM2_CONF'];
  const store = createStore(softHsm);
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-pkcs11-'));
  const opened: Signer[] = [];
  beforeAll(() => {
    store.use();
    store.addToken(cards);
    fill(store);
  });
  afterEach(async () => {
    for (const signer of opened.splice(0)) await signer.close?.();
    store.use();
  });
  afterAll(() => {
    store.remove();
    rmSync(folder, { recursive: true });
    if (before === undefined) delete process.env['SOFTHSM2_CONF'];
    else process.env['SOFTHSM2_CONF'] = before;
  });
  const toContext: TestToken['toContext'] = (env) => ({
    env: { CARDCTL_PKCS11_MODULE: store.modulePath, CARDCTL_PKCS11_PIN: cards.pin, ...env },
  });
  const open: TestToken['open'] = async (target, env) => {
    const signer = await openSigner(`pkcs11:${target}`, toContext(env));
    opened.push(signer);
    return signer;
  };
  return {
    store,
    folder,
    toContext,
    open,
    fail: (target, env) =>
      open(target, env).then(
        () => expect.unreachable(`pkcs11:${target} opens`),
        (error: unknown) => error as CardctlError,
      ),
    examine: async (target) => {
      const examination = await pkcs11Provider.examineKey?.(parseKeyRef(`pkcs11:${target}`), toContext());
      if (examination?.signer !== undefined) opened.push(examination.signer);
      return examination ?? expect.unreachable('the provider examines keys');
    },
  };
}
