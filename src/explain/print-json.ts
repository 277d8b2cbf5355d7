/** Knows how programs print JSON: with blanks or without, in which order, escaped or not. */
import { isObject, type JsonValue } from '../json/value.js';

export type PrintStyle = {
  /** What one level is indented by: a number of blanks, or a tab; on one line unless given, or where that is absurd. */
  readonly indent?: number | '\t';
  /** `spaced` has a blank behind each comma and colon of a single line, as Python's `json.dumps`. */
  readonly separators?: 'spaced';
  /** Names in the order of UTF-16 code units instead of the object's. */
  readonly sorted?: true;
  /** Whatever is not ASCII as `\u` and four digits, as Python's `json.dumps`; or `<`, `>`, `&` and the two separators, as Go's. */
  readonly escapes?: 'ascii' | 'html';
};

const escaped = {
  ascii: /[\u007f-\uffff]/g,
  html: /[<>&\u2028\u2029]/g,
};

/** Levels of all lines together; a card of 1 MiB can have 60 million, which nobody prints, and a real one 200,000. */
const maximumLevels = 1_000_000;

/** The text, without a newline at its end. Numbers as ECMAScript writes them. */
export function printJson(value: JsonValue, style: PrintStyle = {}): string {
  const { indent, separators, escapes } = style;
  const ordered = style.sorted === true ? sortNames(value) : value;
  const step = indent === undefined || countLevels(value, 0) > maximumLevels ? undefined : indent;
  const text = separators === undefined ? JSON.stringify(ordered, null, step) : printSpaced(ordered);
  return escapes === undefined ? text : text.replace(escaped[escapes], toEscape);
}

/** The sum of the levels of all lines that an indented text has. */
function countLevels(value: JsonValue, level: number): number {
  if (typeof value !== 'object' || value === null) return level;
  let sum = level;
  for (const member of Object.values<JsonValue>(value)) sum += countLevels(member, level + 1);
  return sum;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function printSpaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(printSpaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${printSpaced(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Names that look like indices stay where the engine puts them. */
function sortNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortNames);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries<JsonValue>(names.map((name) => [name, sortNames(value[name] ?? null)]));
}
