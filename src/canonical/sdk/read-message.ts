/** Knows how an SDK reads a card by a schema and drops what is empty, in one walk; the SDKs differ in their readers. */
import { escapePointer } from '../../json/pointer.js';
import {
  createObject,
  setMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';
import { createCoverage, leaveOut, markCoverage, record, type Coverage } from './coverage.js';
import { SdkError } from './form.js';

/** A field as `card/schema.ts` has it, and as the models of earlier versions are written. */
export type ModelField = {
  readonly name: string;
  readonly protoName: string;
  readonly kind: 'string' | 'bool' | 'struct' | 'message' | 'other';
  readonly cardinality: 'singular' | 'repeated' | 'map';
  /** Whether being set to the default differs from not being set. */
  readonly explicit: boolean;
  readonly message: Model | undefined;
  /** Whether the SDK refuses a message where it is not set. */
  readonly demanded?: boolean;
  /** A value that is left out, as the model's default. */
  readonly omitted?: string;
  /** What a value of the kind `other` is read as; `undefined` where it is left out. */
  readonly read?: ReadValue;
};

/** `name` is that of the message, where it has one. */
export type Model = { readonly name?: string; readonly fields: readonly ModelField[] };

export type ReadValue = (value: JsonValue, path: string, walk: Walk) => JsonValue | undefined;

/** What an SDK takes a value for. Each throws `SdkError` where the SDK refuses it; `undefined` is "not there". */
export type SdkReader = {
  readonly text: (value: JsonValue, path: string) => string;
  readonly bool: (value: JsonValue, path: string) => boolean;
  readonly struct: ReadValue;
  readonly array: (value: JsonValue, path: string) => JsonArray | undefined;
  readonly map: (value: JsonValue, path: string) => JsonObject | JsonArray | undefined;
  /** An object that members are read from; `undefined` for what has none. */
  readonly members: (value: JsonValue, path: string, model: Model) => JsonObject | undefined;
  /** Whether a field under both its names is read twice, the second time in place of the first. */
  readonly readsBothNames?: boolean;
  /** Whether a value counts as empty. */
  readonly isEmpty: (value: JsonValue) => boolean;
  /** The name of a map entry that vanishes. */
  readonly vanishing?: string;
};

export type Walk = { readonly reader: SdkReader; readonly coverage: Coverage };

/** The message without what is empty or unknown; `undefined` where nothing is left of it. */
export function readMessage(
  value: JsonValue,
  model: Model,
  path: string,
  walk: Walk,
): JsonObject | undefined {
  const members = walk.reader.members(value, path, model) ?? createObject();
  const result = createObject();
  const seen = new Set<string>();
  for (const field of model.fields) {
    const key = members[field.name] === undefined ? field.protoName : field.name;
    const member = members[key];
    if (field.demanded === true) assertSet(member, field, path);
    if (member === undefined) continue;
    seen.add(key);
    if (walk.reader.readsBothNames === true && key === field.name) readShadowed(members, field, path, walk);
    const left = readField(member, field, `${path}/${escapePointer(key)}`, walk);
    if (left === undefined) continue;
    // A reader of the text finds another name there than the one that is signed.
    if (key !== field.name) record(walk.coverage.unsigned, `${path}/${escapePointer(key)}`);
    setMember(result, field.name, left);
  }
  for (const name of Object.keys(members)) {
    if (!seen.has(name)) record(walk.coverage.unsigned, `${path}/${escapePointer(name)}`);
  }
  return isEmptyObject(result) ? undefined : result;
}

/** What stands under the proto name beside the field's own: it is lost, but has to be readable. */
function readShadowed(members: JsonObject, field: ModelField, path: string, walk: Walk): void {
  const { name, protoName } = field;
  const shadowed = protoName === name ? undefined : members[protoName];
  if (shadowed === undefined) return;
  readField(shadowed, field, `${path}/${protoName}`, { ...walk, coverage: createCoverage() });
}

function assertSet(member: JsonValue | undefined, { name }: ModelField, path: string): void {
  if (member !== undefined && member !== null) return;
  throw new SdkError(path, `${path || 'the card'} has no "${name}", which the SDK demands`);
}

function isEmptyObject(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

function readField(member: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  // Null is "not set" for every SDK.
  if (member === null || member === field.omitted) {
    record(walk.coverage.defaults, path);
    return undefined;
  }
  if (field.cardinality === 'repeated') return readRepeated(member, field, path, walk);
  if (field.cardinality === 'map') return readMap(member, field, path, walk);
  if (field.kind !== 'string' && field.kind !== 'bool') return readComposite(member, field, path, walk);
  return readScalar(member, field, path, walk);
}

function readScalar(member: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  const { reader, coverage } = walk;
  const read = field.kind === 'bool' ? reader.bool(member, path) : reader.text(member, path);
  // ProtoJSON leaves out a field without presence that is at its default; the SDKs then drop more than that.
  const isDefault = !field.explicit && (read === '' || read === false);
  if (!isDefault && !reader.isEmpty(read)) {
    if (read !== member) record(coverage.unsigned, path);
    return read;
  }
  record(isDefault && read === member ? coverage.defaults : coverage.unsigned, path);
  return undefined;
}

/** A Struct, a message, or what only this field is: left out whole where nothing is left of it. */
function readComposite(value: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  const mark = markCoverage(walk.coverage);
  const left = readUnmarked(value, field, path, walk);
  if (left === undefined) leaveOut(walk.coverage, path, mark);
  return left;
}

function readUnmarked(value: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  const { kind, message, read } = field;
  if (read !== undefined) return read(value, path, walk);
  if (kind === 'struct') return walk.reader.struct(value, path, walk);
  return message === undefined ? undefined : readMessage(value, message, path, walk);
}

/** An element, or the value of a map entry: it has no default, so whatever is dropped of it was there. */
function readElement(value: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  if (field.kind !== 'string') return readComposite(value, field, path, walk);
  const { reader, coverage } = walk;
  const text = reader.text(value, path);
  const isLeftOut = reader.isEmpty(text);
  if (isLeftOut || text !== value) record(coverage.unsigned, path);
  return isLeftOut ? undefined : text;
}

function readRepeated(member: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  const elements = walk.reader.array(member, path);
  if (elements === undefined) {
    record(walk.coverage.unsigned, path);
    return undefined;
  }
  if (elements.length === 0) record(field.explicit ? walk.coverage.unsigned : walk.coverage.defaults, path);
  const kept: JsonArray = [];
  for (const [index, element] of elements.entries()) {
    const left = readElement(element, field, `${path}/${index}`, walk);
    if (left !== undefined) kept.push(left);
  }
  return kept.length === 0 ? undefined : kept;
}

function readMap(member: JsonValue, field: ModelField, path: string, walk: Walk): JsonValue | undefined {
  const { reader, coverage } = walk;
  const entries = reader.map(member, path);
  if (entries === undefined) {
    record(coverage.unsigned, path);
    return undefined;
  }
  // Read as a map, it is not what stands there.
  if (Array.isArray(entries)) record(coverage.unsigned, path);
  const names = Object.keys(entries);
  if (names.length === 0) record(field.explicit ? coverage.unsigned : coverage.defaults, path);
  const result = createObject();
  for (const name of names) {
    const at = `${path}/${escapePointer(name)}`;
    if (name === reader.vanishing) {
      record(coverage.unsigned, at);
      continue;
    }
    const left = readElement((entries as JsonObject)[name] as JsonValue, field, at, walk);
    if (left !== undefined) setMember(result, name, left);
  }
  return isEmptyObject(result) ? undefined : result;
}
