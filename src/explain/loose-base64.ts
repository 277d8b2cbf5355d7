/** Knows the spellings of base64 (RFC 4648) that JWS does not take. */
import { decodeBase64url } from '../base64url.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of base64 in either alphabet, with padding, white space or unused bits that are set; `undefined` for all else. */
export function decodeLoosely(text: string): Uint8Array | undefined {
  const bare = toBare(text);
  return decodeBase64url(bare) ?? decodeBase64url(clearUnusedBits(bare));
}

/** The same bytes in base64url without padding. */
export function toBare(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Of the last character, two or four bits are no part of any byte. */
function clearUnusedBits(text: string): string {
  const unused = { 2: 4, 3: 2 }[text.length & 3] ?? 0;
  const sextet = alphabet.indexOf(text.at(-1) ?? '');
  return unused === 0 || sextet < 0
    ? text
    : text.slice(0, -1) + (alphabet[(sextet >> unused) << unused] ?? '');
}

/** What is wrong with the spelling, for a sentence. */
export function sayFault(text: string): string {
  const faults = [
    ...(/[+/]/.test(text) ? ['the letters + and / of standard base64'] : []),
    ...(/=/.test(text) ? ['padding (=)'] : []),
    ...(/\s/.test(text) ? ['white space'] : []),
  ];
  return faults.length === 0 ? 'bits set in its last character that are part of no byte' : faults.join(', ');
}
