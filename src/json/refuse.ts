/** Knows how to say why a text that may follow the grammar is refused all the same. */

import { textStart } from './bytes.js';
import { JsonError, type JsonErrorCode } from './error.js';
import { lineColumn, locate, pointerAt } from './position.js';
import { showText } from './show.js';

export type Refusal = {
  readonly findingCode: JsonErrorCode;
  readonly offset: number;
  readonly problem: string;
  readonly hint: string;
};

/** The error for a refusal. The text is read a second time, for the line, the column and the path. */
export function toJsonError(bytes: Uint8Array, refusal: Refusal): JsonError {
  const { offset } = refusal;
  return new JsonError({ ...refusal, ...lineColumn(bytes, offset), path: pointerAt(bytes, offset) });
}

/** For an input with nothing but white space in it. */
export function emptyError(bytes: Uint8Array): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-empty',
    offset: textStart(bytes),
    problem:
      bytes.length === 0
        ? 'input is empty'
        : `input holds nothing but ${bytes.length === textStart(bytes) ? 'a byte order mark' : 'white space'}`,
    hint: 'check that the file is the right one and was written completely',
  });
}

/** For an input of more bytes than the limit. */
export function sizeError(bytes: Uint8Array, maxBytes: number): JsonError {
  const problem = `input of ${bytes.length} bytes is larger than the limit of ${maxBytes}`;
  const hint = 'check that it is the right file, or raise the limit';
  // Nothing of it is read, so the place is the whole document.
  return new JsonError({ findingCode: 'json-size', problem, hint, path: '', offset: 0, line: 1, column: 1 });
}

/** For a bracket, at `offset`, that opens one level too many. */
export function depthError(bytes: Uint8Array, offset: number, maxDepth: number): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-depth',
    offset,
    problem: `value is nested more than ${maxDepth} levels deep`,
    hint: 'flatten the value',
  });
}

/** For the second member, at `offset`, of one name in one object (RFC 7493 2.3). */
export function duplicateError(bytes: Uint8Array, offset: number, name: string): JsonError {
  const first = locate(bytes, pointerAt(bytes, offset), 'name');
  return toJsonError(bytes, {
    findingCode: 'json-duplicate-name',
    offset,
    problem: `name ${showText(name)} stands twice in one object (first in line ${first.line}, column ${first.column})`,
    hint: 'keep one of the two members',
  });
}

/** For an escape, at `offset`, of half a surrogate pair (RFC 7493 2.1). */
export function surrogateError(bytes: Uint8Array, offset: number, codeUnit: number): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-lone-surrogate',
    offset,
    problem: `escape \\u${codeUnit.toString(16).padStart(4, '0')} is one half of a surrogate pair`,
    hint: 'write both halves, or the character itself',
  });
}

/** For a number, at `offset`, that no double can hold (RFC 7493 2.2). */
export function rangeError(bytes: Uint8Array, offset: number, literal: string): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-number-range',
    offset,
    problem: `number ${showText(literal)} is beyond the range of a double`,
    hint: 'use a smaller number, or a string',
  });
}
