/** Knows whether the bytes of a file are, or hold, a private key in any of the usual ways to write one down. */
import { createPrivateKey } from 'node:crypto';
import { JsonError } from '../json/error.js';
import { tryReadJson } from '../json/read.js';
import { isObject, type JsonValue } from '../json/value.js';
import { findPrivateMember } from './public-jwk.js';

/** Whether there is a PEM anywhere in it, a private JWK, an array or a set of such, or the DER of a key. */
export function holdsPrivateKey(bytes: Uint8Array): boolean {
  // A text in UTF-16 has a zero byte beside each letter of ASCII.
  const text = Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1');
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return true;
  return bytes[0] === 0x30 ? isDer(bytes) : holdsPrivateJwk(bytes);
}

function isDer(bytes: Uint8Array): boolean {
  return (['pkcs8', 'sec1', 'pkcs1'] as const).some((type) => {
    try {
      createPrivateKey({ key: Buffer.from(bytes), format: 'der', type });
      return true;
    } catch {
      return false;
    }
  });
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
