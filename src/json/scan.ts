/** Knows the grammar of JSON (RFC 8259), and makes values of bytes in one pass. */

import {
  ARRAY_END,
  ARRAY_START,
  BACKSLASH,
  COLON,
  COMMA,
  DOT,
  LETTER_F,
  LETTER_N,
  LETTER_T,
  MINUS,
  OBJECT_END,
  OBJECT_START,
  PLUS,
  QUOTE,
  ZERO,
  isLetterE,
  skipSpace,
} from './bytes.js';
import { skipEscape, unescape } from './escapes.js';
import { LEAD_OF_TWO, PLAIN, SPECIAL, kinds } from './kinds.js';
import { startNames, type NameNode } from './name-cache.js';
import { depthError, duplicateError, emptyError, rangeError } from './refuse.js';
import { controlError, openStringError, syntaxError } from './syntax.js';
import { createObject, setMember, type JsonArray, type JsonObject, type JsonValue } from './value.js';

/** Integers of so many digits fit a double whatever the digits are. */
const safeDigits = 15;

/** A text to scan: valid UTF-8, and the same decoded. */
export type Source = {
  readonly bytes: Uint8Array;
  /** The bytes from `start` on, decoded. */
  readonly text: string;
  readonly start: number;
  readonly maxDepth: number;
};

/** What a text holds: its value, and the offsets of integers that their double does not equal. */
export type Scanned = { readonly value: JsonValue; readonly inexactIntegers: readonly number[] };

/**
 * Reads one value and nothing else.
 *
 * @throws JsonError for whatever is not JSON or is refused; never with another error
 */
export function scan(source: Source): Scanned {
  const scanner = new Scanner(source);
  return { value: scanner.readDocument(), inexactIntegers: scanner.inexactIntegers };
}

/** One pass over a text. The structure is read from the bytes, strings are cut from the decoded text. */
class Scanner {
  readonly inexactIntegers: number[] = [];
  private readonly bytes: Uint8Array;
  private readonly text: string;
  private readonly maxDepth: number;
  /** Offset of the byte to read next. */
  private at: number;
  /** How far the index into the text is behind the offset into the bytes. */
  private drift: number;
  /** The place of the last name that `readNewName` read; undefined if it is not remembered. */
  private node: NameNode | undefined = undefined;

  constructor(source: Source) {
    this.bytes = source.bytes;
    this.text = source.text;
    this.maxDepth = source.maxDepth;
    this.at = source.start;
    this.drift = source.start;
  }

  readDocument(): JsonValue {
    const { bytes } = this;
    this.at = skipSpace(bytes, this.at);
    if (this.at === bytes.length) throw emptyError(bytes);
    const value = this.readValue(1, startNames(bytes.length), 'value');
    const end = skipSpace(bytes, this.at);
    if (end < bytes.length) throw syntaxError(bytes, end, 'end of text');
    return value;
  }

  /** Reads the value at `at`; a container would be the `depth`th level. */
  private readValue(depth: number, node: NameNode | undefined, expected: 'value' | 'element'): JsonValue {
    switch (this.bytes[this.at] as number) {
      case QUOTE:
        return this.readString();
      case OBJECT_START:
        return this.readObject(depth, node?.inside);
      case ARRAY_START:
        return this.readArray(depth, node);
      case LETTER_T:
        return this.readWord('true', true);
      case LETTER_F:
        return this.readWord('false', false);
      case LETTER_N:
        return this.readWord('null', null);
      default:
        return this.readNumber(expected);
    }
  }

