/** Knows what a provider is: the port that every holder of keys serves. */
import type { AlgorithmName } from '../algorithms.js';
import type { KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';

/** What a provider may know of the world. */
export type ProviderContext = {
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type CreateKeyOptions = {
  readonly algorithm: AlgorithmName;
  /** The variable that holds a passphrase to encrypt the key with, where the provider keeps it in a file. */
  readonly passphraseVariable?: string | undefined;
};

export type KeyProvider = {
  /** Throws `CardctlError` of the kind `provider`. */
  openSigner(ref: KeyRef, context: ProviderContext): Promise<Signer>;
};

/** Makes a new key at the ref, never over an existing one. Throws `CardctlError`. */
export type CreateKey = (ref: KeyRef, context: ProviderContext & CreateKeyOptions) => Promise<Signer>;
