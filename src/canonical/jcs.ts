/** Knows RFC 8785, the JSON Canonicalization Scheme, for values of no particular schema. */
import canonicalize from 'canonicalize';
import { FormError } from './form.js';
import { escapePointer } from '../json/pointer.js';
import { createObject, type JsonValue } from '../json/value.js';

/** Arrays and objects in each other that a value may have: more than any that the reader lets in. */
export const maximumDepth = 512;

/**
 * The canonical text of a JSON value (RFC 8785); `toPath` gives the value's own path, for messages.
 *
 * Throws a `TypeError` where the value is not plain JSON: the package would print `undefined` for some such
 * values and drop others, and the text that is signed must be JSON and hold everything.
 */
export function toJcs(value: JsonValue, toPath: () => string = () => ''): string {
  const fault = findFault(value, 0);
  if (fault !== undefined) refuse({ ...fault, path: toPath() + fault.path });
  return canonicalize(value) ?? refuse({ path: toPath(), what: 'nothing' });
}

/**
 * A string as RFC 8785 3.2.2.2 writes it, less the quotes around it; undefined for one with a lone surrogate, which
 * has no UTF-8.
 */
export function escapeString(text: string): string | undefined {
  if (!needsCare.test(text)) return text;
  if (!text.isWellFormed()) return undefined;
  return JSON.stringify(text).slice(1, -1);
}

/**
 * What is escaped (RFC 8785 3.2.2.2: control characters, the quote and the backslash), or could be half of a surrogate
 * pair. By what is not meant, for the engine looks that up in a table and else compares one by one.
 */
const needsCare = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** For a string, or the name of a member, that `escapeString` has nothing for. */
export function refuseSurrogate(path: string): never {
  // RFC 8785 3.2.2.2 gives such a string no canonical form.
  throw new FormError('json-lone-surrogate', path, `lone surrogate in the string at ${path || '/'}`);
}

/** What is no plain JSON in a value, and where in it. */
type Fault = { readonly path: string; readonly what: string };

const surrogate = 'a lone surrogate';

function refuse({ path, what }: Fault): never {
  if (what === surrogate) refuseSurrogate(path);
  throw new TypeError(`value at ${path || '/'} is ${what}, not plain JSON`);
}

function findFault(value: unknown, depth: number): Fault | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : { path: '', what: surrogate };
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : { path: '', what: String(value) };
    case 'object':
      return value === null ? undefined : findFaultInside(value, depth);
    default:
      return { path: '', what: typeof value };
  }
}

function findFaultInside(value: object, depth: number): Fault | undefined {
  if (depth >= maximumDepth) return { path: '', what: `more than ${maximumDepth} levels deep` };
  // The package calls it, wherever it comes from.
  if ('toJSON' in value && typeof value.toJSON === 'function') return { path: '', what: 'one with toJSON' };
  if (Array.isArray(value)) return findFaultInArray(value, depth);
  if (!isPlainObject(value)) return { path: '', what: `an instance of ${value.constructor.name}` };
  return findFaultInObject(value as Record<string, unknown>, depth);
}

function findFaultInArray(value: readonly unknown[], depth: number): Fault | undefined {
  // By index, for `find` and the like treat the holes of a sparse array otherwise.
  for (let index = 0; index < value.length; index++) {
    const fault = findFault(value[index], depth + 1);
    if (fault !== undefined) return { ...fault, path: `/${index}${fault.path}` };
  }
  return undefined;
}

function findFaultInObject(value: Record<string, unknown>, depth: number): Fault | undefined {
  for (const name of Object.keys(value)) {
    if (!name.isWellFormed()) return { path: '', what: surrogate };
    const fault = findFault(value[name], depth + 1);
    if (fault !== undefined) return { ...fault, path: `/${escapePointer(name)}${fault.path}` };
  }
  return undefined;
}

const ofTheReader: unknown = Object.getPrototypeOf(createObject());

/** An object literal, or one whose prototype chain has nothing to inherit, as the reader makes them. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || prototype === ofTheReader) return true;
  return Object.getPrototypeOf(prototype) === null && Reflect.ownKeys(prototype as object).length === 0;
}
