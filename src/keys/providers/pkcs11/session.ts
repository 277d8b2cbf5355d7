/** Knows sessions with a token: logged in where it asks for that, and closed so that others keep theirs. */
import { CardctlError } from '../../../errors.js';
import {
  CKF_LOGIN_REQUIRED,
  CKF_PROTECTED_AUTHENTICATION_PATH,
  CKF_SERIAL_SESSION,
  CKF_USER_PIN_FINAL_TRY,
  CKF_USER_PIN_LOCKED,
  CKU_USER,
  type Attribute,
  type Cryptoki,
  type Handle,
} from './cryptoki.js';
import {
  CKR_ATTRIBUTE_SENSITIVE,
  CKR_ATTRIBUTE_TYPE_INVALID,
  CKR_PIN_INCORRECT,
  CKR_PIN_INVALID,
  CKR_PIN_LEN_RANGE,
  CKR_USER_ALREADY_LOGGED_IN,
  resultCode,
} from './failures.js';
import type { FoundToken } from './find-token.js';
import type { LoadedModule, TokenState } from './modules.js';
import { hasFlag } from './numbers.js';
import type { PinSource } from './pin.js';

export type TokenSession = {
  readonly cryptoki: Cryptoki;
  /** Of the session; another one after `renew`. */
  readonly handle: Handle;
  readonly token: FoundToken;
  readonly pin: PinSource;
  /** Ends what a failed call has left half done, for which PKCS#11 v2.40 has no call of its own; never throws. */
  renew(): void;
  /** Handles of the objects that have all these attributes, a hundred at most. */
  findObjects(template: Attribute[]): Handle[];
  /** `undefined` where the object does not have the attribute, or keeps it. */
  readAttribute(object: Handle, type: number): Uint8Array | undefined;
  /** Logs out where nobody else uses the token; never throws. */
  close(): void;
};

export type SessionRequest = {
  readonly module: LoadedModule;
  readonly token: FoundToken;
  readonly pin: PinSource;
};

/** Opens a read-only session. Throws `CardctlError`, and what the module throws. */
export function openSession({ module, token, pin }: SessionRequest): TokenSession {
  const { cryptoki, tokens } = module;
  const state = tokens.get(token.id) ?? { sessions: 0, isLoggedInHere: false };
  let handle = cryptoki.C_OpenSession(token.slot, CKF_SERIAL_SESSION);
  state.sessions += 1;
  tokens.set(token.id, state);
  const close = () => {
    endSession(cryptoki, handle, state);
  };
  try {
    if (hasFlag(token.info.flags, CKF_LOGIN_REQUIRED) && !state.isLoggedInHere)
      state.isLoggedInHere = logIn({ cryptoki, handle, token, pin });
  } catch (error) {
    close();
    throw error;
  }
  return {
    cryptoki,
    get handle() {
      return handle;
    },
    token,
    pin,
    renew: () => {
      // The new one comes first, for the login ends with the last session.
      attempt(() => {
        const next = cryptoki.C_OpenSession(token.slot, CKF_SERIAL_SESSION);
        const last = handle;
        handle = next;
        cryptoki.C_CloseSession(last);
      });
    },
    findObjects: (template) => findObjects(cryptoki, handle, template),
    readAttribute: (object, type) => readAttribute({ cryptoki, handle, object }, type),
    close,
  };
}

type Login = Pick<TokenSession, 'cryptoki' | 'handle' | 'token' | 'pin'>;

/** Whether it was this call that logged in (PKCS#11 base v2.40 5.6): a login holds for all sessions of the process. */
function logIn({ cryptoki, handle, token, pin }: Login): boolean {
  if (hasFlag(token.info.flags, CKF_USER_PIN_LOCKED)) throw locked(token);
  const text = readPin(token, pin);
  try {
    cryptoki.C_Login(handle, CKU_USER, text);
    wrongPins.delete(token.name);
    return true;
  } catch (cause) {
    const code = resultCode(cause);
    if (code === CKR_USER_ALREADY_LOGGED_IN) return false;
    if (code !== CKR_PIN_INCORRECT && code !== CKR_PIN_INVALID && code !== CKR_PIN_LEN_RANGE) throw cause;
    wrongPins.set(token.name, text);
    throw wrongPin(cryptoki, { token, pin, cause });
  }
}

