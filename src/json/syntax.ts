/** Knows which mistake a text that breaks JSON's grammar most likely holds, and what to do about it. */

import { BACKSLASH, COMMA, CARRIAGE_RETURN, LETTER_U, LINE_FEED, QUOTE, SPACE, textStart } from './bytes.js';
import { type JsonError } from './error.js';
import { toJsonError } from './refuse.js';
import { showCodePoint, showText } from './show.js';
import { isUtf16, utf16Error } from './utf8.js';
import { describeWord } from './words.js';

/** What the grammar asks for where the mistake stands. */
export type Expected =
  'value' | 'element' | 'digit' | 'name' | 'colon' | 'end of array' | 'end of object' | 'end of text';

/** What is wrong, and the next step; with `offset` where another place tells more. */
export type Mistake = { readonly problem: string; readonly hint: string; readonly offset?: number };

type Guess = (bytes: Uint8Array, offset: number, expected: Expected) => Mistake | undefined;

/** The likeliest explanation comes first. */
const guesses: readonly Guess[] = [
  guessEnd,
  guessTrailingComma,
  guessMarkup,
  guessComment,
  guessQuote,
  guessWord,
  guessSeparator,
  guessRest,
];

/** For a byte, at `offset`, that is not what the grammar asks for. */
export function syntaxError(bytes: Uint8Array, offset: number, expected: Expected): JsonError {
  if (offset <= 1 && isUtf16(bytes)) return utf16Error(bytes);
  for (const guess of guesses) {
    const mistake = guess(bytes, offset, expected);
    if (mistake !== undefined) return toJsonError(bytes, { findingCode: 'json-syntax', offset, ...mistake });
  }
  return toJsonError(bytes, {
    findingCode: 'json-syntax',
    offset,
    problem: `${showCharacterAt(bytes, offset)} stands where ${wanted[expected]} is expected`,
    hint: `write ${wanted[expected]} there`,
  });
}

/** For a string, opened at `quote`, that the text ends in. */
export function openStringError(bytes: Uint8Array, quote: number): JsonError {
  return toJsonError(bytes, {
    findingCode: 'json-syntax',
    offset: quote,
    problem: 'string is never closed',
    hint: 'add the closing quote',
  });
}

/** For a raw control character, at `offset`, in a string. */
export function controlError(bytes: Uint8Array, offset: number): JsonError {
  const byte = bytes[offset] ?? 0;
  const isBreak = byte === LINE_FEED || byte === CARRIAGE_RETURN;
  const escape = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return toJsonError(bytes, {
    findingCode: 'json-syntax',
    offset,
    problem: `${isBreak ? 'line break' : 'control character'} ${showCodePoint(byte)} stands raw in a string`,
    hint: isBreak ? `close the string on its line, or write ${escape}` : `write ${escape}`,
  });
}

/** For a backslash, at `offset`, that starts no escape. */
export function escapeError(bytes: Uint8Array, offset: number): JsonError {
  const isUnicode = bytes[offset + 1] === LETTER_U;
  const digits = /^[^"\\]*/.exec(decode(bytes, offset + 2, 4))?.[0] ?? '';
  const shown = showText(isUnicode ? `u${digits}` : characterAt(bytes, offset + 1)).slice(1, -1);
  return toJsonError(bytes, {
    findingCode: 'json-syntax',
    offset,
    problem: `escape \\${shown} is not one of JSON`,
    hint: isUnicode ? 'write four hexadecimal digits after \\u' : 'write \\\\ for a backslash',
  });
}

const wanted: Record<Expected, string> = {
  'value': 'a value',
  'element': 'a value',
  'digit': 'a digit',
  'name': 'a member name in double quotes',
  'colon': 'a colon',
  'end of array': 'a comma or "]"',
  'end of object': 'a comma or "}"',
  'end of text': 'the end of the text',
};

/** Where a word would be a token of its own. */
const startsToken: ReadonlySet<Expected> = new Set(['value', 'element', 'name']);

const missing: Partial<Record<Expected, string>> = {
  'element': 'add the missing "]"',
  'name': 'add the missing "}"',
  'end of array': 'add the missing "]"',
  'end of object': 'add the missing "}"',
};

function guessEnd(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  if (offset < bytes.length || expected === 'digit') return undefined;
  return {
    problem: `text ends where ${wanted[expected]} is expected`,
    hint: missing[expected] ?? 'check that the text is complete',
  };
}

function guessTrailingComma(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  if (expected !== 'element' && expected !== 'name' && expected !== 'value') return undefined;
  if (!/[\]},]/.test(characterAt(bytes, offset))) return undefined;
  const comma = lastBefore(bytes, offset);
  if (bytes[comma] !== COMMA) return undefined;
  const problem = `comma is followed by ${showCharacterAt(bytes, offset)} and not by ${wanted[expected]}`;
  return { problem, hint: 'remove the comma', offset: comma };
}

