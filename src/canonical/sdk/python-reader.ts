/** Knows how the A2A SDK for Python from 1.0 on reads a card through protobuf: strictly by type, unknown members dropped. */
import { agentCard } from '../../card/schema.js';
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { createCoverage } from './coverage.js';
import { dropEmpty, isBlank, type EmptyRule } from './drop-empty.js';
import { SdkError, type Literals, type SdkReading } from './form.js';
import { assertTranslatable, translateLegacy } from './python-legacy.js';
import { readMessage, type Model, type SdkReader } from './read-message.js';

function toReader(literals: Literals): SdkReader {
  const rule: EmptyRule = { isEmpty: isBlank, spell: (value, path) => spellZero(value, literals, path) };
  return {
    ...pythonReader,
    struct: (value, path, { coverage }) =>
      isObject(value) ? dropEmpty(value, path, { rule, coverage }) : refuse(value, 'an object', path),
  };
}

/** `-0` is an integer to Python, which has no such zero; `-0.0` keeps its sign. */
function spellZero(value: JsonValue, literals: Literals, path: string): JsonValue {
  return Object.is(value, -0) && literals(path) === '-0' ? 0 : value;
}

const pythonReader: Omit<SdkReader, 'struct'> = {
  text: (value, path) => (typeof value === 'string' ? value : refuse(value, 'a string', path)),
  bool: (value, path) => (typeof value === 'boolean' ? value : refuse(value, 'a boolean', path)),
  array: (value, path) => (Array.isArray(value) ? value : refuse(value, 'an array', path)),
  map: (value, path) => (isObject(value) ? value : refuse(value, 'an object', path)),
  members: (value, path, model) =>
    isObject(value) || isBlankMessage(value, model) ? asMembers(value) : refuse(value, 'an object', path),
  readsBothNames: true,
  isEmpty: isBlank,
};

/**
 * The SDK's parser goes over the names that it finds in a value, and passes over those it does not know: a string has
 * its characters, an array of strings its elements.
 */
function isBlankMessage(value: JsonValue, { fields }: Model): boolean {
  if (typeof value === 'string') return true;
  const isKnown = (text: string) => fields.some(({ name, protoName }) => text === name || text === protoName);
  const isPassedOver = (one: JsonValue) =>
    typeof one === 'string' && !isKnown(one) && !/^\[[a-zA-Z0-9._]*\]$/.test(one);
  return Array.isArray(value) && value.every(isPassedOver);
}

function asMembers(value: JsonValue): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function refuse(value: JsonValue, due: string, path: string): never {
  throw new SdkError(path, `${path} is ${aTypeName(value)} where ${due} is due`);
}

const model: Model = { fields: agentCard.fields.filter(({ name }) => name !== 'signatures') };

export type PythonContext = {
  /** Writes what is left of a card; null where that is nothing. */
  readonly write: (content: JsonValue) => string;
  readonly literals: Literals;
};

/**
 * As the SDK's client reads it, with the members of 0.x turned into those of 1.0; and, where that is something else, as
 * its signer does, which never saw those that its server adds to a signed card.
 */
export function readAsPython(card: JsonObject, context: PythonContext): readonly SdkReading[] {
  const byClient = tryReading(() => readTranslated(card, context));
  const bySigner = tryReading(() => readProto(card, context));
  if (byClient instanceof SdkError) {
    if (bySigner instanceof SdkError) throw byClient;
    return [bySigner];
  }
  return bySigner instanceof SdkError || bySigner.text === byClient.text ? [byClient] : [byClient, bySigner];
}

function readTranslated(card: JsonObject, context: PythonContext): SdkReading {
  assertTranslatable(card);
  const translated = translateLegacy(card);
  if (translated === undefined) return readProto(card, context);
  const { text, unsigned, defaults } = readProto(translated.card(), context);
  const paths = new Set(translated.paths);
  const isOwn = (pointer: string) => !isBelow(pointer, paths);
  return {
    text,
    unsigned: [...translated.paths, ...unsigned.filter(isOwn)],
    defaults: defaults.filter(isOwn),
  };
}

/** Whether a pointer is one of those, or leads to what is inside; a card can have ten thousand of both. */
function isBelow(pointer: string, paths: ReadonlySet<string>): boolean {
  // None of them has more than three segments.
  const [, ...segments] = pointer.split('/', 4);
  return segments.some((_, index) => paths.has(`/${segments.slice(0, index + 1).join('/')}`));
}

function tryReading(read: () => SdkReading): SdkReading | SdkError {
  try {
    return read();
  } catch (error) {
    if (error instanceof SdkError) return error;
    throw error;
  }
}

function readProto(card: JsonObject, { write, literals }: PythonContext): SdkReading {
  const coverage = createCoverage();
  const content = readMessage(card, model, '', { reader: toReader(literals), coverage });
  const unsigned = coverage.unsigned.filter((pointer) => pointer !== '/signatures');
  return { text: write(content ?? null), unsigned, defaults: coverage.defaults };
}
