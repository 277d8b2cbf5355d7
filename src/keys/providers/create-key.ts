/** Knows which holders can make a new key: the table that such a provider gets a second row in. */
import { CardctlError } from '../../errors.js';
import { parseKeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { assertScheme } from './index.js';
import { createKeyFile } from './new-key-file.js';
import type { CreateKey, CreateKeyOptions, ProviderContext } from './provider.js';

const creators: Readonly<Record<string, CreateKey>> = { file: createKeyFile };

/** Makes a new key at the ref. Throws `key-ref-invalid`, or what the provider throws. */
export async function createKey(text: string, context: ProviderContext & CreateKeyOptions): Promise<Signer> {
  const ref = parseKeyRef(text);
  assertScheme(ref);
  const create = Object.hasOwn(creators, ref.scheme) ? creators[ref.scheme] : undefined;
  if (create !== undefined) return create(ref, context);
  throw new CardctlError('key-ref-invalid', `no key can be created at "${ref.text}"`, {
    hint: 'create it as a file, with file:PATH',
  });
}
