/** Knows base64url (RFC 4648 5) in its one canonical spelling: no padding, no white space, unused bits zero. */
import { nativeBuffer, viewAsBuffer } from './native-buffer.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const invalid = 0xff;
const sextets = new Uint8Array(128).fill(invalid);
const codes = new Uint8Array(64);
for (let index = 0; index < 64; index++) {
  codes[index] = alphabet.charCodeAt(index);
  sextets[alphabet.charCodeAt(index)] = index;
}

/**
 * The bytes of canonical base64url text, or `undefined` where the text is anything else: RFC 7515 2 allows no
 * padding, line break or other character, and two spellings of one signature would defeat lists of denied or
 * cached ones (RFC 4648 3.5).
 */
export function decodeBase64url(text: string): Uint8Array | undefined {
  const rest = text.length & 3;
  if (rest === 1) return undefined;
  const whole = text.length - rest;
  const bytes = new Uint8Array((whole >> 2) * 3 + (rest === 0 ? 0 : rest - 1));
  let at = 0;
  for (let index = 0; index < whole; index += 4) {
    const a = sextetAt(text, index);
    const b = sextetAt(text, index + 1);
    const c = sextetAt(text, index + 2);
    const d = sextetAt(text, index + 3);
    if ((a | b | c | d) > 63) return undefined;
    bytes[at++] = (a << 2) | (b >> 4);
    bytes[at++] = ((b & 15) << 4) | (c >> 2);
    bytes[at++] = ((c & 3) << 6) | d;
  }
  return rest === 0 || decodeTail(text.slice(whole), bytes, at) ? bytes : undefined;
}

/** The last two or three characters: their unused bits must be zero. */
function decodeTail(tail: string, bytes: Uint8Array, at: number): boolean {
  const a = sextetAt(tail, 0);
  const b = sextetAt(tail, 1);
  const c = tail.length === 3 ? sextetAt(tail, 2) : 0;
  if ((a | b | c) > 63) return false;
  bytes[at] = (a << 2) | (b >> 4);
  if (tail.length === 2) return (b & 15) === 0;
  bytes[at + 1] = ((b & 15) << 4) | (c >> 2);
  return (c & 3) === 0;
}

function sextetAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (sextets[code] ?? invalid) : invalid;
}

/** The length of the base64url text of so many bytes. */
export function base64urlLength(byteLength: number): number {
  return Math.ceil((byteLength * 4) / 3);
}

/** Writes the base64url text of `bytes` as ASCII into `target` from `offset` on. */
export function encodeBase64urlInto(bytes: Uint8Array, target: Uint8Array, offset: number): void {
  if (nativeBuffer === undefined) {
    encodeByHand(bytes, target, offset);
    return;
  }
  // A fifth of the time for the payload of a card.
  const text = viewAsBuffer(bytes, nativeBuffer).toString('base64url');
  viewAsBuffer(target, nativeBuffer).write(text, offset, 'latin1');
}

/** The same everywhere else. */
export function encodeByHand(bytes: Uint8Array, target: Uint8Array, offset: number): void {
  const rest = bytes.length % 3;
  const whole = bytes.length - rest;
  let at = offset;
  for (let index = 0; index < whole; index += 3) {
    const group = (byteAt(bytes, index) << 16) | (byteAt(bytes, index + 1) << 8) | byteAt(bytes, index + 2);
    target[at++] = byteAt(codes, group >> 18);
    target[at++] = byteAt(codes, (group >> 12) & 63);
    target[at++] = byteAt(codes, (group >> 6) & 63);
    target[at++] = byteAt(codes, group & 63);
  }
  if (rest === 0) return;
  const group = (byteAt(bytes, whole) << 16) | (rest === 2 ? byteAt(bytes, whole + 1) << 8 : 0);
  target[at++] = byteAt(codes, group >> 18);
  target[at++] = byteAt(codes, (group >> 12) & 63);
  if (rest === 2) target[at] = byteAt(codes, (group >> 6) & 63);
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/** The canonical base64url text of bytes. */
export function encodeBase64url(bytes: Uint8Array): string {
  if (nativeBuffer !== undefined) return viewAsBuffer(bytes, nativeBuffer).toString('base64url');
  const ascii = new Uint8Array(base64urlLength(bytes.length));
  encodeBase64urlInto(bytes, ascii, 0);
  return asciiText(ascii);
}

/** ASCII bytes as text; `fromCharCode` takes arguments by the thousand, not by the million. */
function asciiText(ascii: Uint8Array): string {
  let text = '';
  for (let index = 0; index < ascii.length; index += 4096) {
    text += String.fromCharCode(...ascii.subarray(index, index + 4096));
  }
  return text;
}
