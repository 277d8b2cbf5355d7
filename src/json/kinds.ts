/** Knows what each byte means inside a string of valid UTF-8. */

import { BACKSLASH, QUOTE, SPACE } from './bytes.js';

/** An ASCII character that stands for itself. */
export const PLAIN = 0;
/** A quote, a backslash or a control character. */
export const SPECIAL = 1;
/** A lead byte's kind is the length of its sequence. */
export const LEAD_OF_TWO = 2;
const LEAD_OF_THREE = 3;
const LEAD_OF_FOUR = 4;

/** The kind of each byte. Continuation bytes are stepped over with their lead byte, so theirs is never asked for. */
export const kinds = new Uint8Array(256)
  .fill(SPECIAL, 0, SPACE)
  .fill(SPECIAL, QUOTE, QUOTE + 1)
  .fill(SPECIAL, BACKSLASH, BACKSLASH + 1)
  .fill(LEAD_OF_TWO, 0x80, 0xe0)
  .fill(LEAD_OF_THREE, 0xe0, 0xf0)
  .fill(LEAD_OF_FOUR, 0xf0);
