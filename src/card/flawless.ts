/** Knows at a glance that no check can find anything about a card: one walk, which says nothing but yes or no. */
import type { JsonDocument } from '../json/read.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { agentCard, type Field, type Message } from './schema.js';
import { detectShape } from './shape.js';

/** True only where every check would find nothing; false says no more than that they must be asked. */
export function isFlawless({ value, hasByteOrderMark, inexactIntegers }: JsonDocument): boolean {
  if (hasByteOrderMark || inexactIntegers.length > 0) return false;
  return isObject(value) && detectShape(value) === '1.0' && fitsMessage(value, agentCard);
}

/** Each member is a field's under its JSON name and of its type, no REQUIRED one is missing, each oneof is set once. */
function fitsMessage(value: JsonObject, message: Message): boolean {
  let known = 0;
  for (const field of message.fields) {
    const member = value[field.name];
    if (member === undefined) {
      if (field.required) return false;
      continue;
    }
    known++;
    if (!fitsField(member, field)) return false;
  }
  return known === Object.keys(value).length && hasEachOneofOnce(value, message);
}

function hasEachOneofOnce(value: JsonObject, { fields, oneofs }: Message): boolean {
  return oneofs.every((oneof) => {
    const set = fields.filter((field) => field.oneof === oneof && value[field.name] !== undefined);
    return set.length === 1;
  });
}

function fitsField(member: JsonValue, field: Field): boolean {
  if (field.cardinality === 'singular') return fitsValue(member, field);
  if (field.cardinality === 'repeated') return Array.isArray(member) && fitsAll(member, field);
  return isObject(member) && fitsAll(Object.values(member), field);
}

function fitsAll(values: readonly JsonValue[], field: Field): boolean {
  for (const value of values) {
    if (!fitsValue(value, field)) return false;
  }
  return true;
}

function fitsValue(value: JsonValue, { kind, message }: Field): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'struct':
      return isObject(value);
    case 'message':
      return isObject(value) && message !== undefined && fitsMessage(value, message);
  }
}
