/** Knows how the package that speaks to PKCS#11 modules is brought in: an optional peer, loaded when it is used. */
import { CardctlError } from '../../../errors.js';
import type { CryptokiPackage } from './cryptoki.js';

export type LoadPackage = () => Promise<CryptokiPackage>;

/** Throws `provider-missing` where the package is not installed, or not compiled for this machine. */
export async function importPkcs11js(): Promise<CryptokiPackage> {
  try {
    // The types are those of ./cryptoki.js: the package need not be there to build cardctl.
    const name: string = 'pkcs11js';
    const module = (await import(name)) as { readonly default: CryptokiPackage };
    return module.default;
  } catch (cause) {
    throw explainMissing(cause);
  }
}

/** The package is found and yet does not load where its compiled half is missing or for another machine. */
export function explainMissing(cause: unknown): CardctlError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  const isAbsent = code === 'ERR_MODULE_NOT_FOUND';
  return new CardctlError(
    'provider-missing',
    isAbsent
      ? 'pkcs11: keys need the package pkcs11js, which is not installed: npm install pkcs11js'
      : 'the package pkcs11js is installed but does not load; it may not have been compiled',
    {
      hint: isAbsent
        ? 'run `npm install pkcs11js` where cardctl is installed, with --global if that is; it is compiled then, which takes Python and a C++ compiler'
        : 'run `npm rebuild pkcs11js` with this version of Node.js; it takes Python and a C++ compiler',
      cause,
    },
  );
}
