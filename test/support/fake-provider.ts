/** Knows how a PKCS#11 key is opened over a module in memory, and how that is seen to fail. */
import { expect } from 'vitest';
import { parseKeyRef } from '../../src/keys/key-ref.js';
import type { Cryptoki } from '../../src/keys/providers/pkcs11/cryptoki.js';
import { createPkcs11Provider } from '../../src/keys/providers/pkcs11/index.js';
import type { KeyProvider } from '../../src/keys/providers/provider.js';
import type { Signer } from '../../src/keys/signer.js';
import { createFakeModule, type FakeModule, type FakeOptions } from './fake-cryptoki.js';

/** The key of the module, if it is the only one there. */
export const ref = 'pkcs11:object=key';
export const pin = 'p1n-of-the-token';
export const env = { CARDCTL_PKCS11_MODULE: 'fake.so', CARDCTL_PKCS11_PIN: pin };

/** A provider with a world of its own. */
export function createFakeProvider(
  options: FakeOptions = {},
): FakeModule & { readonly provider: KeyProvider } {
  const module = createFakeModule(options);
  return { ...module, provider: createPkcs11Provider(() => Promise.resolve(module.peer)) };
}

export function openWith(
  provider: KeyProvider,
  text = ref,
  variables: Record<string, string> = env,
): Promise<Signer> {
  return provider.openSigner(parseKeyRef(text), { env: variables });
}

/** The error that a promise rejects with; the PIN is not in it. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string; hint: string }> {
  const error = await promise.then(
    () => expect.unreachable('it works'),
    (reason: unknown) => reason as { code: string; message: string; hint: string },
  );
  for (const text of [error.message, error.hint]) expect(text).not.toContain(pin);
  return error;
}

/** Options: fails one function with a CKR, whenever it is called. */
export function failing(name: keyof Cryptoki, code: number): FakeOptions {
  return { fail: (called) => (called === name ? code : 0) };
}
