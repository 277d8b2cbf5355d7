/** Knows how members are carried over from one card to another: what is not there stays away. */
import {
  createObject,
  isObject,
  setMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';

export function mapMembers(
  value: JsonValue | undefined,
  convert: (member: JsonValue) => JsonValue,
): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  return toObject(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member)])));
}

export function toArray(value: JsonValue | undefined): JsonArray | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function toObjects(value: JsonValue | undefined): JsonObject[] {
  return (toArray(value) ?? []).filter(isObject);
}

/** A parsed object of the members that are there. */
export function toObject(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object = createObject();
  for (const [name, value] of Object.entries(members))
    if (value !== undefined) setMember(object, name, value);
  return object;
}
