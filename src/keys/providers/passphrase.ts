/** Knows where the passphrase of an encrypted key comes from: an environment variable, named by the ref or this one. */
import { CardctlError } from '../../errors.js';

/** Read where the ref names no other. */
export const defaultPassphraseVariable = 'CARDCTL_KEY_PASSPHRASE';

/** Letters, digits and underscores, as POSIX has the names of environment variables. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** The value of a variable that is set; `constructor` and its like are not. */
export function readVariable(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** `PATH` or `PATH?passphrase-env=NAME`. Throws `key-ref-invalid` for any other word on a passphrase. */
export function splitPassphrase(target: string): { path: string; variable: string } {
  const match = /^(.*?)\?pass(.*)$/s.exec(target);
  if (match === null) return { path: target, variable: defaultPassphraseVariable };
  const [, path = '', rest = ''] = match;
  const variable = rest.startsWith('phrase-env=') ? rest.slice('phrase-env='.length) : '';
  if (isVariableName(variable)) return { path, variable };
  // It may be the passphrase itself, so it is not repeated.
  throw new CardctlError(
    'key-ref-invalid',
    'the key ref has "?pass..." that is not "?passphrase-env=" and the name of a variable',
    {
      hint: 'put the passphrase into a variable and name that: file:PATH?passphrase-env=NAME',
    },
  );
}
