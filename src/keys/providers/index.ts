/** Knows which holders of keys there are: the table that a new provider gets one row in; a heavy one loads when used. */
import { CardctlError } from '../../errors.js';
import { parseKeyRef, type KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { envProvider } from './env.js';
import { fileProvider } from './file.js';
import type { KeyExamination, KeyProvider, ProviderContext } from './provider.js';

const providers: Readonly<Record<string, () => KeyProvider | Promise<KeyProvider>>> = {
  file: () => fileProvider,
  env: () => envProvider,
  awskms: loadAwskms,
  // A bare ARN, as AWS shows it.
  arn: loadAwskms,
  pkcs11: async () => (await import('./pkcs11/index.js')).pkcs11Provider,
};

/** What there is to tell of the key that a ref names, as `keys doctor` does. Throws as `openSigner`. */
export async function examineKey(text: string, context: ProviderContext): Promise<KeyExamination> {
  const ref = parseKeyRef(text);
  const provider = await loadProvider(ref);
  if (provider.examineKey !== undefined) return provider.examineKey(ref, context);
  const signer = await provider.openSigner(ref, context);
  const opens = {
    level: 'good',
    subject: 'key',
    text: `opens, and signs with ${signer.algorithms.join(', ')}`,
  } as const;
  return { signer, symptoms: [opens] };
}

async function loadAwskms(): Promise<KeyProvider> {
  return (await import('./awskms/index.js')).awskmsProvider;
}

/** Opens the signer a key ref names. Throws `key-ref-invalid`, or what the provider throws. */
export async function openSigner(text: string, context: ProviderContext): Promise<Signer> {
  const ref = parseKeyRef(text);
  const provider = await loadProvider(ref);
  return provider.openSigner(ref, context);
}

/** Throws `key-ref-invalid` where no provider has the scheme. */
export async function loadProvider(ref: KeyRef): Promise<KeyProvider> {
  const load = Object.hasOwn(providers, ref.scheme) ? providers[ref.scheme] : undefined;
  return load === undefined ? refuseScheme(ref) : load();
}

function refuseScheme({ text, scheme }: KeyRef): never {
  const schemes = Object.keys(providers).map((one) => `${one}:`);
  throw new CardctlError('key-ref-invalid', `key ref "${text}" has unknown scheme "${scheme}"`, {
    hint: `use ${schemes.join(' or ')}`,
  });
}
