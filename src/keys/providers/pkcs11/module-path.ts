/** Knows which file a PKCS#11 module is in: by the URI, or by an environment variable. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CardctlError } from '../../../errors.js';
import { readVariable } from '../passphrase.js';
import type { ProviderContext } from '../provider.js';
import type { Pkcs11Uri } from './uri.js';

/** Read where the URI names no module. */
export const defaultModuleVariable = 'CARDCTL_PKCS11_MODULE';

/**
 * The path of the module (RFC 7512 2.4): `module-path`, a file or the folder of `module-name`; `module-name`, without
 * prefix and suffix, looked for where the system looks for libraries; else what the variable names.
 * Throws `provider-missing`, and `key-ref-invalid` for a name that is a path.
 */
export function findModule({ modulePath, moduleName }: Pkcs11Uri, { env }: ProviderContext): string {
  if (moduleName !== undefined) return findByName(moduleName, modulePath);
  if (modulePath !== undefined) return assertFile(modulePath, 'the module-path of the PKCS#11 URI');
  const path = readVariable(env, defaultModuleVariable);
  if (path !== undefined && path !== '') return assertFile(path, defaultModuleVariable);
  throw new CardctlError(
    'provider-missing',
    `no PKCS#11 module is named: the URI has no module-path, and ${defaultModuleVariable} is ${path === undefined ? 'not set' : 'empty'}`,
    { hint: `name the library of your token: ${moduleExample}` },
  );
}

const moduleExample = `${defaultModuleVariable}=/usr/lib/softhsm/libsofthsm2.so, or ?module-path=/usr/lib/softhsm/libsofthsm2.so`;

/** A name without a slash is the system's to find, as `pkcs11-tool --module` has it. */
function assertFile(path: string, source: string): string {
  if (!/[/\\]/.test(path)) return path;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === true) return resolve(path);
  throw new CardctlError(
    'provider-missing',
    stat === undefined
      ? `there is no PKCS#11 module ${path}, which ${source} names`
      : `${path}, which ${source} names, is no file`,
    { hint: `name the library of your token: ${moduleExample}` },
  );
}

function findByName(name: string, folder: string | undefined): string {
  if (/[/\\]/.test(name)) {
    throw new CardctlError('key-ref-invalid', 'the module-name of the PKCS#11 URI is a path', {
      hint: 'name a path with module-path',
    });
  }
  const files = libraryNames(name);
  if (folder === undefined) return files[0] ?? name;
  const found = files.map((file) => join(folder, file)).find((path) => existsSync(path));
  if (found !== undefined) return resolve(found);
  throw new CardctlError('provider-missing', `there is no PKCS#11 module ${name} in ${folder}`, {
    hint: `it would be ${files.join(' or ')}; module-path can name the file itself`,
  });
}

/** RFC 7512 2.3: `snakeoil` is `libsnakeoil.so` on one system and `snakeoil.dll` on another. */
function libraryNames(name: string): string[] {
  if (process.platform === 'win32') return [`${name}.dll`];
  const suffix = process.platform === 'darwin' ? 'dylib' : 'so';
  return [`lib${name}.${suffix}`, `${name}.${suffix}`];
}
