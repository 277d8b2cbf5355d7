/** Knows the bytes that JSON's grammar is made of, and how to step over blanks and strings. */

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const ARRAY_START = 0x5b;
export const BACKSLASH = 0x5c;
export const ARRAY_END = 0x5d;
export const LETTER_F = 0x66;
export const LETTER_N = 0x6e;
export const LETTER_T = 0x74;
export const LETTER_U = 0x75;
export const OBJECT_START = 0x7b;
export const OBJECT_END = 0x7d;

const TAB = 0x09;
const LETTER_E = 0x65;
/** Upper and lower case differ in this bit. */
const CASE_BIT = 0x20;

/** Whether a byte, if there is one, is the letter that starts an exponent. */
export function isLetterE(byte: number | undefined): boolean {
  return byte !== undefined && (byte | CASE_BIT) === LETTER_E;
}

/** Whether the bytes start with the UTF-8 form of U+FEFF. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The offset at which JSON text starts: behind a byte order mark, if there is one. */
export function textStart(bytes: Uint8Array): number {
  return hasByteOrderMark(bytes) ? 3 : 0;
}

/** The offset of the first byte, from one on, that is not white space of JSON; the length if there is none. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte > SPACE) return at;
    if (byte === LINE_FEED) {
      // Indentation, most often of an even width
      while (at + 2 < end && bytes[at + 1] === SPACE && bytes[at + 2] === SPACE) at += 2;
    } else if (byte !== SPACE && byte !== CARRIAGE_RETURN && byte !== TAB) return at;
  }
  return at;
}

/** The offset behind a string whose opening quote stands at `quote`; the length if it is never closed. */
export function skipString(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return bytes.length;
}

/** The offset behind a number or a word, right or wrong, that starts at `from`: at least one byte on. */
export function skipPlain(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && !isBoundary(bytes[at] as number)) at++;
  return at;
}

function isBoundary(byte: number): boolean {
  switch (byte) {
    case QUOTE:
    case COMMA:
    case COLON:
    case ARRAY_START:
    case ARRAY_END:
    case OBJECT_START:
    case OBJECT_END:
      return true;
    default:
      return byte <= SPACE;
  }
}
