/** Knows the escapes inside strings (RFC 8259 7). */

import { BACKSLASH, LETTER_U } from './bytes.js';
import { surrogateError } from './refuse.js';
import { escapeError } from './syntax.js';

/** Strings with more escapes are left to the engine: so many pieces would be kept as a tree. */
const mostPieces = 16;

/** What the letter of a short escape stands for; 0 where there is no such escape. */
const shortUnits = new Uint8Array(256);
for (const pair of ['""', '//', '\\\\', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  shortUnits[pair.charCodeAt(0)] = pair.charCodeAt(1);
}

/**
 * The offset behind the escape whose backslash stands at `at`; both halves of a surrogate pair are one escape.
 *
 * @throws JsonError `json-syntax` if there is no such escape, `json-lone-surrogate` for half a pair
 */
export function skipEscape(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1];
  if (letter !== undefined && shortUnits[letter] !== 0) return at + 2;
  const unit = readUnit(bytes, at);
  if (unit === undefined) throw escapeError(bytes, at);
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  if (unit > 0xdbff) throw surrogateError(bytes, at, unit);
  const second = readUnit(bytes, at + 6);
  if (second === undefined || second < 0xdc00 || second > 0xdfff) throw surrogateError(bytes, at, unit);
  return at + 12;
}

/** The text that a string stands for; `raw` is what stands between its quotes, its escapes checked and counted. */
export function unescape(raw: string, escapeCount: number): string {
  if (escapeCount > mostPieces) return JSON.parse(`"${raw}"`) as string;
  let text = '';
  let from = 0;
  let at = raw.indexOf('\\');
  while (at >= 0) {
    const letter = raw.charCodeAt(at + 1);
    const isUnit = letter === LETTER_U;
    const unit = isUnit ? Number.parseInt(raw.slice(at + 2, at + 6), 16) : (shortUnits[letter] as number);
    text += raw.slice(from, at) + String.fromCharCode(unit);
    from = isUnit ? at + 6 : at + 2;
    at = raw.indexOf('\\', from);
  }
  return text + raw.slice(from);
}

/** The code unit that the escape at an offset stands for; undefined if it is not `\u` and four digits. */
function readUnit(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return undefined;
  let unit = 0;
  for (let index = 2; index < 6; index++) {
    const digit = Number.parseInt(String.fromCharCode(bytes[at + index] ?? 0), 16);
    if (Number.isNaN(digit)) return undefined;
    unit = unit * 16 + digit;
  }
  return unit;
}
