/** Knows where the PIN of a token comes from: a file or an environment variable, never the arguments. */
import { CardctlError } from '../../../errors.js';
import { readFileTo } from '../../../read-file.js';
import { toPath } from '../file.js';
import { isVariableName, readVariable } from '../passphrase.js';
import type { ProviderContext } from '../provider.js';

/** Read where the URI has no `pin-source`. */
export const defaultPinVariable = 'CARDCTL_PKCS11_PIN';

export type PinSource = {
  /** What to call the source in messages: the variable, or the file. */
  readonly name: string;
  /** The PIN, never empty. Throws `credentials-missing`. */
  read(): string;
};

/**
 * The source that a URI names (RFC 7512 2.4 `pin-source`): `file:PATH`, whose first line is the PIN, or `env:NAME`.
 * Throws `key-ref-invalid` for others, without the text, which may be the PIN itself.
 */
export function toPinSource(text: string | undefined, { env }: ProviderContext): PinSource {
  if (text === undefined) return fromVariable(defaultPinVariable, env);
  const [, kind, target = ''] = /^(file|env):(.+)$/s.exec(text) ?? [];
  if (kind === 'env' && isVariableName(target)) return fromVariable(target, env);
  if (kind === 'file') return fromFile(target);
  throw new CardctlError('key-ref-invalid', 'the pin-source of the PKCS#11 URI is no file: and no env:', {
    hint: 'write pin-source=file:/PATH for a file whose first line is the PIN, or pin-source=env:NAME',
  });
}

function fromVariable(name: string, env: ProviderContext['env']): PinSource {
  return {
    name,
    read: () => {
      const pin = readVariable(env, name);
      if (pin !== undefined && pin !== '') return pin;
      throw missing(`the environment variable ${name} is ${pin === undefined ? 'not set' : 'empty'}`);
    },
  };
}

function fromFile(target: string): PinSource {
  const name = `file:${target}`;
  return {
    name,
    read: () => {
      const pin = readFirstLine(toPath(target), name);
      if (pin !== '') return pin;
      throw missing(`${name} is empty, or its first line is`);
    },
  };
}

/** No token takes a longer PIN; a wrong file must not cost one of the few tries. */
const maximumFileBytes = 1024;

function readFirstLine(path: string, name: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileTo(path, maximumFileBytes + 1);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw missing(code === 'ENOENT' ? `${name} is not there` : `${name} cannot be read (${code})`, cause);
  }
  if (bytes.length > maximumFileBytes) throw missing(`${name} is too large for one`);
  return new TextDecoder().decode(bytes).split(/\r?\n/, 1)[0] ?? '';
}

function missing(reason: string, cause?: unknown): CardctlError {
  return new CardctlError('credentials-missing', `the token asks for a PIN, and ${reason}`, {
    hint: `put the PIN into the environment variable ${defaultPinVariable}, or name its place: ?pin-source=file:/PATH or ?pin-source=env:NAME`,
    cause,
  });
}