  private readObject(depth: number, start: NameNode | undefined): JsonObject {
    const { bytes } = this;
    if (depth > this.maxDepth) throw depthError(bytes, this.at, this.maxDepth);
    const object = createObject();
    let node = start;
    let at = skipSpace(bytes, this.at + 1);
    if (bytes[at] === OBJECT_END) {
      this.at = at + 1;
      return object;
    }
    for (;;) {
      if (bytes[at] !== QUOTE) throw syntaxError(bytes, at, 'name');
      this.at = at;
      const guess = node?.next;
      let name: string;
      if (guess !== undefined && this.skipName(guess)) {
        node = guess;
        name = guess.name;
      } else {
        name = this.readNewName(node, object);
        node = this.node;
      }
      at = this.at;
      if (bytes[at] !== COLON) {
        at = skipSpace(bytes, at);
        if (bytes[at] !== COLON) throw syntaxError(bytes, at, 'colon');
      }
      this.at = skipSpace(bytes, at + 1);
      const value = this.readValue(depth + 1, node, 'value');
      // A name that is remembered is no index.
      if (node === undefined) setMember(object, name, value);
      else object[name] = value;
      at = this.at;
      if (bytes[at] !== COMMA) at = skipSpace(bytes, at);
      if (bytes[at] === COMMA) {
        at = skipSpace(bytes, at + 1);
      } else {
        if (bytes[at] !== OBJECT_END) throw syntaxError(bytes, at, 'end of object');
        this.at = at + 1;
        return object;
      }
    }
  }

  /** Steps over a name that is the expected one. */
  private skipName(expected: NameNode): boolean {
    const { bytes } = this;
    const name = expected.bytes;
    const { length } = name;
    const start = this.at + 1;
    if (bytes[start + length] !== QUOTE) return false;
    for (let index = 0; index < length; index++) {
      if (bytes[start + index] !== name[index]) return false;
    }
    this.at = start + length + 1;
    this.drift += expected.drift;
    return true;
  }

  /** Reads a name that is not the expected one, and sees to it that the object has no such member yet. */
  private readNewName(node: NameNode | undefined, object: JsonObject): string {
    const quote = this.at;
    const drift = this.drift;
    const name = this.readString();
    const known = node?.follow(name);
    if (known !== undefined) {
      this.node = known;
      return known.name;
    }
    // RFC 7493 2.3: names are compared after unescaping. No member is ever undefined.
    if (object[name] !== undefined) throw duplicateError(this.bytes, quote, name);
    const raw = this.bytes.subarray(quote + 1, this.at - 1);
    const isEscaped = raw.length !== name.length + this.drift - drift;
    this.node = isEscaped ? undefined : node?.learn(name, raw);
    return this.node?.name ?? name;
  }

  private readArray(depth: number, node: NameNode | undefined): JsonArray {
    const { bytes } = this;
    if (depth > this.maxDepth) throw depthError(bytes, this.at, this.maxDepth);
    const array: JsonArray = [];
    let at = skipSpace(bytes, this.at + 1);
    if (bytes[at] === ARRAY_END) {
      this.at = at + 1;
      return array;
    }
    for (;;) {
      this.at = at;
      array.push(this.readValue(depth + 1, node, 'element'));
      at = this.at;
      if (bytes[at] !== COMMA) at = skipSpace(bytes, at);
      if (bytes[at] === COMMA) {
        at = skipSpace(bytes, at + 1);
      } else {
        if (bytes[at] !== ARRAY_END) throw syntaxError(bytes, at, 'end of array');
        this.at = at + 1;
        return array;
      }
    }
  }

  private readString(): string {
    const { bytes } = this;
    const end = bytes.length;
    const start = this.at + 1;
    let drift = this.drift;
    let at = start;
    while (at < end) {
      const kind = kinds[bytes[at] as number] as number;
      if (kind === PLAIN) {
        at++;
      } else if (kind === SPECIAL) {
        break;
      } else {
        at += kind;
        // Two bytes are one code unit, three are one, four are two.
        drift += kind === LEAD_OF_TWO ? 1 : 2;
      }
    }
    if (bytes[at] !== QUOTE) return this.readEscapedString(at, drift);
    const text = this.text.slice(start - this.drift, at - drift);
    this.at = at + 1;
    this.drift = drift;
    return text;
  }

