/** Knows how programs print JSON: with blanks or without, in which order, escaped or not. */
import { compareCodePoints, toPythonFloat } from '../canonical/sdk/python-json.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';

export type PrintStyle = {
  /** What one level is indented by: a number of blanks, or a tab; on one line unless given, or where that is absurd. */
  readonly indent?: number | '\t';
  /** `spaced` has a blank behind each comma and colon of a single line, as Python's `json.dumps`; its numbers are Python's, too. */
  readonly separators?: 'spaced';
  /** Names in the order of UTF-16 code units, as ECMAScript sorts, or of code points, as Python and Go; else the object's. */
  readonly sorted?: 'units' | 'points';
  /** Whatever is not ASCII as `\u` and four digits, as Python's `json.dumps`; or `<`, `>`, `&` and the two separators, as Go's. */
  readonly escapes?: 'ascii' | 'html';
};

const escaped = {
  ascii: /[\u007f-\uffff]/g,
  html: /[<>&\u2028\u2029]/g,
};

/** Levels of all lines together; a card of 1 MiB can have 60 million, which nobody prints, and a real one 200,000. */
const maximumLevels = 1_000_000;

/** The text, without a newline at its end. Numbers as ECMAScript writes them, unless told. */
export function printJson(value: JsonValue, style: PrintStyle = {}): string {
  const { indent, escapes, ...rest } = style;
  const isAbsurd = indent !== undefined && countLevels(value, 0) > maximumLevels;
  const escaping = escapes === undefined ? {} : { escapes };
  const text = print(value, isAbsurd ? { ...rest, ...escaping } : style);
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

function print(value: JsonValue, style: PrintStyle): string {
  const { separators, sorted, escapes, indent } = style;
  // The engine's own is a hundred times as quick, and does all but Python's numbers and an order by name.
  if (separators === undefined && sorted === undefined && escapes !== 'ascii')
    return JSON.stringify(value, null, indent);
  return printValue(value, style, '\n');
}

/** `margin` is what a new line starts with. */
function printValue(value: JsonValue, style: PrintStyle, margin: string): string {
  const deeper = margin + toStep(style);
  if (Array.isArray(value)) {
    const elements = value.map((element) => printValue(element, style, deeper));
    return enclose(['[', ']'], elements, { style, margin });
  }
  if (isObject(value)) return printObject(value, style, margin);
  const isPython = style.separators !== undefined || style.escapes === 'ascii';
  return isPython && typeof value === 'number' ? printPythonNumber(value) : JSON.stringify(value);
}

function printObject(value: JsonObject, style: PrintStyle, margin: string): string {
  const colon = style.indent === undefined && style.separators === undefined ? ':' : ': ';
  const deeper = margin + toStep(style);
  const members = listNames(value, style).map(
    (name) => `${JSON.stringify(name)}${colon}${printValue(value[name] ?? null, style, deeper)}`,
  );
  return enclose(['{', '}'], members, { style, margin });
}

function toStep({ indent }: PrintStyle): string {
  return typeof indent === 'number' ? ' '.repeat(indent) : (indent ?? '');
}

function enclose(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { style, margin }: { readonly style: PrintStyle; readonly margin: string },
): string {
  const { indent, separators } = style;
  if (indent === undefined || parts.length === 0)
    return open + parts.join(separators === undefined ? ',' : ', ') + close;
  const start = margin + toStep(style);
  return open + start + parts.join(`,${start}`) + margin + close;
}

/** Whole numbers that are written without an exponent are Python's integers. */
function printPythonNumber(value: number): string {
  const text = JSON.stringify(value);
  return /^-?\d+$/.test(text) ? text : toPythonFloat(value);
}

/** Names that look like indices stay where the engine puts them, unless all are sorted. */
function listNames(object: JsonObject, { sorted }: PrintStyle): string[] {
  const names = Object.keys(object);
  if (sorted === undefined) return names;
  return sorted === 'units' ? names.sort() : names.sort(compareCodePoints);
}
