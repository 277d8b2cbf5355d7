/** Knows what is wrong with bytes that are not UTF-8. */

import { type JsonError } from './error.js';
import { toJsonError } from './refuse.js';

/** For bytes that a strict decoder refused. */
export function utf8Error(bytes: Uint8Array): JsonError {
  if (isUtf16(bytes)) return utf16Error(bytes);
  const offset = invalidOffset(bytes);
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return toJsonError(bytes, {
    findingCode: 'json-utf8',
    offset,
    problem: `byte 0x${byte} at offset ${offset} is not UTF-8`,
    hint: 'save the text as UTF-8',
  });
}

/** For text in UTF-16 or UTF-32. */
export function utf16Error(bytes: Uint8Array): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-utf8',
    offset: 0,
    problem: 'text is UTF-16 or UTF-32, not UTF-8',
    hint: 'save the text as UTF-8',
  });
}

/** Whether bytes look like UTF-16 or UTF-32: a byte order mark of theirs, or NULs around the first character. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (bytes.length < 2 || bytes.length % 2 === 1) return false;
  return first === 0 || (second === 0 && (third === 0 || fourth === 0));
}

/** The offset of the first byte of the first sequence that is not UTF-8 (RFC 3629 4); the length if there is none. */
function invalidOffset(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** The bytes of the sequence that starts at `at`; 0 if it is not UTF-8. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let index = 1; index < length; index++) {
    const [low, high] = index === 1 ? secondByteRange(lead) : [0x80, 0xbf];
    const byte = bytes[at + index] ?? 0;
    if (byte < low || byte > high) return 0;
  }
  return length;
}

/** Overlong forms, surrogates and code points beyond U+10FFFF show in the second byte. */
function secondByteRange(lead: number): [low: number, high: number] {
  switch (lead) {
    case 0xe0:
      return [0xa0, 0xbf];
    case 0xed:
      return [0x80, 0x9f];
    case 0xf0:
      return [0x90, 0xbf];
    case 0xf4:
      return [0x80, 0x8f];
    default:
      return [0x80, 0xbf];
  }
}
