/** Knows how the A2A SDK for JavaScript reads a card: it turns values into the type that is due, and drops the rest. */
import { createObject, isObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import { escapePointer } from '../../json/pointer.js';
import { agentCard } from '../../card/schema.js';
import { toJcs } from '../jcs.js';
import { createCoverage } from './coverage.js';
import { dropEmpty, isBlank, type EmptyRule } from './drop-empty.js';
import { SdkError, type SdkReading } from './form.js';
import { readMessage, type Model, type SdkReader } from './read-message.js';

/** A member of this name is lost: it sets the prototype of the object that it is copied into. */
const vanishing = '__proto__';

export const jsEmptyRule: EmptyRule = { isEmpty: isBlank, vanishing };

const jsReader: SdkReader = {
  text: toText,
  bool: (value) => Boolean(value),
  struct: (value, path, { coverage }) =>
    typeof value === 'object' ? dropEmpty(value, path, { rule: jsEmptyRule, coverage }) : undefined,
  array: (value) => (Array.isArray(value) ? value : undefined),
  map: (value) => (typeof value === 'object' && value !== null ? value : undefined),
  members: (value, path, { name }) => {
    // Of all messages, the SDK looks before it reads in this one alone.
    if (value === null && name !== 'StringList')
      throw new SdkError(path, `${path} is null, which the SDK reads a member of`);
    return isObject(value) ? value : undefined;
  },
  isEmpty: isBlank,
  vanishing,
};

/** `AgentCard.fromJSON`, `toJSON`, and the empties dropped. */
export function readAsJs(card: JsonObject): SdkReading {
  const coverage = createCoverage();
  return toJsReading(readMessage(card, model, '', { reader: jsReader, coverage }), coverage);
}

/** The same, where all security schemes are lost behind it: each is left out, but has to be readable. */
export function readWithoutSchemes(card: JsonObject): SdkReading {
  readAsJs(card);
  const coverage = createCoverage();
  const fields = model.fields.filter(({ name }) => name !== 'securitySchemes');
  const content = readMessage(card, { fields }, '', { reader: jsReader, coverage });
  const unsigned = coverage.unsigned.flatMap((pointer) => listEntries(card, pointer));
  return toJsReading(content, { ...coverage, unsigned });
}

/** Each scheme by its own pointer. */
function listEntries(card: JsonObject, pointer: string): string[] {
  const schemes = /^\/security_?[sS]chemes$/.test(pointer) ? card[pointer.slice(1)] : undefined;
  if (!isObject(schemes)) return [pointer];
  return Object.keys(schemes).map((name) => `${pointer}/${escapePointer(name)}`);
}

/** The text of what is left; of nothing, an empty object. */
export function toJsReading(
  content: JsonObject | undefined,
  { unsigned, defaults }: { readonly unsigned: readonly string[]; readonly defaults: readonly string[] },
): SdkReading {
  return { text: toJcs(content ?? createObject()), unsigned: unsigned.filter(isContent), defaults };
}

/** The card's own entries are no content. */
function isContent(pointer: string): boolean {
  return pointer !== '/signatures';
}

const model: Model = { fields: agentCard.fields.filter(({ name }) => name !== 'signatures') };

/** `String(value)`, as a parsed value with an ordinary prototype has it. */
function toText(value: JsonValue, path: string): string {
  if (Array.isArray(value)) return joinTexts(value, path);
  if (!isObject(value)) return String(value);
  if (value['toString'] !== undefined)
    throw new SdkError(path, `${path} has a member toString, so the SDK cannot make a string of it`);
  return '[object Object]';
}

function joinTexts(values: JsonArray, path: string): string {
  return values.map((value) => (value === null ? '' : toText(value, path))).join(',');
}
