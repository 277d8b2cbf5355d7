/** Knows how a card is held against the protobuf schema, member by member. */
import { escapePointer } from '../../json/pointer.js';
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type { Check, Draft } from './check.js';
import { isSet } from '../presence.js';
import { agentCard, type Field, type Message } from '../schema.js';
import { describeUnknown } from './unknown-members.js';
import { findFlatScheme } from './flat-schemes.js';

/** A card of an earlier version is not held against a schema it was not written for; the shape says it in one line. */
export const checkMembers: Check = ({ card, shape }) =>
  shape === '1.0' || shape === 'mixed' ? checkMessage(card, agentCard, '') : [];

/** The first finding that leaves it open which of two values is the card's, whatever its shape: every form refuses it. */
export function findFirstAmbiguity(card: JsonObject): Draft | undefined {
  for (const draft of checkMessage(card, agentCard, '')) {
    if (draft.code === 'member-twice' || draft.code === 'oneof-twice') return draft;
  }
  return undefined;
}

function* checkMessage(value: JsonObject, message: Message, path: string): Drafts {
  const flat = findFlatScheme(value, message, path);
  if (flat !== undefined) {
    yield flat;
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    yield* checkMember(value, { name, member, message, path });
  }
  yield* checkRequired(value, message, path);
  yield* checkOneofs(value, message, path);
}

/** One by one, for of a card with a million findings few are listed. */
type Drafts = Generator<Draft, void, undefined>;

type Member = {
  readonly name: string;
  readonly member: JsonValue;
  readonly message: Message;
  readonly path: string;
};

function* checkMember(value: JsonObject, { name, member, message, path }: Member): Drafts {
  const at = `${path}/${escapePointer(name)}`;
  const field = message.byName.get(name);
  if (field !== undefined) return yield* checkField(member, field, at);
  const aliased = message.byProtoName.get(name);
  if (aliased === undefined) return yield describeUnknown(name, { value, message, path: at });
  if (value[aliased.name] !== undefined) {
    const text = `"${name}" and "${aliased.name}" are one field`;
    return yield {
      code: 'member-twice',
      path: at,
      at: 'name',
      message: text,
      hint: `keep "${aliased.name}"`,
    };
  }
  const text = `"${name}" is the proto name; its JSON name is "${aliased.name}"`;
  const hint = `write "${aliased.name}": not every reader takes the other, and no verifier of signatures does`;
  yield { code: 'member-alias', path: at, at: 'name', message: text, hint };
  yield* checkField(member, aliased, at);
}

function* checkField(member: JsonValue, field: Field, path: string): Drafts {
  if (member === null) {
    if (field.required) return;
    yield {
      code: 'member-null',
      path,
      message: `${path} is null, which means not set`,
      hint: 'leave it out',
    };
  } else if (field.cardinality === 'singular') {
    yield* checkValue(member, field, path);
  } else if (field.cardinality === 'repeated') {
    if (!Array.isArray(member)) return yield wrongType(member, `an array of ${due(field, true)}`, path);
    for (const [index, element] of member.entries()) yield* checkValue(element, field, `${path}/${index}`);
  } else {
    if (!isObject(member)) return yield wrongType(member, 'an object', path);
    for (const [name, element] of Object.entries(member))
      yield* checkValue(element, field, `${path}/${escapePointer(name)}`);
  }
}

function* checkValue(value: JsonValue, field: Field, path: string): Drafts {
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') yield wrongType(value, due(field), path);
      return;
    case 'bool':
      if (typeof value !== 'boolean') yield wrongType(value, due(field), path);
      return;
    case 'struct':
      if (!isObject(value)) yield wrongType(value, due(field), path);
      return;
    case 'message':
      if (!isObject(value) || field.message === undefined) yield wrongMessage(value, field, path);
      else yield* checkMessage(value, field.message, path);
  }
}

const singular = {
  string: 'a string',
  bool: 'a boolean',
  struct: 'an object',
  message: 'an object',
} as const;
const plural = { string: 'strings', bool: 'booleans', struct: 'objects', message: 'objects' } as const;

function due(field: Field, many = false): string {
  return many ? plural[field.kind] : singular[field.kind];
}

function wrongType(value: JsonValue, expected: string, path: string): Draft {
  const hint = adviseType(value, expected);
  const message = `${path} is ${aTypeName(value)} where ${expected} is due`;
  return { code: 'member-type', path, message, hint };
}

/** A 0.x requirement lists the scopes where 1.0 has an object around the list. */
function wrongMessage(value: JsonValue, field: Field, path: string): Draft {
  const draft = wrongType(value, due(field), path);
  const isBareList = field.message?.name === 'StringList' && Array.isArray(value);
  return isBareList ? { ...draft, hint: 'write it as {"list": [ ... ]}' } : draft;
}

function adviseType(value: JsonValue, expected: string): string {
  if (expected === 'a boolean' && typeof value === 'string') return 'write true or false without quotes';
  if (expected === 'a string' && ['number', 'boolean'].includes(typeof value)) return 'put it into quotes';
  if (expected.startsWith('an array') && !Array.isArray(value)) return 'put it into brackets: [ ... ]';
  return `write it as ${expected}`;
}

function checkRequired(value: JsonObject, message: Message, path: string): Draft[] {
  return message.fields
    .filter((field) => field.required && !isSet(value, field))
    .map((field) => {
      const name = [field.name, field.protoName].find((spelling) => value[spelling] === null);
      return name === undefined
        ? missing(field, message, path)
        : missingNull(field, message, `${path}/${escapePointer(name)}`);
    });
}

function missing(field: Field, message: Message, path: string): Draft {
  return {
    code: 'member-missing',
    path,
    message: `${path === '' ? 'the card' : path} has no ${field.name}, which ${message.name} requires`,
    hint: `add "${field.name}": ${example(field)}`,
    field: `${path}/${field.name}`,
  };
}

/** To add the member beside the null would make it a name that stands twice. */
function missingNull(field: Field, message: Message, path: string): Draft {
  return {
    code: 'member-missing',
    path,
    message: `${path} is null, which means not set, and ${message.name} requires it`,
    hint: `give it a value: ${example(field)}`,
  };
}

function example(field: Field): string {
  if (field.cardinality === 'map') return '{ ... }';
  if (field.cardinality === 'repeated') return field.kind === 'string' ? '["..."]' : '[{ ... }]';
  return field.kind === 'string' ? '"..."' : '{ ... }';
}

function checkOneofs(value: JsonObject, message: Message, path: string): Draft[] {
  return message.oneofs.flatMap((oneof) => {
    const members = message.fields.filter((field) => field.oneof === oneof);
    const set = members.filter((field) => isSet(value, field));
    return set.length > 1
      ? [oneofTwice(set, path)]
      : set.length === 0
        ? [oneofEmpty(members, oneof, path)]
        : [];
  });
}

function oneofTwice(set: readonly Field[], path: string): Draft {
  const names = set.map((field) => `"${field.name}"`).join(' and ');
  const hint = 'keep one: readers take different ones of them';
  return { code: 'oneof-twice', path, message: `${path} has ${names}, of which only one may be set`, hint };
}

function oneofEmpty(members: readonly Field[], oneof: string, path: string): Draft {
  const names = members.map((field) => field.name).join(', ');
  const text = `${path} does not say which kind of ${oneof} it is`;
  return { code: 'oneof-empty', path, message: text, hint: `set one of ${names}` };
}
