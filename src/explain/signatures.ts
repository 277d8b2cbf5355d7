/** Knows which bytes a text that stands for a signature may mean. */
import { decodeBase64url } from '../base64url.js';
import { toCause } from './report.js';
import { decodeLoosely, sayFault } from './loose-base64.js';
import { right, type Variant } from './variant.js';

/**
 * The bytes that the text may stand for. What is undone here can be seen in the text, so it is tried with all else, and
 * counts as no fault.
 */
export function listSignatures(text: string): readonly Variant<Uint8Array>[] {
  const canonical = decodeBase64url(text);
  const loose = canonical === undefined ? decodeLoosely(text) : undefined;
  const bytes = canonical ?? loose;
  return [
    ...(canonical === undefined ? [] : [right(canonical)]),
    ...(loose === undefined
      ? []
      : [seen(loose, () => toCause('base64', `the signature has ${sayFault(text)}`))]),
    ...readHex(text),
    ...(bytes === undefined ? [] : readTwice(bytes)),
  ];
}

function seen(value: Uint8Array, say: () => ReturnType<typeof toCause>): Variant<Uint8Array> {
  return { value, faults: 0, explain: () => [say()] };
}

function readHex(text: string): Variant<Uint8Array>[] {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]+$/.test(text)) return [];
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return [seen(bytes, () => toCause('signature-encoding', 'the signature is in hexadecimal digits'))];
}

/** Bytes that are themselves the text of bytes. */
function readTwice(bytes: Uint8Array): Variant<Uint8Array>[] {
  if (bytes.length === 0 || !bytes.every((byte) => byte > 0x20 && byte < 0x7f)) return [];
  const inner = decodeLoosely(String.fromCharCode(...bytes));
  if (inner === undefined) return [];
  return [seen(inner, () => toCause('signature-encoding', 'the signature was encoded in base64 twice'))];
}
