/** Knows what the errors of a PKCS#11 module mean to the person who wants to sign, and what to do about each. */
import { CardctlError, type ErrorCode } from '../../../errors.js';

/** Numbers of PKCS#11 base v2.40 appendix B.3 that cardctl acts on. */
export const CKR_CANT_LOCK = 0x0a;
export const CKR_ATTRIBUTE_SENSITIVE = 0x11;
export const CKR_ATTRIBUTE_TYPE_INVALID = 0x12;
export const CKR_PIN_INCORRECT = 0xa0;
export const CKR_PIN_INVALID = 0xa1;
export const CKR_PIN_LEN_RANGE = 0xa2;
export const CKR_TOKEN_NOT_PRESENT = 0xe0;
export const CKR_TOKEN_NOT_RECOGNIZED = 0xe1;
export const CKR_USER_ALREADY_LOGGED_IN = 0x100;
export const CKR_CRYPTOKI_ALREADY_INITIALIZED = 0x191;

type Meaning = { readonly code: ErrorCode; readonly text: string; readonly hint: string };

const again = 'plug the device in, or start its service, and run the call again';
const askModule = 'look into the log of the module, and try `pkcs11-tool --module MODULE --login --test`';

/** `text` follows the name of what was asked: "pkcs11:token=x: the token ...". */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [0x02, { code: 'provider-failed', text: 'the module has run out of memory', hint: askModule }],
  [0x05, { code: 'provider-failed', text: 'the module failed', hint: askModule }],
  [0x06, { code: 'provider-failed', text: 'the module could not do what was asked', hint: askModule }],
  [
    0x21,
    {
      code: 'signature-refused',
      text: 'the token does not sign so many bytes at once',
      hint: 'use a key of another kind: EC and RSA keys sign a digest alone',
    },
  ],
  [0x30, { code: 'provider-failed', text: 'the device reports a fault', hint: askModule }],
  [0x31, { code: 'provider-failed', text: 'the device has run out of memory', hint: askModule }],
  [0x32, { code: 'provider-unreachable', text: 'the device was removed', hint: again }],
  [
    0x60,
    { code: 'provider-failed', text: 'the key is gone from the token', hint: 'was it deleted meanwhile?' },
  ],
  [
    0x68,
    {
      code: 'key-usage',
      text: 'the token does not let this key sign so',
      hint: 'use a key whose CKA_SIGN is true and whose CKA_ALLOWED_MECHANISMS has the mechanism',
    },
  ],
  [
    0x70,
    {
      code: 'signature-refused',
      text: 'the token does not have the mechanism',
      hint: '`pkcs11-tool --module MODULE --list-mechanisms` shows what it has',
    },
  ],
  [
    0x71,
    {
      code: 'signature-refused',
      text: 'the token refuses the parameters of the mechanism',
      hint: 'choose another algorithm with --alg',
    },
  ],
  [
    CKR_PIN_INCORRECT,
    {
      code: 'credentials-refused',
      text: 'the PIN is wrong',
      hint: 'check it before you try again: a token locks itself after a few wrong PINs',
    },
  ],
  [
    0xa3,
    {
      code: 'credentials-expired',
      text: 'the PIN has expired',
      hint: 'set a new one: pkcs11-tool --module MODULE --login --change-pin',
    },
  ],
  [
    0xa4,
    {
      code: 'key-locked',
      text: 'the PIN of the token is locked, after too many wrong ones',
      hint: 'whoever has the SO PIN unlocks it: pkcs11-tool --module MODULE --login --login-type so --init-pin',
    },
  ],
  [0xb0, { code: 'provider-unreachable', text: 'the token has ended the session', hint: again }],
  [
    0xb1,
    {
      code: 'provider-refused',
      text: 'the token has no session left',
      hint: 'end other programs that use it, and run the call again',
    },
  ],
  [0xb3, { code: 'provider-unreachable', text: 'the token has ended the session', hint: again }],
  [0xe0, { code: 'provider-unreachable', text: 'the token is no longer there', hint: again }],
  [0xe1, { code: 'provider-unreachable', text: 'the slot does not recognise the token', hint: again }],
  [
    0x101,
    {
      code: 'credentials-refused',
      text: 'the token asks for a PIN again',
      hint: 'has another program ended the login? run the call again',
    },
  ],
  [
    0x102,
    {
      code: 'key-state',
      text: 'the token has no user PIN yet',
      hint: 'set one: pkcs11-tool --module MODULE --login --login-type so --init-pin',
    },
  ],
  [
    0x104,
    {
      code: 'provider-refused',
      text: 'another user, the security officer, is logged in to the token',
      hint: 'end the program that is, and run the call again',
    },
  ],
]);

/** The CKR number of an error that a module gave; 0 where it is none of those. */
export function resultCode(error: unknown): number {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' ? code : 0;
}

/** What is said of a failed call for the key `ref`; `doing` says what was tried: "signing with ES256". */
export function explainFailure(cause: unknown, ref: string, doing: string): CardctlError {
  if (cause instanceof CardctlError) return cause;
  const meaning = meanings.get(resultCode(cause));
  if (meaning !== undefined) {
    const { code, text, hint } = meaning;
    return new CardctlError(code, `${ref}: ${text} (${nameOf(cause)})`, { hint, cause });
  }
  return new CardctlError('provider-refused', `${ref}: ${doing} failed (${nameOf(cause)})`, {
    hint: askModule,
    cause,
  });
}

/** `CKR_PIN_LOCKED`; a number where the package has no name for it. */
function nameOf(error: unknown): string {
  const code = resultCode(error);
  const name = error instanceof Error ? (/^CKR_[A-Z_]+$/.exec(error.message)?.[0] ?? '') : '';
  if (name !== '' && name !== 'CKR_VENDOR_DEFINED') return name;
  return code === 0 ? 'an unknown error' : `CKR 0x${code.toString(16).padStart(8, '0')}`;
}
