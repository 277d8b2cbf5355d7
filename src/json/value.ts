/** Knows the shapes of JSON in memory, and the one kind of object that every parsed member lives in. */

export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = JsonValue[];
/** A parsed object; made by `createObject`, so that no member name is special. */
export type JsonObject = { [name: string]: JsonValue };

/**
 * The constructor of parsed objects. Its prototype is empty and frozen, so `__proto__`, `constructor` and
 * `toString` are ordinary member names, and an unset name reads as `undefined`; V8 keeps such objects in
 * their fast form, which `Object.create(null)` would not.
 */
const ParsedObject = function () {} as unknown as new () => JsonObject;
ParsedObject.prototype = Object.freeze(Object.create(null) as JsonObject);

/** An empty object whose every member name is ordinary. */
export function createObject(): JsonObject {
  return new ParsedObject();
}

/**
 * Sets a member of an object made by `createObject`. V8 keeps members with the names of array indices in an array, as
 * long as the largest of them asks for: twelve kilobytes for `"1000":0`. An object that once had the largest index of
 * all keeps them in a table instead.
 */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  if (looksLikeIndex(name) && object[largestIndex] === undefined) {
    object[largestIndex] = 0;
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the table stays
    delete object[largestIndex];
  }
  object[name] = value;
}

/** A shallow copy of an object without some of its members. */
export function withoutMembers(object: JsonObject, names: readonly string[]): JsonObject {
  const copy = createObject();
  for (const [name, value] of Object.entries(object)) if (!names.includes(name)) setMember(copy, name, value);
  return copy;
}

const largestIndex = '4294967294';

/** Whether a name may be that of an element far from the first. */
export function looksLikeIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first <= 0x39 && first >= 0x31 && name.length > 1;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What JSON calls a value, for messages: `null`, `boolean`, `number`, `string`, `array` or `object`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The same with its article, for sentences: `an array`, `a number`, and `null`, which has none. */
export function aTypeName(value: unknown): string {
  const type = typeName(value);
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
