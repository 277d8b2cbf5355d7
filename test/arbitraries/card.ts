/** Knows how to make valid cards of every kind: fast-check's arbitraries, driven by the schema's own table. */
import fc from 'fast-check';
import { agentCard, type Field, type Message } from '../../src/card/schema.js';
import { createObject, isObject, type JsonObject, type JsonValue } from '../../src/json/value.js';

export type CardOptions = {
  /** Whether members may stand under their proto name (snake_case); `false` unless told. */
  readonly aliases?: boolean;
  /** Whether messages may hold members that the schema does not have; `true` unless told. */
  readonly unknown?: boolean;
  /** Whether members may be null or at their default where the schema lets them; `true` unless told. */
  readonly defaults?: boolean;
};

/** Strings of all kinds but lone surrogates, with what canonical forms get wrong among them. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u2028', '\u007f', '"\\/', 'A\u030a', '</script>', '\u{1f600}', '\0'),
  },
);

/** Names that are special in JavaScript, or sort otherwise by code point. None is misspelt or of an earlier version. */
export const trickyNames = [
  '__proto__',
  'constructor',
  'toString',
  'x-',
  'X-',
  '_note',
  '$comment',
  '\uff20',
  '\u{1f600}',
  '',
];

/** Names that no message of the schema has. */
const unknownName = fc.oneof(
  fc.constantFrom(...trickyNames),
  text.map((rest) => `x-vendor-${rest}`),
);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(-0, 1e21, 1e-7, 295147905179352825856, 5e-324, 0.1),
);

/** Any JSON value, three levels deep. */
export const jsonValue: fc.Arbitrary<JsonValue> = toValues(3);

function toValues(depth: number): fc.Arbitrary<JsonValue> {
  const scalar = fc.oneof<fc.Arbitrary<JsonValue>[]>(text, number, fc.boolean(), fc.constant(null));
  if (depth === 0) return scalar;
  const inner = toValues(depth - 1);
  return fc.oneof(scalar, fc.array(inner, { maxLength: 3 }), toMap(fc.oneof(text, unknownName), inner));
}

/** A Struct (google.protobuf.Struct): any JSON object. */
export const struct: fc.Arbitrary<JsonObject> = toMap(fc.oneof(text, unknownName), jsonValue);

function toMap(name: fc.Arbitrary<string>, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  const entries = fc.uniqueArray(fc.tuple(name, value), { maxLength: 3, selector: ([key]) => key });
  return entries.map(toObject);
}

function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const object = createObject();
  for (const [name, value] of entries) object[name] = value;
  return object;
}

/** Cards that `checkCard` has no error for, members in any order; without `signatures`. */
export function cards(options: CardOptions = {}): fc.Arbitrary<JsonObject> {
  return toMessage(agentCard, { aliases: false, unknown: true, defaults: true, ...options });
}

/** The same value with the members of every object in another order. */
export function reorder<T extends JsonValue>(value: T, shuffle: (names: string[]) => string[]): T {
  if (Array.isArray(value)) return value.map((element) => reorder(element, shuffle)) as T;
  if (!isObject(value)) return value;
  const names = shuffle(Object.keys(value));
  return toObject(names.map((name) => [name, reorder(value[name] ?? null, shuffle)] as const)) as T;
}

type Members = (readonly [string, JsonValue])[];

function toMessage(message: Message, options: Required<CardOptions>): fc.Arbitrary<JsonObject> {
  const fields = message.fields.filter(({ name }) => !(message === agentCard && name === 'signatures'));
  const free = fields.filter(({ oneof }) => oneof === undefined);
  const members = [
    ...free.map((field) => toMembers(field, options)),
    ...message.oneofs.map((oneof) =>
      toOneof(
        fields.filter((field) => field.oneof === oneof),
        options,
      ),
    ),
    ...(options.unknown ? [toUnknown(message)] : []),
  ];
  return fc.tuple(...members).chain((lists) => {
    const all = lists.flat();
    return fc.shuffledSubarray(all, { minLength: all.length }).map(toObject);
  });
}

function toUnknown(message: Message): fc.Arbitrary<Members> {
  // In a requirement an array would be a member of 0.x, and an error.
  const isAllowed = (value: JsonValue) => message.name !== 'SecurityRequirement' || !Array.isArray(value);
  const entry = fc.tuple(unknownName, jsonValue.filter(isAllowed));
  const some = fc.uniqueArray(entry, { minLength: 1, maxLength: 2, selector: ([name]) => name });
  return fc.oneof({ weight: 4, arbitrary: fc.constant<Members>([]) }, { weight: 1, arbitrary: some });
}

/** No member, or one; a REQUIRED field always has its member, and no null (A2A 8.4.1). */
function toMembers(field: Field, options: Required<CardOptions>): fc.Arbitrary<Members> {
  const set = toField(field, options);
  const single = fc.tuple(toName(field, options), set).map((member): Members => [member]);
  if (field.required) return single;
  const none = fc.constant<Members>([]);
  const nothing = fc.constant<Members>([[field.name, null]]);
  return fc.oneof(
    { weight: 2, arbitrary: none },
    { weight: 3, arbitrary: single },
    { weight: options.defaults ? 1 : 0, arbitrary: nothing },
  );
}

/** One of the members of a oneof at most; beside it, others may be null. */
function toOneof(fields: readonly Field[], options: Required<CardOptions>): fc.Arbitrary<Members> {
  const one = fc.constantFrom(...fields).chain((chosen) => {
    const others = fields.filter((field) => options.defaults && field !== chosen);
    const nulls = fc.subarray(
      others.map(({ name }) => [name, null] as const),
      { maxLength: Math.min(1, others.length) },
    );
    return fc
      .tuple(toName(chosen, options), toField(chosen, options), nulls)
      .map(([name, value, rest]): Members => [[name, value], ...rest]);
  });
  const none = fc.constant<Members>([]);
  return fc.oneof({ weight: options.defaults ? 1 : 0, arbitrary: none }, { weight: 6, arbitrary: one });
}

function toName(field: Field, { aliases }: Required<CardOptions>): fc.Arbitrary<string> {
  return aliases ? fc.constantFrom(field.name, field.protoName) : fc.constant(field.name);
}

/** A value of the field; at its proto default now and then, unless told otherwise. */
function toField(field: Field, options: Required<CardOptions>): fc.Arbitrary<JsonValue> {
  const element = toElement(field, options);
  const least = options.defaults ? 0 : 1;
  if (field.cardinality === 'repeated') return fc.array(element, { minLength: least, maxLength: 2 });
  if (field.cardinality === 'map') {
    const entry = fc.tuple(fc.oneof(text, fc.constantFrom(...trickyNames)), element);
    const entries = fc.uniqueArray(entry, { minLength: least, maxLength: 2, selector: ([name]) => name });
    return entries.map(toObject);
  }
  return element;
}

function toElement(field: Field, options: Required<CardOptions>): fc.Arbitrary<JsonValue> {
  switch (field.kind) {
    case 'string':
      return options.defaults ? fc.oneof(text, fc.constant('')) : text.filter((value) => value !== '');
    case 'bool':
      return options.defaults ? fc.boolean() : fc.constant(true);
    case 'struct':
      return struct;
    case 'message':
      return toMessage(field.message!, options);
  }
}
