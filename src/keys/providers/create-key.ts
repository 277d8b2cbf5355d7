/** Knows which holders can make a new key, and which options each of them takes. */
import { CardctlError } from '../../errors.js';
import { parseKeyRef, type KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import { loadProvider } from './index.js';
import { createKeyFile } from './new-key-file.js';
import type { CreateKeyOptions, ProviderContext } from './provider.js';

/** What an option is called where people give it. */
const flags = {
  passphraseVariable: '--passphrase-env',
  spec: '--spec',
  description: '--description',
  multiRegion: '--multi-region',
  tags: '--tag',
} as const satisfies Partial<Record<keyof CreateKeyOptions, string>>;

type Option = keyof typeof flags;

const takenByFile: readonly Option[] = ['passphraseVariable'];
const takenByService: readonly Option[] = ['spec', 'description', 'multiRegion', 'tags'];

const elsewhere = 'create it as a file, with file:PATH, or in AWS KMS, with awskms:///alias/NAME';

/** Makes a new key at the ref. Throws `key-ref-invalid`, `usage`, or what the provider throws. */
export async function createKey(text: string, context: ProviderContext & CreateKeyOptions): Promise<Signer> {
  const ref = parseKeyRef(text);
  if (ref.scheme === 'file') {
    assertTaken(ref, context, takenByFile);
    return createKeyFile(ref, context);
  }
  const { createKey: create, howToCreate = elsewhere } = await loadProvider(ref);
  if (create === undefined) {
    throw new CardctlError('key-ref-invalid', `no key can be created at "${ref.text}"`, {
      hint: howToCreate,
    });
  }
  assertTaken(ref, context, takenByService);
  return create(ref, context);
}

/** An option that would be passed over is a mistake. */
function assertTaken({ text }: KeyRef, options: CreateKeyOptions, taken: readonly Option[]): void {
  const given = (Object.keys(flags) as Option[]).filter((name) => options[name] !== undefined);
  const other = given.find((name) => !taken.includes(name));
  if (other === undefined) return;
  throw new CardctlError('usage', `${flags[other]} means nothing for a key at "${text}"`, {
    hint: 'leave it out',
  });
}