function guessMarkup(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  if (expected !== 'value' || characterAt(bytes, offset) !== '<') return undefined;
  return {
    problem: 'text starts with "<": it is HTML or XML, not JSON',
    hint: 'check that the address or the file is the right one',
  };
}

function guessComment(bytes: Uint8Array, offset: number): Mistake | undefined {
  const start = decode(bytes, offset, 2);
  if (!start.startsWith('//') && !start.startsWith('/*') && !start.startsWith('#')) return undefined;
  return { problem: 'comment stands in the text, and JSON has none', hint: 'remove the comment' };
}

function guessQuote(bytes: Uint8Array, offset: number): Mistake | undefined {
  const character = characterAt(bytes, offset);
  if (!/['`‘’“”„«»]/.test(character)) return undefined;
  return { problem: `${showText(character)} is not a quote of JSON`, hint: 'use double quotes: "' };
}

function guessWord(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  let start = offset;
  while (start > textStart(bytes) && isWordByte(bytes[start - 1])) start--;
  let end = offset;
  while (isWordByte(bytes[end])) end++;
  const isStarted = start < offset && expected !== 'colon';
  if (expected !== 'digit' && (end === offset || !(isStarted || startsToken.has(expected)))) return undefined;
  const word = decode(bytes, start, Math.min(end - start, 40));
  if (end === bytes.length && /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(word)) {
    return {
      problem: `text ends within a value: ${showText(word)}`,
      hint: 'check that the text is complete',
      offset: start,
    };
  }
  const mistake = describeWord(word, expected === 'name');
  return mistake === undefined ? undefined : { ...mistake, offset: start };
}

function guessSeparator(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  const character = characterAt(bytes, offset);
  if (expected === 'colon') {
    const hint = /[=,;]/.test(character) ? `write : instead of ${character}` : 'add the colon';
    return { problem: `${showText(character)} stands where a colon is expected after a name`, hint };
  }
  if (expected !== 'end of array' && expected !== 'end of object') return undefined;
  if (character === ';') return { problem: '";" does not separate values', hint: 'write , instead of ;' };
  if (!/["[{\w-]/.test(character)) return undefined;
  const isAfterString = bytes[offset - 1] === QUOTE && character !== '"';
  const hint = isAfterString ? 'write \\" for a quote inside a string, or add the comma' : 'add the comma';
  return { problem: `comma is missing before ${showCharacterAt(bytes, offset)}`, hint };
}

function guessRest(bytes: Uint8Array, offset: number, expected: Expected): Mistake | undefined {
  if (expected !== 'end of text') return undefined;
  const problem = `text goes on with ${showCharacterAt(bytes, offset)} after the end of the value`;
  return { problem, hint: 'keep one value and remove the rest' };
}

/** Letters, digits and what else stands in numbers and names; not what JSON's grammar gives a meaning. */
function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /[\w$.+-]/.test(String.fromCharCode(byte));
}

/** The offset of the last byte before one that is not white space. */
function lastBefore(bytes: Uint8Array, offset: number): number {
  let at = offset - 1;
  while (at > 0 && (bytes[at] ?? 0) <= SPACE) at--;
  return at;
}

function characterAt(bytes: Uint8Array, offset: number): string {
  return Array.from(decode(bytes, offset, 4))[0] ?? '';
}

function showCharacterAt(bytes: Uint8Array, offset: number): string {
  const byte = bytes[offset] ?? 0;
  if (byte < SPACE || byte === 0x7f) return `control character ${showCodePoint(byte)}`;
  return byte === BACKSLASH ? 'a backslash' : showText(characterAt(bytes, offset));
}

/** Some bytes as text; a character cut in two at the end becomes U+FFFD. */
function decode(bytes: Uint8Array, offset: number, length: number): string {
  return decoder.decode(bytes.subarray(offset, offset + length));
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
