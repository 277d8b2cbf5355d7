/** Knows what a provider is: the port that every holder of keys serves. */
import type { CardctlError } from '../../errors.js';
import type { AlgorithmName } from '../algorithms.js';
import type { KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import type { Symptom } from '../symptom.js';

/** What a provider may know of the world. */
export type ProviderContext = {
  /**
   * Environment variables: keys, passphrases, PINs, the AWS region. Credentials, profiles and endpoints of AWS its client
   * reads from the environment of the process and the files that this names.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that one request to a key service may take, with all its attempts; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Whether a key must be named by what can be pointed at no other key: in AWS KMS by its ARN, not by an alias. */
  readonly requireArn?: boolean | undefined;
  /** Is told what a person may want to know while a key is used; nothing in it is secret. */
  readonly tell?: ((remark: Remark) => void) | undefined;
};

export type Remark = {
  readonly text: string;
  /** Of interest only to those who ask for more, as each further attempt is. */
  readonly isDetail: boolean;
};

export type CreateKeyOptions = {
  readonly algorithm: AlgorithmName;
  /** The variable that holds a passphrase to encrypt the key with, where the provider keeps it in a file. */
  readonly passphraseVariable?: string | undefined;
  /** What the provider calls the kind of key, where the algorithm leaves a choice: `RSA_4096`. */
  readonly spec?: string | undefined;
  /** For those who find the key at its provider. */
  readonly description?: string | undefined;
  /** Whether the key can have replicas in other regions. */
  readonly multiRegion?: boolean | undefined;
  /** Tags of the key, beside one that names cardctl. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
};

export type KeyProvider = {
  /** Throws `CardctlError` of the kind `provider`, and `key-ref-invalid`. */
  openSigner(ref: KeyRef, context: ProviderContext): Promise<Signer>;
  /** What `keys doctor` tells of a key, where there is more to tell than that it signs. Throws as `openSigner`. */
  examineKey?(ref: KeyRef, context: ProviderContext): Promise<KeyExamination>;
  /** Where the provider is loaded on use as a whole; a file's is a row of `create-key.ts`, apart from signing. */
  readonly createKey?: CreateKey;
  /** The next step for who wants a new key there, where the provider makes none. */
  readonly howToCreate?: string;
};

/** What a provider found out about a key, and the signer where one could be opened. */
export type KeyExamination = {
  readonly signer: Signer | undefined;
  readonly symptoms: readonly Symptom[];
  /** What broke it off before all was asked, which the last symptom tells: no connection, credentials that have expired. */
  readonly failure?: CardctlError;
};

/** Makes a new key at the ref, never over an existing one. Throws `CardctlError`. */
export type CreateKey = (ref: KeyRef, context: ProviderContext & CreateKeyOptions) => Promise<Signer>;
