/** Knows keys held in a file: `file:PATH`, PEM or JWK. */
import { fileURLToPath } from 'node:url';
import { CardctlError } from '../../errors.js';
import { readFileTo } from '../../read-file.js';
import type { KeyRef } from '../key-ref.js';
import type { Signer } from '../signer.js';
import type { KeyProvider, ProviderContext } from './provider.js';
import { readVariable, splitPassphrase } from './passphrase.js';
import { toSigner } from './private-key.js';

export const fileProvider: KeyProvider = { openSigner: openFileSigner };

async function openFileSigner(ref: KeyRef, { env }: ProviderContext): Promise<Signer> {
  const { path, variable } = splitPassphrase(ref.target);
  const bytes = readKeyFile(toPath(path), ref);
  const signer = toSigner({
    ref: ref.text,
    bytes,
    passphrase: readVariable(env, variable),
    passphraseVariable: variable,
  });
  return Promise.resolve(signer);
}

/** `file:key.pem` is a path as it stands; `file:///keys/key.pem` is a URL (RFC 8089). */
export function toPath(target: string): string {
  if (/^\/\/(?!\/)/.test(target)) {
    throw new CardctlError(
      'key-ref-invalid',
      `key ref "file:${target}" names a host, and no file of this machine`,
      {
        hint: 'write file:PATH, or file:///PATH from the root',
      },
    );
  }
  if (!target.startsWith('///')) return target;
  try {
    return fileURLToPath(`file:${target}`);
  } catch (cause) {
    throw new CardctlError('key-ref-invalid', `key ref "file:${target}" is no URL of a file`, {
      hint: 'write file:PATH with the path as it is',
      cause,
    });
  }
}

/** No key is larger; a device or a wrong file is not read to its end. */
const maximumKeyBytes = 65_536;

function readKeyFile(path: string, ref: KeyRef): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileTo(path, maximumKeyBytes + 1);
  } catch (cause) {
    throw explainReadError(cause, ref);
  }
  if (bytes.length <= maximumKeyBytes) return bytes;
  throw new CardctlError('key-unreadable', `${ref.text} is larger than any key`, {
    hint: 'is this the right file?',
  });
}

function explainReadError(cause: unknown, ref: KeyRef): CardctlError {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') {
    return new CardctlError('key-not-found', `there is no key file ${ref.target}`, {
      hint: advisePath(ref),
      cause,
    });
  }
  const reason =
    code === 'EISDIR'
      ? 'is a directory'
      : code === 'EACCES'
        ? 'may not be read'
        : `cannot be read (${code ?? 'unknown'})`;
  return new CardctlError('key-unreadable', `key file ${ref.target} ${reason}`, {
    hint: 'name a file that you may read',
    cause,
  });
}

function advisePath({ text, target }: KeyRef): string {
  if (target.startsWith('~'))
    return 'write the path in full: ~ is only known to the shell, at the start of a word';
  if (target === '-')
    return 'keys are not read from standard input; put it into a variable, and name that: env:NAME';
  return `check the path, or make a key with \`cardctl keys create ${text}\``;
}
