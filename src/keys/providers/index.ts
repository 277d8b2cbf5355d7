/** Knows which holders of keys there are: the table that a new provider gets one row in; a heavy one loads when used. */
import { CardctlError } from '../../errors.js';
import { parseKeyRef, type KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { envProvider } from './env.js';
import { fileProvider } from './file.js';
import type { KeyProvider, ProviderContext, CreateKeyOptions } from './provider.js';

const providers: Readonly<Record<string, () => KeyProvider | Promise<KeyProvider>>> = {
  file: () => fileProvider,
  env: () => envProvider,
};

/** Opens the signer a key ref names. Throws `key-ref-invalid`, or what the provider throws. */
export async function openSigner(text: string, context: ProviderContext): Promise<Signer> {
  const ref = parseKeyRef(text);
  const provider = await loadProvider(ref);
  return provider.openSigner(ref, context);
}

/** Makes a new key at the ref. Throws `key-ref-invalid`, or what the provider throws. */
export async function createKey(text: string, context: ProviderContext & CreateKeyOptions): Promise<Signer> {
  const ref = parseKeyRef(text);
  const provider = await loadProvider(ref);
  if (provider.createKey !== undefined) return provider.createKey(ref, context);
  throw new CardctlError('key-ref-invalid', `no key can be created at "${ref.text}"`, {
    hint: 'create it as a file, with file:PATH',
  });
}

async function loadProvider(ref: KeyRef): Promise<KeyProvider> {
  const load = Object.hasOwn(providers, ref.scheme) ? providers[ref.scheme] : undefined;
  if (load !== undefined) return load();
  const schemes = Object.keys(providers).map((scheme) => `${scheme}:`);
  throw new CardctlError('key-ref-invalid', `key ref "${ref.text}" has unknown scheme "${ref.scheme}"`, {
    hint: `use ${schemes.join(' or ')}`,
  });
}
