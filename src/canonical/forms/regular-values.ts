/** Knows how the values of a regular card are written; whatever is not regular stops the walk, and says nothing more. */
import { isObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { escapeString, toJcs } from '../jcs.js';

export type Walk = {
  /** Whether the text so far holds exactly what the card holds. */
  exact: boolean;
  stop(): never;
};

/** The text so far with the value behind it. */
type Encoder = (out: string, value: JsonValue, walk: Walk) => string;

/** A message. */
export function object(value: JsonValue, walk: Walk): JsonObject {
  return isObject(value) ? value : walk.stop();
}

/** A string, less the quotes around it. */
export function text(value: JsonValue, walk: Walk): string {
  return typeof value === 'string' ? (escapeString(value) ?? walk.stop()) : walk.stop();
}

/** A string. */
export function quoted(out: string, value: JsonValue, walk: Walk): string {
  return `${out}"${text(value, walk)}"`;
}

/** A bool. */
export function flag(out: string, value: JsonValue, walk: Walk): string {
  if (typeof value !== 'boolean') return walk.stop();
  return out + (value ? 'true' : 'false');
}

/** A Struct (google.protobuf.Struct). */
export function struct(out: string, value: JsonValue, walk: Walk): string {
  return isObject(value) ? out + toJcs(value) : walk.stop();
}

/** A repeated string. */
export function texts(before: string, value: JsonValue, walk: Walk): string {
  if (!Array.isArray(value)) return walk.stop();
  if (value.length === 0) return `${before}[]`;
  let out = `${before}["`;
  for (let index = 0; index < value.length; index++) {
    if (index > 0) out += '","';
    out += text(value[index] ?? null, walk);
  }
  return `${out}"]`;
}

/** A repeated message. */
export function array(before: string, value: JsonValue, encode: Encoder, walk: Walk): string {
  if (!Array.isArray(value)) return walk.stop();
  if (value.length === 0) return `${before}[]`;
  let out = before;
  for (let index = 0; index < value.length; index++) {
    out = encode(out + (index > 0 ? ',' : '['), value[index] ?? null, walk);
  }
  return `${out}]`;
}

/** Whether a value is the default of a map. */
export function isEmptyMap(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** A map of messages or strings. */
export function map(before: string, value: JsonValue, encode: Encoder, walk: Walk): string {
  if (!isObject(value)) return walk.stop();
  const names = Object.keys(value).sort();
  if (names.length === 0) return `${before}{}`;
  let out = before;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    out += index > 0 ? ',"' : '{"';
    out = encode(`${out}${text(name, walk)}":`, value[name] ?? null, walk);
  }
  return `${out}}`;
}
