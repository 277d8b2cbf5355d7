/** Knows where in the bytes a value stands, and which value stands at a byte; found on demand, never kept. */

import {
  ARRAY_END,
  ARRAY_START,
  CARRIAGE_RETURN,
  COLON,
  COMMA,
  LINE_FEED,
  OBJECT_END,
  OBJECT_START,
  QUOTE,
  skipPlain,
  skipSpace,
  skipString,
  textStart,
} from './bytes.js';
import { escapePointer, parsePointer } from './pointer.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A place in the text. */
export type Place = {
  /** In bytes from the start, a byte order mark included. */
  readonly offset: number;
  /** 1-based; LF, CRLF and CR end a line. */
  readonly line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly column: number;
};

/**
 * The place of the value, or of the member name, that a JSON Pointer leads to in a valid document. An element
 * and the document itself have no name, so their value is meant. Where the pointer leads to nothing, it is the
 * place of the nearest value around it.
 */
export function locate(bytes: Uint8Array, pointer: string, target: 'value' | 'name'): Place {
  return follow(bytes, { pointer, target }, (container, segment) => findChild(bytes, container, segment));
}

/** `locate` for many pointers into one document: what a container holds is looked for once, however large it is. */
export function createLocator(bytes: Uint8Array): (pointer: string, target: 'value' | 'name') => Place {
  const known = new Map<number, ReadonlyMap<string, Child>>();
  const find = (container: number, segment: string): Child | undefined => {
    const children = known.get(container) ?? listChildren(bytes, container);
    known.set(container, children);
    return children.get(segment);
  };
  return (pointer, target) => follow(bytes, { pointer, target }, find);
}

type Target = { readonly pointer: string; readonly target: 'value' | 'name' };

function follow(
  bytes: Uint8Array,
  { pointer, target }: Target,
  find: (container: number, segment: string) => Child | undefined,
): Place {
  let found: Child = { name: undefined, value: skipSpace(bytes, textStart(bytes)) };
  for (const segment of parsePointer(pointer)) {
    const child = find(found.value, segment);
    if (child === undefined) return placeAt(bytes, found.value);
    found = child;
  }
  return placeAt(bytes, target === 'name' ? (found.name ?? found.value) : found.value);
}

/** The offsets of the first byte of the value that a JSON Pointer leads to, and behind its last; undefined if to none. */
export function rangeOf(bytes: Uint8Array, pointer: string): { start: number; end: number } | undefined {
  let start = skipSpace(bytes, textStart(bytes));
  for (const segment of parsePointer(pointer)) {
    const child = findChild(bytes, start, segment);
    if (child === undefined) return undefined;
    start = child.value;
  }
  return { start, end: skipValue(bytes, start) };
}

/** The line and the column of a byte. The bytes before it must be UTF-8. */
export function lineColumn(bytes: Uint8Array, offset: number): { line: number; column: number } {
  const end = Math.min(offset, bytes.length);
  let line = 1;
  let lineStart = Math.min(textStart(bytes), end);
  for (let at = lineStart; at < end; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) {
      line++;
      lineStart = at + 1;
    }
  }
  return { line, column: 1 + countUnits(bytes, lineStart, end) };
}

/**
 * The JSON Pointer of the innermost value or member that the byte belongs to. A member reaches from its name to
 * the end of its value; commas, closing brackets and the blanks around them belong to the container. Only the
 * text before the offset must be valid.
 */
export function pointerAt(bytes: Uint8Array, offset: number): string {
  const frames: Frame[] = [];
  let at = skipSpace(bytes, textStart(bytes));
  while (at <= offset && at < bytes.length) {
    const byte = bytes[at] as number;
    const isEnd = byte === ARRAY_END || byte === OBJECT_END;
    if ((isEnd || byte === COMMA) && at === offset) break;
    if (isEnd) frames.pop();
    else startToken(frames.at(-1), byte, at);
    const next = tokenEnd(bytes, at);
    if (next > offset) break;
    if (byte === ARRAY_START || byte === OBJECT_START) frames.push(openFrame(byte === ARRAY_START));
    else if (byte !== COLON && byte !== COMMA) endValue(frames.at(-1), at);
    at = skipSpace(bytes, next);
  }
  return frames.map((frame) => toSegment(bytes, frame)).join('');
}

