/** Knows what to say of a member that the schema does not have: misspelt, from another version, or a vendor's own. */
import { showText } from '../../json/show.js';
import type { JsonObject } from '../../json/value.js';
import type { Draft } from './check.js';
import { legacyMembers, mistakenNames } from '../legacy.js';
import type { Field, Message } from '../schema.js';

type Place = {
  /** The object that the member stands in. */
  readonly value: JsonObject;
  /** What the object is, which has no member of the name. */
  readonly message: Message;
  /** JSON Pointer of the member. */
  readonly path: string;
};

/** A member of this name that the message does not have. */
export function describeUnknown(name: string, place: Place): Draft {
  return (
    describeLegacy(name, place) ??
    describeRequirement(name, place) ??
    describeMisspelt(name, place) ??
    describeOther(name, place)
  );
}

/** Of no version that is known. One that resembles a member which is there as well may be meant or left over. */
function describeOther(name: string, { value, message, path }: Place): Draft {
  // One that is not there would have been taken for what is meant.
  const near = findNearest(
    name,
    message.fields.filter((field) => isThere(field, value)),
  );
  const text = `${message.name} has no member "${show(name)}"`;
  const advice = 'what belongs to a vendor goes into capabilities.extensions[].params';
  return {
    code: 'member-unknown',
    path,
    at: 'name',
    message: near === undefined ? text : `${text}; it has "${near.name}", which is there`,
    hint:
      near === undefined
        ? `readers may drop it; ${advice}`
        : `remove it if "${near.name}" is meant; ${advice}`,
  };
}

function describeLegacy(name: string, { value, message, path }: Place): Draft | undefined {
  const members = legacyMembers[message.name] ?? {};
  const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const advice = Object.hasOwn(members, camelCase) ? members[camelCase] : undefined;
  if (advice === undefined) return undefined;
  if (value[name] === null) {
    const text = `${path} is null, which means not set; ${message.name} of 1.0 does not have it`;
    return { code: 'member-null', path, message: text, hint: 'leave it out' };
  }
  const text = `"${name}" is a member of A2A 0.x; ${message.name} of 1.0 does not have it`;
  return { code: 'member-legacy', path, at: 'name', message: text, hint: advice };
}

/** Dropped as unknown it would leave a requirement that asks for nothing: a card open to everyone. */
function describeRequirement(name: string, { value, message, path }: Place): Draft | undefined {
  if (message.name !== 'SecurityRequirement' || !Array.isArray(value[name])) return undefined;
  const shown = show(name);
  return {
    code: 'member-legacy',
    path,
    at: 'name',
    message: `"${shown}" stands in the requirement itself, as in A2A 0.x; in 1.0 it stands in "schemes"`,
    hint: `write it as {"schemes": {"${shown}": {"list": [ ... ]}}}`,
  };
}

function describeMisspelt(name: string, { value, message, path }: Place): Draft | undefined {
  const meant = findMeant(name, value, message);
  if (meant === undefined) return undefined;
  const text = `${message.name} has no "${show(name)}"; it has "${meant.name}"`;
  const hint = isThere(meant, value)
    ? `remove it: "${meant.name}" is there, and a reader that ignores case may take either`
    : `write "${meant.name}"`;
  const field = `${path.slice(0, path.lastIndexOf('/'))}/${meant.name}`;
  return { code: 'member-misspelt', path, at: 'name', message: text, hint, field };
}

/** The field a name stands for. One that is set already is meant only by its own name in another case. */
function findMeant(name: string, value: JsonObject, message: Message): Field | undefined {
  const normalized = normalize(name);
  const same = message.fields.find((field) => normalize(field.name) === normalized);
  if (same !== undefined) return same;
  const free = message.fields.filter((field) => !isThere(field, value));
  const mistaken = mistakenNames[message.name] ?? {};
  if (Object.hasOwn(mistaken, name)) return free.find((field) => field.name === mistaken[name]);
  return findNearest(name, free);
}

function isThere(field: Field, value: JsonObject): boolean {
  return value[field.name] !== undefined || value[field.protoName] !== undefined;
}

/** The field at most two edits away, one for a short name. */
function findNearest(name: string, fields: readonly Field[]): Field | undefined {
  if (name.length < 3 || name.length > 64) return undefined;
  const limit = name.length < 7 ? 1 : 2;
  const near = fields
    .map((field) => ({ field, edits: countEdits(normalize(name), normalize(field.name)) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.field;
}

/** Case, hyphens and underscores are what people get wrong most. */
function normalize(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** A name from the card: not longer than a line bears, with nothing in it that a terminal obeys. */
function show(name: string): string {
  const shown = name.length > 40 ? `${name.slice(0, 40)}...` : name;
  return shown.replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, (character) => showText(character).slice(1, -1));
}
