/** Knows how cardctl says "cannot go on": one error class, with a stable code, a next step and a cause. */

/**
 * What kind of trouble a code stands for; the command line maps each kind to one exit code.
 *
 * - `usage`: the call, an option, a configuration or a key set is wrong
 * - `card`: the card cannot be used
 * - `file`: a file or a stream could not be read or written
 * - `provider`: the holder of a key refused or failed
 * - `unmet`: a step that is not safe, so it is not taken
 * - `defect`: a fault in cardctl itself
 */
export type ErrorKind = 'usage' | 'card' | 'file' | 'provider' | 'unmet' | 'defect';

const errorKinds = {
  'usage': 'usage',
  'key-ref-invalid': 'usage',
  'key-set-invalid': 'usage',
  'algorithm-mismatch': 'usage',
  'card-invalid': 'card',
  'json-invalid': 'card',
  'form-unknown': 'usage',
  'form-refused': 'card',
  'unknown-members': 'card',
  'number-inexact': 'card',
  'not-portable': 'card',
  'entry-unverified': 'unmet',
  'file-not-found': 'file',
  'file-unreadable': 'file',
  'file-unwritable': 'file',
  'file-exists': 'usage',
  'key-exists': 'usage',
  'input-too-large': 'card',
  'key-not-found': 'provider',
  'key-unreadable': 'provider',
  'key-unusable': 'provider',
  'key-locked': 'provider',
  'key-disabled': 'provider',
  'key-pending-deletion': 'provider',
  'key-state': 'provider',
  'key-usage': 'provider',
  'access-denied': 'provider',
  'credentials-missing': 'provider',
  'credentials-expired': 'provider',
  'credentials-refused': 'provider',
  'clock-skew': 'provider',
  'region-missing': 'provider',
  'region-wrong': 'provider',
  'provider-missing': 'provider',
  'provider-unreachable': 'provider',
  'provider-timeout': 'provider',
  'provider-throttled': 'provider',
  'provider-failed': 'provider',
  'provider-refused': 'provider',
  'provider-response': 'provider',
  'signing-input-too-large': 'provider',
  'signature-refused': 'provider',
  'signature-wrong': 'provider',
  'defect': 'defect',
} as const satisfies Record<string, ErrorKind>;

/** The closed set of error codes; stable across releases. */
export type ErrorCode = keyof typeof errorKinds;

export type CardctlErrorOptions = {
  /** The next step for the person who reads it. */
  hint?: string;
  /** The reason underneath; never swallowed. */
  cause?: unknown;
};

/** Cannot go on: `code` is stable, `message` names the value and the place, `hint` says what to do next. */
export class CardctlError extends Error {
  override readonly name: string = 'CardctlError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: CardctlErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }

  /** The kind of trouble behind the code. */
  get kind(): ErrorKind {
    return errorKinds[this.code];
  }
}
