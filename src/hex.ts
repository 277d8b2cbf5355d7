/** Knows hexadecimal text. */

/** The lower-case hexadecimal text of bytes. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += digits.charAt(byte >> 4) + digits.charAt(byte & 15);
  return text;
}

const digits = '0123456789abcdef';