  /** Reads on in a string at its first escape, or at what is wrong with it. */
  private readEscapedString(from: number, driftThere: number): string {
    const { bytes } = this;
    const end = bytes.length;
    const quote = this.at;
    let drift = driftThere;
    let at = from;
    let escapeCount = 0;
    while (at < end) {
      const byte = bytes[at] as number;
      const kind = kinds[byte] as number;
      if (kind === PLAIN) {
        at++;
      } else if (kind !== SPECIAL) {
        at += kind;
        drift += kind === LEAD_OF_TWO ? 1 : 2;
      } else if (byte === BACKSLASH && at + 1 < end) {
        at = skipEscape(bytes, at);
        escapeCount++;
      } else {
        break;
      }
    }
    if (at >= end || bytes[at] === BACKSLASH) throw openStringError(bytes, quote);
    if (bytes[at] !== QUOTE) throw controlError(bytes, at);
    const text = unescape(this.text.slice(quote + 1 - this.drift, at - drift), escapeCount);
    this.at = at + 1;
    this.drift = drift;
    return text;
  }

  private readNumber(expected: 'value' | 'element'): number {
    const { bytes } = this;
    const isNegative = bytes[this.at] === MINUS;
    const first = isNegative ? this.at + 1 : this.at;
    let value = 0;
    let at = first;
    // The digit of a byte that is none is NaN or more than 9.
    for (let digit; (digit = (bytes[at] as number) - ZERO) >= 0 && digit <= 9; at++) {
      value = value * 10 + digit;
    }
    if (at === first) throw syntaxError(bytes, at, isNegative ? 'digit' : expected);
    if (bytes[first] === ZERO && at > first + 1) throw syntaxError(bytes, first + 1, 'digit');
    const isInteger = bytes[at] !== DOT && !isLetterE(bytes[at]);
    if (!isInteger || at - first > safeDigits) return this.readLongNumber(at, isInteger);
    this.at = at;
    return isNegative ? -value : value;
  }

  /** Reads on behind the integer part of a number that has more than that, or many digits. */
  private readLongNumber(integerEnd: number, isInteger: boolean): number {
    const { bytes } = this;
    const start = this.at;
    let at = integerEnd;
    if (bytes[at] === DOT) at = this.skipDigits(at + 1);
    if (isLetterE(bytes[at])) {
      const isSigned = bytes[at + 1] === MINUS || bytes[at + 1] === PLUS;
      at = this.skipDigits(isSigned ? at + 2 : at + 1);
    }
    const literal = this.text.slice(start - this.drift, at - this.drift);
    const value = Number(literal);
    // RFC 7493 2.2: a double must hold it. One too small for that is zero.
    if (!Number.isFinite(value)) throw rangeError(bytes, start, literal);
    if (isInteger && !isWrittenAgain(literal, value)) this.inexactIntegers.push(start);
    this.at = at;
    return value;
  }

  /** The offset behind one digit or more. */
  private skipDigits(from: number): number {
    const { bytes } = this;
    let at = from;
    while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= ZERO + 9) at++;
    if (at === from) throw syntaxError(bytes, at, 'digit');
    return at;
  }

  private readWord<T>(word: string, value: T): T {
    const { bytes, at } = this;
    for (let index = 1; index < word.length; index++) {
      if (bytes[at + index] !== word.charCodeAt(index)) throw syntaxError(bytes, at, 'value');
    }
    this.at = at + word.length;
    return value;
  }
}

/**
 * Whether the canonical text of the double (RFC 8785 3.2.2.3) is the same integer as the literal. 2^60 is a double, and
 * yet its canonical text, which ends in zeros, is another integer to whoever reads all digits.
 */
function isWrittenAgain(literal: string, value: number): boolean {
  const text = String(value);
  if (literal === text) return true;
  const [digits = '', exponent] = text.split('e+');
  if (exponent === undefined) return BigInt(literal) === BigInt(text);
  const [whole = '', fraction = ''] = digits.split('.');
  return (
    BigInt(literal) === BigInt(`${whole}${fraction}`) * 10n ** BigInt(Number(exponent) - fraction.length)
  );
}
