/** Knows how bytes become text: UTF-8 to the letter, less a byte order mark. */

import { nativeBuffer, viewAsBuffer } from '../native-buffer.js';
import { textStart } from './bytes.js';
import { utf8Error } from './utf8.js';

/**
 * The text of UTF-8 bytes.
 *
 * @throws JsonError `json-utf8` if they are anything else
 */
export function decode(bytes: Uint8Array): string {
  const text = decodeNatively(bytes);
  // It stands in the place of what is no UTF-8; or it is in the text, and then the strict decoder knows better.
  if (text?.includes('\ufffd') === false) return text;
  try {
    strict ??= new TextDecoder('utf-8', { fatal: true });
    return strict.decode(bytes);
  } catch {
    // The decoder says no more than that there is an error: the bytes tell which.
    throw utf8Error(bytes);
  }
}

/** Takes a byte order mark off, as `textStart` does. */
let strict: TextDecoder | undefined;

/** Node's own decoder is ready sooner, and quicker for a card. */
function decodeNatively(bytes: Uint8Array): string | undefined {
  if (nativeBuffer === undefined) return undefined;
  return viewAsBuffer(bytes, nativeBuffer).toString('utf8', textStart(bytes));
}