/** A container that is open at the byte looked at. */
type Frame = {
  readonly isArray: boolean;
  index: number;
  /** Offset of the name of the member that is being read. */
  name: number | undefined;
  /** Whether the byte looked at belongs to an element or a member's value. */
  isInside: boolean;
};

function openFrame(isArray: boolean): Frame {
  return { isArray, index: 0, name: undefined, isInside: false };
}

/** A comma, a name or a value of an open container starts. */
function startToken(frame: Frame | undefined, byte: number, at: number): void {
  if (frame === undefined || byte === COLON) return;
  if (byte === COMMA) frame.index++;
  else if (byte === QUOTE && !frame.isArray && frame.name === undefined) frame.name = at;
  else frame.isInside = true;
}

/** A token has ended; unless it was the name of a member, a value of its container has ended with it. */
function endValue(frame: Frame | undefined, token: number): void {
  if (frame === undefined || frame.name === token) return;
  frame.isInside = false;
  frame.name = undefined;
}

function toSegment(bytes: Uint8Array, frame: Frame): string {
  if (frame.isArray) return frame.isInside ? `/${frame.index}` : '';
  return frame.name === undefined ? '' : `/${escapePointer(readName(bytes, frame.name))}`;
}

/** The offset behind the token that starts at `at`. */
function tokenEnd(bytes: Uint8Array, at: number): number {
  switch (bytes[at] as number) {
    case QUOTE:
      return skipString(bytes, at);
    case ARRAY_START:
    case ARRAY_END:
    case OBJECT_START:
    case OBJECT_END:
    case COLON:
    case COMMA:
      return at + 1;
    default:
      return skipPlain(bytes, at);
  }
}

/** The offsets of a value and, in an object, of its name. */
type Child = { readonly name: number | undefined; readonly value: number };

function findChild(bytes: Uint8Array, container: number, segment: string): Child | undefined {
  for (const [name, child] of childrenOf(bytes, container)) if (name === segment) return child;
  return undefined;
}

function listChildren(bytes: Uint8Array, container: number): ReadonlyMap<string, Child> {
  return new Map(childrenOf(bytes, container));
}

/** The elements or members of a container, by the segment that leads to each. */
function* childrenOf(bytes: Uint8Array, container: number): Generator<[string, Child]> {
  const isArray = bytes[container] === ARRAY_START;
  if (!isArray && bytes[container] !== OBJECT_START) return;
  let at = skipSpace(bytes, container + 1);
  for (let index = 0; at < bytes.length && bytes[at] !== ARRAY_END && bytes[at] !== OBJECT_END; index++) {
    const value = isArray ? at : skipSpace(bytes, skipSpace(bytes, skipString(bytes, at)) + 1);
    yield isArray ? [String(index), { name: undefined, value }] : [readName(bytes, at), { name: at, value }];
    at = skipSpace(bytes, skipValue(bytes, value));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
}

/** The offset behind a value; nesting is counted, not followed. */
function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  let end: number;
  do {
    const byte = bytes[at];
    if (byte === ARRAY_START || byte === OBJECT_START) depth++;
    else if (byte === ARRAY_END || byte === OBJECT_END) depth--;
    end = tokenEnd(bytes, at);
    at = skipSpace(bytes, end);
  } while (depth > 0 && at < bytes.length);
  return end;
}

/** The name whose opening quote stands at an offset; where it is no valid string, its text as it stands. */
function readName(bytes: Uint8Array, quote: number): string {
  const end = skipString(bytes, quote);
  const raw = decoder.decode(bytes.subarray(quote, end));
  const inner = raw.slice(1, raw.length > 1 && raw.endsWith('"') ? -1 : undefined);
  if (!inner.includes('\\')) return inner;
  try {
    const name = JSON.parse(raw) as string;
    // A lone surrogate has no UTF-8 to print: its escape has.
    return /\p{Surrogate}/u.test(name) ? inner : name;
  } catch {
    return inner;
  }
}

function placeAt(bytes: Uint8Array, offset: number): Place {
  return { offset, ...lineColumn(bytes, offset) };
}

/** UTF-16 code units in a run of UTF-8: one for each character, two for those of four bytes. */
function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
