/** Knows how the advice about a card that SDKs take for another text is followed, cause by cause. */
import { findCauses } from '../../src/canonical/sdk/causes.js';
import { agentCard, type Field, type Message } from '../../src/card/schema.js';
import { escapePointer } from '../../src/json/pointer.js';
import {
  createObject,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../src/json/value.js';

/** The card with everything done that its causes ask for. */
export function follow(card: JsonObject): JsonObject {
  const all = findCauses(card);
  const mended = all.filter(({ kind }) => !['rename', 'not-ascii', 'number'].includes(kind));
  const kinds = new Map(mended.map(({ kind, path }) => [path, kind]));
  return mend(
    card,
    '',
    { kinds, renames: new Set(all.filter(({ kind }) => kind === 'rename').map(({ path }) => path)) },
    agentCard,
  ) as JsonObject;
}

type Plan = { readonly kinds: ReadonlyMap<string, string>; readonly renames: ReadonlySet<string> };

/** `schema` is the message or the field that the value is of; none within parameters. */
function mend(
  value: JsonValue,
  path: string,
  plan: Plan,
  schema: Message | Field | undefined,
): JsonValue | undefined {
  const kind = plan.kinds.get(path);
  if (kind === 'leave-out' || kind === 'unknown' || kind === 'params') return undefined;
  const inside = mendInside(value, path, plan, schema);
  if (kind === 'describe') return isObject(inside) ? { ...inside, description: 'd' } : 'd';
  if (kind === 'streaming') return { ...(inside as JsonObject), streaming: false };
  return kind === 'fill' ? fill(inside, schema) : inside;
}

function mendInside(
  value: JsonValue,
  path: string,
  plan: Plan,
  schema: Message | Field | undefined,
): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${escapePointer(name)}`;
    const left = mend(member, at, plan, inner(schema, name));
    return left === undefined ? [] : [[plan.renames.has(at) ? `renamed-${name}` : name, left] as const];
  });
  if (Array.isArray(value)) return entries.map(([, left]) => left);
  const result = createObject();
  for (const [name, left] of entries) result[name] = left;
  return result;
}

function inner(schema: Message | Field | undefined, name: string): Message | Field | undefined {
  if (schema === undefined || !('kind' in schema)) return schema?.byName.get(name);
  if (schema.cardinality !== 'singular') return { ...schema, cardinality: 'singular' };
  return schema.message?.byName.get(name);
}

/** Something where nothing was. */
function fill(value: JsonValue, schema: Message | Field | undefined): JsonValue {
  if (schema === undefined || !('kind' in schema)) throw new Error('only what the schema has is filled');
  const { cardinality, message, kind } = schema;
  const one = kind === 'string' ? 's' : fillMessage(value, message as Message);
  if (cardinality === 'repeated') return [one] satisfies JsonArray;
  return cardinality === 'map' ? { m: one } : one;
}

function fillMessage(value: JsonValue, { fields }: Message): JsonObject {
  const field = fields.find(({ kind }) => kind === 'string') ?? fields[0]!;
  const filled = fill({}, field);
  return { ...(isObject(value) ? value : {}), [field.name]: filled };
}
