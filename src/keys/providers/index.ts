/** Knows which holders of keys there are: the table that a new provider gets one row in; a heavy one loads when used. */
import { CardctlError } from '../../errors.js';
import { parseKeyRef, type KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { envProvider } from './env.js';
import { fileProvider } from './file.js';
import type { KeyProvider, ProviderContext } from './provider.js';

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

async function loadProvider(ref: KeyRef): Promise<KeyProvider> {
  const load = Object.hasOwn(providers, ref.scheme) ? providers[ref.scheme] : undefined;
  return load === undefined ? refuseScheme(ref) : load();
}

/** Throws `key-ref-invalid` where no provider has the scheme. */
export function assertScheme(ref: KeyRef): void {
  if (!Object.hasOwn(providers, ref.scheme)) refuseScheme(ref);
}

function refuseScheme({ text, scheme }: KeyRef): never {
  const schemes = Object.keys(providers).map((one) => `${one}:`);
  throw new CardctlError('key-ref-invalid', `key ref "${text}" has unknown scheme "${scheme}"`, {
    hint: `use ${schemes.join(' or ')}`,
  });
}
