/** Knows how the A2A SDK for Python 0.3 reads a card: by its models, which turn some values into booleans. */
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { createCoverage } from './coverage.js';
import { dropEmpty, type EmptyRule } from './drop-empty.js';
import { SdkError, type Literals, type SdkReading } from './form.js';
import { keyPlaces, schemeModels, toLegacyCardModel } from './legacy-model.js';
import { SpeltNumber, toPythonFloat, toPythonJson } from './python-json.js';
import { readMessage, type Model, type ModelField, type SdkReader, type Walk } from './read-message.js';

export type LegacyOptions = {
  readonly literals: Literals;
  /** What is dropped of scalars: blanks, and in some releases `false` and `0` too. */
  readonly isEmpty: (value: JsonValue) => boolean;
};

/** `AgentCard.model_validate`, `model_dump` without defaults, the empties dropped, `json.dumps`. */
export function readAsLegacy(card: JsonObject, { literals, isEmpty }: LegacyOptions): SdkReading {
  const coverage = createCoverage();
  const rule: EmptyRule = { isEmpty, spell: (value, path) => spell(value, literals(path)) };
  const reader = toReader(rule);
  const model = toLegacyCardModel({ scheme: readScheme, requirement: readRequirement });
  const content = readMessage(card, model, '', { reader, coverage });
  const unsigned = coverage.unsigned.filter((pointer) => pointer !== '/signatures');
  return { text: toPythonJson(content ?? null), unsigned, defaults: coverage.defaults };
}

function toReader(rule: EmptyRule): SdkReader {
  return {
    text: (value, path) => (typeof value === 'string' ? value : refuse(value, 'a string', path)),
    bool: toBool,
    struct: (value, path, { coverage }) =>
      isObject(value) ? dropEmpty(value, path, { rule, coverage }) : refuse(value, 'an object', path),
    array: (value, path) => (Array.isArray(value) ? value : refuse(value, 'an array', path)),
    map: (value, path) => (isObject(value) ? value : refuse(value, 'an object', path)),
    members: (value, path) => (isObject(value) ? value : refuse(value, 'an object', path)),
    isEmpty: rule.isEmpty,
  };
}

function refuse(value: JsonValue, due: string, path: string): never {
  throw new SdkError(path, `${path || 'the card'} is ${aTypeName(value)} where ${due} is due`);
}

const falseWords: readonly JsonValue[] = ['0', 'off', 'f', 'false', 'n', 'no', 0];
const trueWords: readonly JsonValue[] = ['1', 'on', 't', 'true', 'y', 'yes', 1];

function toBool(value: JsonValue, path: string): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (trueWords.includes(word)) return true;
  return falseWords.includes(word) ? false : refuse(value, 'a boolean', path);
}

/** Python tells `1` from `1.0`, and keeps every digit of an integer. */
function spell(value: JsonValue, literal: string | undefined): JsonValue {
  if (typeof value !== 'number') return value;
  const isInteger = literal === undefined ? Number.isSafeInteger(value) : /^-?\d+$/.test(literal);
  const text = isInteger ? BigInt(literal ?? value).toString() : toPythonFloat(value);
  return new SpeltNumber(text) as unknown as JsonValue;
}

/** Of a value whose members no model names. */
const noModel: Model = { fields: [] };

/** `[{name: [scope]}]`: the names are the callers' own. */
function readRequirement(value: JsonValue, path: string, walk: Walk): JsonValue | undefined {
  const requirement = walk.reader.members(value, path, noModel) ?? {};
  const names = Object.keys(requirement);
  return readMessage(requirement, { fields: names.map(toScopeField) }, path, walk);
}

function toScopeField(name: string): ModelField {
  const rest = { kind: 'string', cardinality: 'repeated', explicit: true, message: undefined } as const;
  return { name, protoName: name, ...rest };
}

/** Of several models that fit, the one with the most fields set; the first of those. */
function readScheme(value: JsonValue, path: string, walk: Walk): JsonValue | undefined {
  const scheme = walk.reader.members(value, path, noModel) ?? {};
  const fitting = schemeModels.filter(({ type, model }) => fitsScheme(scheme, type, model));
  const [best] = fitting.toSorted((a, b) => countSet(scheme, b.model) - countSet(scheme, a.model));
  if (best === undefined) throw new SdkError(path, `${path} is no security scheme of A2A 0.3`);
  return readMessage(scheme, best.model, path, walk);
}

function fitsScheme(scheme: JsonObject, type: string, { fields }: Model): boolean {
  if (scheme['type'] !== undefined && scheme['type'] !== type) return false;
  const isComplete = fields.every(
    ({ name, protoName, demanded, kind }) =>
      demanded !== true || isOfKind(scheme[name] ?? scheme[protoName] ?? null, kind),
  );
  return isComplete && (type !== 'apiKey' || keyPlaces.includes((scheme['in'] ?? scheme['in_']) as string));
}

function isOfKind(value: JsonValue, kind: string): boolean {
  return kind === 'string' ? typeof value === 'string' : isObject(value);
}

function countSet(scheme: JsonObject, { fields }: Model): number {
  return fields.filter(({ name, protoName }) => (scheme[name] ?? scheme[protoName]) !== undefined).length;
}
