/** Knows whether the bytes of a file are, or hold, a private key in any of the usual ways to write one down. */
import { JsonError } from '../json/error.js';
import { tryReadJson } from '../json/read.js';
import { isObject, type JsonValue } from '../json/value.js';
import { findPrivateMember } from './public-jwk.js';

/**
 * Whether there is a PEM anywhere in it, as it is or in base64, the DER of a key or of a key store, or a private JWK,
 * in whatever it stands in and whole or not: of what may be the only copy, too much is taken for a key.
 */
export function holdsPrivateKey(bytes: Uint8Array): boolean {
  // A text in UTF-16 has a zero byte beside each letter of ASCII.
  const text = Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1');
  return holdsPem(text) || isDer(bytes) || looksLikePrivateJwk(text) || holdsPrivateJwk(bytes);
}

const pem = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;

function holdsPem(text: string): boolean {
  if (pem.test(text)) return true;
  const encoded = text.match(/LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,60}/g) ?? [];
  return encoded.some((part) => pem.test(Buffer.from(part, 'base64').toString('latin1')));
}

/**
 * A SEQUENCE that begins with a version, as PKCS#8, PKCS#1, SEC 1 and PKCS#12 do, or that is an algorithm and an OCTET
 * STRING, as an encrypted PKCS#8 is. Certificates and public keys are neither.
 */
function isDer(bytes: Uint8Array): boolean {
  const outer = skipHeader(bytes, 0, 0x30);
  if (outer === undefined) return false;
  if (bytes[outer.start] === 0x02) return true;
  const first = skipHeader(bytes, outer.start, 0x30);
  return first !== undefined && bytes[first.end] === 0x04;
}

/** Where the content of a DER value with the tag begins and ends (X.690 8.1.3); of four bytes of length at most. */
function skipHeader(bytes: Uint8Array, at: number, tag: number): { start: number; end: number } | undefined {
  const first = bytes[at + 1] ?? 0;
  if (bytes[at] !== tag || first > 0x84) return undefined;
  const count = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + count;
  const length =
    count === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return start + length <= bytes.length ? { start, end: start + length } : undefined;
}

/** Members of a private JWK anywhere in a text: in a file of variables, in a set of sets, cut off. */
function looksLikePrivateJwk(text: string): boolean {
  return /kty\\?["']?\s*:/.test(text) && /\\?["'](?:d|k|p|priv)\\?["']\s*:\s*\\?["']/.test(text);
}

function holdsPrivateJwk(bytes: Uint8Array): boolean {
  const document = tryReadJson(bytes);
  if (document instanceof JsonError) return false;
  const { value } = document;
  if (Array.isArray(value)) return value.some(isPrivateJwk);
  if (!isObject(value)) return false;
  const { keys } = value;
  return isPrivateJwk(value) || (Array.isArray(keys) && keys.some(isPrivateJwk));
}

function isPrivateJwk(value: JsonValue): boolean {
  return isObject(value) && typeof value['kty'] === 'string' && findPrivateMember(value) !== undefined;
}
