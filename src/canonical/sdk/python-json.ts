/** Knows how Python's json.dumps writes values: keys by code point, ASCII only, floats by repr. */
import type { JsonValue } from '../../json/value.js';

/** A number that is written as it was spelt; stands in for a number in what is to be written. */
export class SpeltNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `json.dumps(value, separators=(',', ':'), sort_keys=True)`; numbers are floats where they are not spelt. */
export function toPythonJson(value: JsonValue): string {
  if ((value as unknown) instanceof SpeltNumber) return (value as unknown as SpeltNumber).text;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return toPythonFloat(value);
  if (Array.isArray(value)) return `[${value.map(toPythonJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const names = Object.keys(value).sort(compareCodePoints);
  return `{${names.map((name) => `${quote(name)}:${toPythonJson(value[name] as JsonValue)}`).join(',')}}`;
}

/** `repr` of a float: the digits are those of ECMAScript, written out from 1e-4 up to 1e16. */
export function toPythonFloat(value: number): string {
  if (value < 0 || Object.is(value, -0)) return `-${toPythonFloat(-value)}`;
  if (value === 0) return '0.0';
  const [, first = '', rest = '', power = ''] =
    /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = first + rest;
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) return toScientific(digits, exponent);
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** At least two digits of exponent; no point behind a single digit. */
function toScientific(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const power = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quote(text: string): string {
  return `"${text.replace(/[^ !#-[\]-~]/g, escapeUnit)}"`;
}

function escapeUnit(unit: string): string {
  return shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** By Unicode code point, where RFC 8785 goes by UTF-16 code unit. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    // Halves of surrogate pairs are of code points over U+FFFF: behind all that are no halves.
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