/**
 * The PIN that a token has refused, until it takes another: a wrong one is tried once and no more in a process, for
 * several keys on one token would use up its tries.
 */
const wrongPins = new Map<string, string>();

function readPin(token: FoundToken, pin: PinSource): string {
  if (hasFlag(token.info.flags, CKF_PROTECTED_AUTHENTICATION_PATH)) {
    throw new CardctlError('provider-refused', `${token.name} takes its PIN from its own keys or screen`, {
      hint: 'cardctl cannot wait for that; use a token that takes the PIN from a program',
    });
  }
  const text = pin.read();
  if (wrongPins.get(token.name) === text) throw refusedPin(token, pin);
  return text;
}

type Refusal = { readonly token: FoundToken; readonly pin: PinSource; readonly cause: unknown };

/** How many tries are left a token does not tell, only that it is the last one, or none. */
function wrongPin(cryptoki: Cryptoki, { token, pin, cause }: Refusal): CardctlError {
  let now = token;
  try {
    now = { ...token, info: cryptoki.C_GetTokenInfo(token.slot) };
  } catch {
    // Then it is not known; that the PIN was wrong is.
  }
  if (hasFlag(now.info.flags, CKF_USER_PIN_LOCKED)) return locked(token, cause);
  return refusedPin(token, pin, { isFinal: hasFlag(now.info.flags, CKF_USER_PIN_FINAL_TRY), cause });
}

function refusedPin(
  token: FoundToken,
  pin: PinSource,
  more?: { isFinal: boolean; cause: unknown },
): CardctlError {
  return new CardctlError('credentials-refused', `the PIN in ${pin.name} is wrong for ${token.name}`, {
    hint:
      more?.isFinal === true
        ? `check ${pin.name} before you try again: one more wrong PIN locks the token`
        : `check ${pin.name} before you try again: a token locks itself after a few wrong PINs`,
    cause: more?.cause,
  });
}

function locked(token: FoundToken, cause?: unknown): CardctlError {
  return new CardctlError('key-locked', `the PIN of ${token.name} is locked, after too many wrong ones`, {
    hint: 'whoever has the SO PIN unlocks it: pkcs11-tool --module MODULE --login --login-type so --init-pin',
    cause,
  });
}

function endSession(cryptoki: Cryptoki, handle: Handle, state: TokenState): void {
  state.sessions -= 1;
  const isLast = state.sessions === 0;
  if (isLast && state.isLoggedInHere)
    attempt(() => {
      cryptoki.C_Logout(handle);
    });
  if (isLast) state.isLoggedInHere = false;
  attempt(() => {
    cryptoki.C_CloseSession(handle);
  });
}

/** What has gone already, as with a device that was removed, need not be let go of. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing is left to be done about it.
  }
}

/** More than any token for signing has; a search is cut there. */
const maximumObjects = 100;

function findObjects(cryptoki: Cryptoki, handle: Handle, template: Attribute[]): Handle[] {
  cryptoki.C_FindObjectsInit(handle, template);
  try {
    return cryptoki.C_FindObjects(handle, maximumObjects);
  } finally {
    cryptoki.C_FindObjectsFinal(handle);
  }
}

type Read = { readonly cryptoki: Cryptoki; readonly handle: Handle; readonly object: Handle };

/** One at a time: a module refuses a whole request for the one attribute that it does not have. */
function readAttribute({ cryptoki, handle, object }: Read, type: number): Uint8Array | undefined {
  try {
    const [found] = cryptoki.C_GetAttributeValue(handle, object, [{ type }]);
    return found?.value;
  } catch (cause) {
    const code = resultCode(cause);
    if (code === CKR_ATTRIBUTE_TYPE_INVALID || code === CKR_ATTRIBUTE_SENSITIVE) return undefined;
    throw cause;
  }
}
