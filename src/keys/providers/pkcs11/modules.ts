/** Knows the modules that this process has loaded: each one initialised once, and finalised when its last user is gone. */
import { realpathSync } from 'node:fs';
import { CardctlError } from '../../../errors.js';
import { CKF_OS_LOCKING_OK, type Cryptoki, type CryptokiPackage } from './cryptoki.js';
import { CKR_CANT_LOCK, CKR_CRYPTOKI_ALREADY_INITIALIZED, resultCode } from './failures.js';

export type LoadedModule = {
  readonly cryptoki: Cryptoki;
  /** What all users of one token share, by the token's slot: a login holds for the whole process. */
  readonly tokens: Map<bigint, TokenState>;
  /** Lets go of the module; the last one to do so finalises it. */
  release(): void;
};

export type TokenState = {
  sessions: number;
  /** That it was this process's own call that logged in, so that it is ours to log out. */
  isLoggedInHere: boolean;
};

type Row = {
  readonly cryptoki: Cryptoki;
  readonly tokens: Map<bigint, TokenState>;
  users: number;
  isInitialisedHere: boolean;
};

/** The modules of one process. What is loaded stays so: many modules do not survive to be unloaded. */
export function createModules(): { acquire(path: string, peer: CryptokiPackage): LoadedModule } {
  const rows = new Map<string, Row>();
  return {
    acquire: (path, peer) => {
      const name = toRealPath(path);
      const row = rows.get(name) ?? load(path, peer);
      rows.set(name, row);
      if (row.users === 0) row.isInitialisedHere = initialise(row.cryptoki, path);
      row.users += 1;
      return {
        cryptoki: row.cryptoki,
        tokens: row.tokens,
        release: once(() => {
          release(row);
        }),
      };
    },
  };
}

/** Two paths to one file are one module; a name that the system looks up is taken as it is. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function load(path: string, { PKCS11 }: CryptokiPackage): Row {
  const cryptoki = new PKCS11();
  try {
    cryptoki.load(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    const isLibrary = reason.includes('C_GetFunctionList');
    throw new CardctlError(
      'provider-missing',
      isLibrary
        ? `${path} is a library, but no PKCS#11 module`
        : `the PKCS#11 module ${path} cannot be loaded`,
      {
        hint: isLibrary
          ? "name the module that came with your token's software"
          : 'is it a library for this system and processor, and are the libraries there that it needs? `ldd` lists them',
        cause,
      },
    );
  }
  return { cryptoki, tokens: new Map(), users: 0, isInitialisedHere: false };
}

/** Whether it was this call that did it (PKCS#11 base v2.40 5.4): another part of the process may have. */
function initialise(cryptoki: Cryptoki, path: string): boolean {
  try {
    initialiseLocking(cryptoki);
    return true;
  } catch (cause) {
    if (resultCode(cause) === CKR_CRYPTOKI_ALREADY_INITIALIZED) return false;
    throw new CardctlError('provider-failed', `the PKCS#11 module ${path} does not start`, {
      hint: 'check its configuration, and try `pkcs11-tool --module MODULE --list-slots`',
      cause,
    });
  }
}

/** A module may have no locks of its own; cardctl makes one call at a time. */
function initialiseLocking(cryptoki: Cryptoki): void {
  try {
    cryptoki.C_Initialize({ flags: CKF_OS_LOCKING_OK });
  } catch (cause) {
    if (resultCode(cause) !== CKR_CANT_LOCK) throw cause;
    cryptoki.C_Initialize();
  }
}

function release(row: Row): void {
  row.users -= 1;
  if (row.users > 0) return;
  row.tokens.clear();
  if (!row.isInitialisedHere) return;
  try {
    row.cryptoki.C_Finalize();
  } catch {
    // Whoever lets go wants nothing more of it, and there is nobody left to tell.
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
