/** Knows which values of a card SDKs take for something else than we do, and what would have to become of each. */
import { agentCard, type Field, type Message } from '../../card/schema.js';
import type { JsonArray, JsonObject, JsonValue } from '../../json/value.js';
import { toPath, type Cause, type CauseKind } from './cause.js';
import { findCausesInStruct, tellName, tellText } from './struct-causes.js';

/**
 * The causes in a card as it is written when it is signed. Each remedy takes the value away or puts something into it;
 * what would be empty after that has a remedy of its own, so that the card needs no other once all are done.
 */
export function findCauses(card: JsonObject): readonly Cause[] {
  const causes: Cause[] = [];
  walkMessage(card, agentCard, '', causes);
  return causes;
}

/** Whether anything is left of the message when its values are mended; so with each walk below. */
function walkMessage(value: JsonObject, message: Message, path: string, causes: Cause[]): boolean {
  let isLeft = false;
  for (const [name, member] of Object.entries(value)) {
    if (message === agentCard && name === 'signatures') continue;
    const at = toPath(path, name);
    const field = message.byName.get(name);
    if (field === undefined) causes.push({ kind: 'unknown', path: at });
    else if (walkMember(member, field, at, causes)) isLeft = true;
  }
  return isLeft;
}

function walkMember(member: JsonValue, field: Field, path: string, causes: Cause[]): boolean {
  if (field.cardinality === 'singular') return walkValue(member, { field, path, place: 'member' }, causes);
  const before = causes.length;
  const isLeft =
    field.cardinality === 'repeated'
      ? walkList(member as JsonArray, field, path, causes)
      : walkMap(member as JsonObject, field, path, causes);
  if (isLeft) return true;
  return settle(field.required ? 'fill' : 'leave-out', path, { causes, before });
}

function walkList(elements: JsonArray, field: Field, path: string, causes: Cause[]): boolean {
  let isLeft = false;
  for (const [index, element] of elements.entries()) {
    if (walkValue(element, { field, path: `${path}/${index}`, place: 'element' }, causes)) isLeft = true;
  }
  return isLeft;
}

function walkMap(entries: JsonObject, field: Field, path: string, causes: Cause[]): boolean {
  let isLeft = false;
  for (const [name, entry] of Object.entries(entries)) {
    const at = toPath(path, name);
    const before = causes.length;
    if (!walkValue(entry, { field, path: at, place: 'entry' }, causes)) continue;
    isLeft = true;
    if (name === '__proto__') causes.push({ kind: 'rename', path: at });
    tellName(name, at, { causes, before });
  }
  return isLeft;
}

type Spot = {
  readonly field: Field;
  readonly path: string;
  readonly place: 'member' | 'element' | 'entry';
};

function walkValue(value: JsonValue, spot: Spot, causes: Cause[]): boolean {
  const { field, path } = spot;
  const before = causes.length;
  if (field.kind === 'bool') return true;
  if (field.kind === 'string') {
    if (value === '') return settle(toStringRemedy(spot), path, { causes, before });
    tellText(value as string, path, causes);
    return true;
  }
  if (field.kind === 'struct') {
    return findCausesInStruct(value, path, causes) || settle('params', path, { causes, before });
  }
  const message = field.message as Message;
  if (walkMessage(value as JsonObject, message, path, causes)) return true;
  return settle(toMessageRemedy(message, spot), path, { causes, before });
}

/** The value of a map is the description of a scope. */
function toStringRemedy({ field, place }: Spot): CauseKind {
  if (place === 'entry') return 'describe';
  return place === 'member' && field.required ? 'fill' : 'leave-out';
}

function toMessageRemedy({ name }: Message, { field, place }: Spot): CauseKind {
  if (name === 'SecurityRequirement' || name === 'StringList') return 'requirement';
  if (name === 'MutualTlsSecurityScheme') return 'describe';
  if (name === 'AgentCapabilities') return 'streaming';
  const isFree = place === 'element' || (place === 'member' && !field.required && field.oneof === undefined);
  return isFree ? 'leave-out' : 'fill';
}

const removing: readonly CauseKind[] = ['leave-out', 'params'];

/** What is taken out whole needs no remedy inside; what is filled may have something to lose beside. */
function settle(
  kind: CauseKind,
  path: string,
  { causes, before }: { readonly causes: Cause[]; readonly before: number },
): boolean {
  if (removing.includes(kind)) causes.length = before;
  causes.push({ kind, path });
  return !removing.includes(kind);
}
