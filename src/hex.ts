/** Knows hexadecimal text. */

/** The lower-case hexadecimal text of bytes. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += pairs[byte] as string;
  return text;
}

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
