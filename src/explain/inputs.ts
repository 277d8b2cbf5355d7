/** Knows what may have been signed in place of the signing input (RFC 7515 5.1). */
import { encodeBase64url } from '../base64url.js';
import { encodeHex } from '../hex.js';
import type { Hash, Method, Prober } from '../keys/prober.js';
import type { EntryParts } from './entry-parts.js';
import { toBare, sayFault } from './loose-base64.js';
import { listHeaders } from './headers.js';
import { toCause } from './report.js';
import type { PayloadText } from './candidates.js';
import { right, wrong, type Variant } from './variant.js';

export type Input = (payload: PayloadText, method: Method, prober: Prober) => Uint8Array;

const encoder = new TextEncoder();

/** The right one first; then what leaves something out, or encodes it otherwise; then other headers. */
export function listInputs(parts: EntryParts): readonly Variant<Input>[] {
  return [...listOwn(parts), ...listDigests(parts), ...listEncodings(parts), ...listOthers(parts)];
}

/** Of a header that is not base64url, both its text and the one that it should be may have been signed. */
function listOwn(parts: EntryParts): Variant<Input>[] {
  const text = parts.protected;
  const bare = toBare(text);
  if (bare === text) return [right(underHeader(text))];
  const explain = () => [toCause('base64', `the protected header has ${sayFault(text)}`)];
  return [text, bare].map((header) => ({ value: underHeader(header), faults: 0, explain }));
}

function listDigests(parts: EntryParts): Variant<Input>[] {
  const own = underHeader(parts.protected);
  return [
    wrong<Input>(
      (payload, method, prober) => prober.digest(hashOf(method), own(payload, method, prober)),
      () =>
        toCause(
          'digest-twice',
          'the signature is over the digest of the signing input as if that were the message',
        ),
    ),
    wrong<Input>(
      (payload, method, prober) =>
        encoder.encode(encodeHex(prober.digest(hashOf(method), own(payload, method, prober)))),
      () =>
        toCause(
          'digest-twice',
          'the signature is over the digest of the signing input, written in hexadecimal digits',
        ),
    ),
  ];
}

/** Of algorithms that hash nothing before, what their libraries hash with. */
function hashOf({ algorithm, hash }: Method): Hash {
  return hash ?? algorithm.hash ?? 'SHA-512';
}

function listEncodings({ protected: header }: EntryParts): Variant<Input>[] {
  return [
    wrong<Input>(
      ({ bytes }) => bytes,
      () => toCause('header-unsigned', 'the signature is over the payload alone'),
    ),
    wrong<Input>(
      (payload) => encoder.encode(toBase64url(payload)),
      () => toCause('header-unsigned', 'the signature is over base64url(payload) alone'),
    ),
    wrong<Input>(
      ({ bytes }) => concat(encoder.encode(`${header}.`), bytes),
      () =>
        toCause(
          'payload-encoding',
          'the payload was signed as it is, not encoded (as with b64: false, RFC 7797)',
        ),
    ),
    wrong<Input>(
      (payload) => encoder.encode(`${header}.${toStandard(toBase64url(payload))}`),
      () => toCause('payload-encoding', 'the payload was signed in standard base64, with padding'),
    ),
    wrong<Input>(
      (payload) => encoder.encode(`${header}.${toPadded(toBase64url(payload))}`),
      () => toCause('payload-encoding', 'the payload was signed in base64url with padding'),
    ),
  ];
}

function listOthers(parts: EntryParts): Variant<Input>[] {
  return listHeaders(parts.header).flatMap(({ text, say }) => {
    const encoded = encodeBase64url(encoder.encode(text));
    if (encoded === toBare(parts.protected)) return [];
    return [wrong(underHeader(encoded), () => toCause('header-changed', `what was signed is ${say}`))];
  });
}

function underHeader(header: string): Input {
  return (payload) => encoder.encode(`${header}.${toBase64url(payload)}`);
}

function toBase64url(payload: PayloadText): string {
  payload.base64url ??= encodeBase64url(payload.bytes);
  return payload.base64url;
}

function toPadded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

function toStandard(text: string): string {
  return toPadded(text).replaceAll('-', '+').replaceAll('_', '/');
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
