/** Knows the form `a2a-1.0`: the members that are present, less those at a default (A2A 8.4.1, rule 1), by RFC 8785. */
import { isLeftOut, isSet } from '../../card/presence.js';
import { agentCard, type Field, type Message } from '../../card/schema.js';
import { escapePointer } from '../../json/pointer.js';
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { FormError, type EncodedCard, type Form } from '../form.js';
import { escapeString, isPlainObject, refuseSurrogate, toJcs } from '../jcs.js';
import { encodeRegular } from './regular.js';

export const a2a10: Form = {
  name: 'a2a-1.0',
  title: 'A2A 1.0 specification 8.4.1: defaults dropped by proto presence',
  leavesOut: 'nulls and defaults',
  encode: (card, { aliases }) => encodeRegular(card) ?? encodeCarefully(card, aliases),
};

/** The way for every card: unknown members, aliases, and whatever has to be refused with its path. */
export function encodeCarefully(card: JsonObject, aliases: boolean): EncodedCard {
  const state: State = { aliases, exact: true, hasAliases: false, trail: [] };
  const text = encodeMessage(card, agentCard, state);
  return { text, exact: state.exact, hasAliases: state.hasAliases };
}

type State = {
  readonly aliases: boolean;
  exact: boolean;
  hasAliases: boolean;
  /** The names and indices that lead to where the walk is: a path is made of them only where it is told. */
  readonly trail: (string | number)[];
};

/**
 * Members in the order of the schema's table, which is RFC 8785's. Where the object holds anything that the
 * table has no name for, the slower walk that sorts takes over.
 */
function encodeMessage(value: JsonObject, message: Message, state: State): string {
  assertPlain(value, state);
  let text = '';
  let known = 0;
  for (const field of message.fields) {
    const member = value[field.name];
    if (member === undefined) continue;
    known++;
    if (leavesOut(member, field, message, state)) continue;
    text += `${text === '' ? '' : ','}"${field.name}":${encodeField(member, field, field.name, state)}`;
  }
  if (known !== Object.keys(value).length) return encodeOpenMessage(value, message, state);
  if (message.oneofs.length > 0) assertOneofs(value, message, state);
  return `{${text}}`;
}

/** A message that also holds members the schema does not have: those stay as they are, nulls and empties included. */
function encodeOpenMessage(value: JsonObject, message: Message, state: State): string {
  const parts: { name: string; text: string }[] = [];
  for (const [key, member] of Object.entries(value)) {
    const field = findField(value, key, message, state);
    if (field === undefined) {
      parts.push({ name: key, text: toJcs(member, () => pathTo(state, key)) });
    } else if (!leavesOut(member, field, message, state)) {
      parts.push({ name: field.name, text: encodeField(member, field, key, state) });
    }
  }
  assertOneofs(value, message, state);
  parts.sort((a, b) => (a.name < b.name ? -1 : 1));
  return `{${parts.map(({ name, text }) => `${encodeName(name, state)}:${text}`).join(',')}}`;
}

/** The field that a member name stands for; one field under both its names is refused under every form. */
function findField(value: JsonObject, key: string, message: Message, state: State): Field | undefined {
  const field = message.byName.get(key);
  if (field !== undefined) return field;
  const aliased = message.byProtoName.get(key);
  if (aliased === undefined) return undefined;
  if (value[aliased.name] !== undefined) {
    throw new FormError(
      'member-twice',
      pathTo(state, key),
      `"${key}" and "${aliased.name}" at ${pathTo(state) || '/'} are one field`,
    );
  }
  if (!state.aliases) {
    state.hasAliases = true;
    return undefined;
  }
  state.exact = false;
  return aliased;
}

/** The presence rule decides; the card's own signatures are no content. */
function leavesOut(member: JsonValue, field: Field, message: Message, state: State): boolean {
  if (message === agentCard && field.name === 'signatures') return true;
  if (!isLeftOut(member, field)) return false;
  if (isObject(member)) assertPlain(member, state);
  state.exact = false;
  return true;
}

/** The value of the member `key`. */
function encodeField(member: JsonValue | undefined, field: Field, key: string, state: State): string {
  if (field.cardinality === 'singular') return encodeValue(member, field, key, state);
  state.trail.push(key);
  const text =
    field.cardinality === 'repeated' ? encodeRepeated(member, field, state) : encodeMap(member, field, state);
  state.trail.pop();
  return text;
}

function encodeRepeated(value: JsonValue | undefined, field: Field, state: State): string {
  if (!Array.isArray(value)) return refuseType(value, 'an array', pathTo(state));
  let text = '';
  for (let index = 0; index < value.length; index++) {
    const element = encodeValue(value[index], field, index, state);
    text += index === 0 ? element : `,${element}`;
  }
  return `[${text}]`;
}

function encodeMap(value: JsonValue | undefined, field: Field, state: State): string {
  if (!isObject(value)) return refuseType(value, 'an object', pathTo(state));
  assertPlain(value, state);
  const names = Object.keys(value).sort();
  const entries = names.map(
    (name) => `${encodeName(name, state)}:${encodeValue(value[name], field, name, state)}`,
  );
  return `{${entries.join(',')}}`;
}

/** One value of the field: the member's, an element, or an entry of a map, which `key` is the name or index of. */
function encodeValue(value: JsonValue | undefined, field: Field, key: string | number, state: State): string {
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') return refuseType(value, 'a string', pathTo(state, key));
      return `"${escapeString(value) ?? refuseSurrogate(pathTo(state, key))}"`;
    case 'bool':
      if (typeof value !== 'boolean') return refuseType(value, 'a boolean', pathTo(state, key));
      return value ? 'true' : 'false';
    case 'struct':
      if (!isObject(value)) return refuseType(value, 'an object', pathTo(state, key));
      return toJcs(value, () => pathTo(state, key));
    case 'message':
      if (!isObject(value) || field.message === undefined)
        return refuseType(value, 'an object', pathTo(state, key));
      return encodeInside(value, field.message, key, state);
  }
}

function encodeInside(value: JsonObject, message: Message, key: string | number, state: State): string {
  state.trail.push(key);
  const text = encodeMessage(value, message, state);
  state.trail.pop();
  return text;
}

function encodeName(name: string, state: State): string {
  return `"${escapeString(name) ?? refuseSurrogate(pathTo(state))}"`;
}

/** JSON Pointer of where the walk is, or of the member, element or entry `key` there. */
function pathTo({ trail }: State, ...key: readonly (string | number)[]): string {
  return [...trail, ...key].map((segment) => `/${escapePointer(String(segment))}`).join('');
}

/** What is no JSON has its content elsewhere than in members. */
function assertPlain(value: JsonObject, state: State): void {
  if (isPlainObject(value)) return;
  throw new TypeError(
    `${pathTo(state) || 'the card'} is an instance of ${value.constructor.name}, not a JSON object`,
  );
}

function refuseType(value: JsonValue | undefined, due: string, path: string): never {
  throw new FormError('member-type', path, `${path} is ${aTypeName(value)} where ${due} is due`);
}

/** Under either of its names: who reads the proto name too would see both members. */
function assertOneofs(value: JsonObject, message: Message, state: State): void {
  for (const oneof of message.oneofs) {
    const set = message.fields.filter((field) => field.oneof === oneof && isSet(value, field));
    const [first, second] = set;
    if (first === undefined || second === undefined) continue;
    throw new FormError(
      'oneof-twice',
      pathTo(state, second.name),
      `"${first.name}" and "${second.name}" at ${pathTo(state) || '/'} are members of one oneof`,
    );
  }
}
