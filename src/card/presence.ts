/** Knows the presence rule on card values: what normalising a card changes, member by member, and in whose order. */
import { escapePointer } from '../json/pointer.js';
import {
  createObject,
  isObject,
  setMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../json/value.js';
import { agentCard, type Field, type Message } from './schema.js';

export type NormalizedCard = {
  /** The card with JSON names, without nulls and defaults, in the order of the source; `signatures` stays. */
  readonly card: JsonObject;
  /** JSON Pointers, in the source, of the members left out. */
  readonly leftOut: readonly string[];
  /** JSON Pointers, in the source, of members that stood under their proto name. */
  readonly renamed: readonly string[];
  /** JSON Pointers, in the source, of members that the schema does not have. */
  readonly unknown: readonly string[];
};

export type NormalizeOptions = {
  /** Whether a proto name is read as its field; otherwise it is an unknown member. */
  readonly aliases: boolean;
  /** Whether unknown members are left out instead of kept. */
  readonly dropUnknown?: boolean;
};

type Log = { leftOut: string[]; renamed: string[]; unknown: string[] };

/**
 * Applies A2A 8.4.1, rule 1, to the value itself, so that its `a2a-1.0` and its `jcs` form are the same text.
 * Values of a wrong type are passed on as they are.
 */
export function normalizeCard(card: JsonObject, options: NormalizeOptions): NormalizedCard {
  const log: Log = { leftOut: [], renamed: [], unknown: [] };
  const normalized = normalizeMessage(card, { message: agentCard, path: '', options, log });
  return { card: normalized, ...log };
}

type Place = {
  readonly message: Message;
  readonly path: string;
  readonly options: NormalizeOptions;
  readonly log: Log;
};

function normalizeMessage(value: JsonObject, place: Place): JsonObject {
  const { message, path, options, log } = place;
  const result = createObject();
  for (const [name, member] of Object.entries(value)) {
    const at = `${path}/${escapePointer(name)}`;
    const field = message.byName.get(name) ?? (options.aliases ? message.byProtoName.get(name) : undefined);
    if (field === undefined) {
      log.unknown.push(at);
      if (options.dropUnknown !== true) setMember(result, name, member);
      continue;
    }
    // What checks a card refuses this; whoever comes here without a check must not have one value picked for them.
    if (field.name !== name && value[field.name] !== undefined)
      throw new TypeError(`${at} is there under two names`);
    if (field.name !== name && !isLeftOut(member, field)) log.renamed.push(at);
    // The entries are no part of the card's content; who writes them says what they are.
    if (message === agentCard && field.name === 'signatures') result[field.name] = member;
    else if (isLeftOut(member, field)) log.leftOut.push(at);
    else result[field.name] = normalizeField(member, field, { ...place, path: at });
  }
  return result;
}

/** Whether a message has the field, under either of its names; null is "not set" (ProtoJSON). */
export function isSet(value: JsonObject, { name, protoName }: Field): boolean {
  return (value[name] ?? value[protoName] ?? null) !== null;
}

/** Null is "not set" (ProtoJSON); a field without presence that is not REQUIRED goes at its default. */
export function isLeftOut(member: JsonValue, field: Field): boolean {
  return member === null || (field.dropsAtDefault && isDefault(member, field));
}

/** Whether a value is its field's proto default. A value of a wrong type is none. */
function isDefault(value: JsonValue, field: Field): boolean {
  if (field.cardinality === 'repeated') return Array.isArray(value) && value.length === 0;
  if (field.cardinality === 'map') return isObject(value) && isEmpty(value);
  return value === (field.kind === 'bool' ? false : '');
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

function normalizeField(member: JsonValue, field: Field, place: Place): JsonValue {
  const { message } = field;
  // Scalars and everything inside a Struct stay as they are.
  if (message === undefined) return member;
  const inner = { ...place, message };
  if (field.cardinality === 'repeated' && Array.isArray(member)) return normalizeElements(member, inner);
  if (field.cardinality === 'map' && isObject(member)) return normalizeEntries(member, inner);
  return isObject(member) ? normalizeMessage(member, inner) : member;
}

function normalizeElements(elements: JsonArray, place: Place): JsonArray {
  return elements.map((element, index) =>
    isObject(element) ? normalizeMessage(element, { ...place, path: `${place.path}/${index}` }) : element,
  );
}

function normalizeEntries(entries: JsonObject, place: Place): JsonObject {
  const result = createObject();
  for (const [name, entry] of Object.entries(entries)) {
    const path = `${place.path}/${escapePointer(name)}`;
    setMember(result, name, isObject(entry) ? normalizeMessage(entry, { ...place, path }) : entry);
  }
  return result;
}
