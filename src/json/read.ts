/** Knows the one way in for JSON: bytes are read strictly or refused with a reason and a place. */

import { hasByteOrderMark, textStart } from './bytes.js';
import { decode } from './decode.js';
import { JsonError } from './error.js';
import { sizeError } from './refuse.js';
import { scan } from './scan.js';
import { type JsonValue } from './value.js';

/** Input of more bytes is refused unless the caller says otherwise: 1 MiB. */
export const defaultMaxBytes = 1_048_576;
const defaultMaxDepth = 128;
/** What any engine's stack bears. */
const mostMaxDepth = 512;

export type ReadJsonOptions = {
  /** Input of more bytes is refused; 1 MiB unless told. */
  readonly maxBytes?: number | undefined;
  /** Arrays and objects in each other beyond so many levels are refused; 128 unless told, 512 at most. */
  readonly maxDepth?: number | undefined;
};

/** JSON text as read. Bytes stay as they are, so that places can be found on demand. */
export type JsonDocument = {
  readonly value: JsonValue;
  readonly bytes: Uint8Array;
  /** Whether a UTF-8 byte order mark stands in front; it is no part of the value (RFC 8259 8.1). */
  readonly hasByteOrderMark: boolean;
  /**
   * Byte offsets of integers, written without fraction and exponent, that are neither their double's value nor its
   * own text.
   */
  readonly inexactIntegers: readonly number[];
};

/**
 * Reads I-JSON (RFC 7493): UTF-8, no name twice in an object, no lone surrogate, no number beyond the double
 * range. Objects are those of `createObject`.
 *
 * @throws JsonError `json-invalid` with the finding code, the path and the place of what is refused
 */
export function readJson(bytes: Uint8Array, options: ReadJsonOptions = {}): JsonDocument {
  const { maxBytes = defaultMaxBytes, maxDepth = defaultMaxDepth } = options;
  assertBytes(bytes);
  if (!(maxDepth >= 0 && maxDepth <= mostMaxDepth)) {
    throw new TypeError(`maxDepth ${maxDepth} is not a number from 0 to ${mostMaxDepth}`);
  }
  if (!(maxBytes >= 0)) throw new TypeError(`maxBytes ${maxBytes} is not a number from 0 on`);
  if (bytes.length > maxBytes) throw sizeError(bytes, maxBytes);
  const text = decode(bytes);
  const { value, inexactIntegers } = scan({ bytes, text, start: textStart(bytes), maxDepth });
  return { value, bytes, hasByteOrderMark: hasByteOrderMark(bytes), inexactIntegers };
}

/** The same with the refusal handed back instead of thrown, for those who have something to say of it. */
export function tryReadJson(bytes: Uint8Array, options: ReadJsonOptions = {}): JsonDocument | JsonError {
  try {
    return readJson(bytes, options);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** By tag and not by class: test runners and frames bring arrays of other realms. */
function assertBytes(bytes: unknown): void {
  if (Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
    throw new TypeError('bytes is not a Uint8Array');
  }
}
