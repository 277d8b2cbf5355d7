/** Knows how the values of a regular card are written; whatever is not regular stops the walk, and says nothing more. */
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import { escapeString, isPlainObject, maximumDepth } from '../jcs.js';

export type Walk = {
  /** Whether the text so far holds exactly what the card holds. */
  exact: boolean;
  /** Arrays and objects around the value, in a Struct. */
  depth: number;
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
  return isObject(value) ? container(out, value, walk) : walk.stop();
}

/** Any value, by RFC 8785. */
function json(out: string, value: JsonValue, walk: Walk): string {
  switch (typeof value) {
    case 'string':
      return quoted(out, value, walk);
    case 'boolean':
      return flag(out, value, walk);
    case 'number':
      return Number.isFinite(value) ? out + String(value) : walk.stop();
    case 'object':
      return value === null ? `${out}null` : container(out, value, walk);
    default:
      return walk.stop();
  }
}

function container(out: string, value: JsonArray | JsonObject, walk: Walk): string {
  if (++walk.depth > maximumDepth) return walk.stop();
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return walk.stop();
  const text = isArray ? array(out, value, json, walk) : map(out, value, json, walk);
  walk.depth--;
  return text;
}

/** A repeated string. */
export function texts(before: string, value: JsonValue, walk: Walk): string {
  if (!Array.isArray(value)) return walk.stop();
  if (value.length === 0) return `${before}[]`;
  let out = `${before}["`;
  for (let index = 0; index < value.length; index++) {
    if (index > 0) out += '","';
    out += text(value[index] as JsonValue, walk);
  }
  return `${out}"]`;
}

/** A repeated message. */
export function array(before: string, value: JsonValue, encode: Encoder, walk: Walk): string {
  if (!Array.isArray(value)) return walk.stop();
  if (value.length === 0) return `${before}[]`;
  let out = before;
  for (let index = 0; index < value.length; index++) {
    out = encode(out + (index > 0 ? ',' : '['), value[index] as JsonValue, walk);
  }
  return `${out}]`;
}

/** Whether a value is the default of a map. */
export function isEmptyMap(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).length === 0 && isPlainObject(value);
}

/** A map of messages or strings. */
export function map(before: string, value: JsonValue, encode: Encoder, walk: Walk): string {
  if (!isObject(value)) return walk.stop();
  const names = Object.keys(value).sort();
  // What has its content elsewhere than in members looks empty.
  if (names.length === 0) return isPlainObject(value) ? `${before}{}` : walk.stop();
  let out = before;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    out += index > 0 ? ',"' : '{"';
    out = encode(`${out}${text(name, walk)}":`, value[name] as JsonValue, walk);
  }
  return `${out}}`;
}
