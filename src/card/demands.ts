/** Knows by its name what of a card may say how callers authenticate, in whatever version and spelling. */
import { escapePointer, parsePointer } from '../json/pointer.js';
import type { JsonObject, JsonValue } from '../json/value.js';

/** The words that requirements on callers are written with. */
const words =
  /secur|auth|credential|scope|permission|requir|api_?key|bearer|token|tls|openid|oidc|passw|login|jwt|cert|secret/i;

/** Whether a member name, or a JSON Pointer to what stands below such a member, may be a demand on callers. */
export function mayDemand(text: string): boolean {
  return words.test(text);
}

/** Where a card of any version says what it asks callers for. */
const known = /^(\/skills\/\d+)?\/security(Requirements|Schemes|_requirements|_schemes)?(\/|$)/;
/** Longer than what `known` needs to see. */
const shortPath = 100;
/** A card of a megabyte can hold thousands of members below names of half a megabyte. */
const longestPath = 4000;

type Demands = { readonly known: string[]; readonly others: string[] };

/**
 * Of the members that JSON Pointers lead to, those that may be demands on callers, or hold such; first those that are,
 * so that no member of another name can push them out of a list that is cut. What stands below a name of thousands of
 * characters is told by the member that has the name.
 */
export function findDemands(card: JsonObject, pointers: readonly string[]): string[] {
  const found: Demands = { known: [], others: [] };
  for (const pointer of pointers) {
    if (!mayDemand(pointer)) listDemands(valueAt(card, pointer), pointer, found);
    else if (known.test(pointer)) found.known.push(pointer);
    else found.others.push(pointer);
  }
  return [...found.known, ...found.others];
}

function valueAt(card: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = card;
  for (const name of parsePointer(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** The outermost of them. To look into a path makes the engine write it out, so that only short ones are looked into. */
function listDemands(value: JsonValue | undefined, path: string, found: Demands): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value);
  const isLong = ([name]: [string, JsonValue]) => path.length + name.length > longestPath;
  if (members.some((member) => isLong(member) && isDemand(member))) found.others.push(path);
  for (const [name, member] of members.filter((one) => !isLong(one))) {
    const at = `${path}/${escapePointer(name)}`;
    if (!mayDemand(name)) listDemands(member, at, found);
    else if (at.length < shortPath && known.test(at)) found.known.push(at);
    else found.others.push(at);
  }
}

/** Whether a member may be a demand, or hold one. */
function isDemand([name, value]: [string, JsonValue]): boolean {
  if (mayDemand(name)) return true;
  return typeof value === 'object' && value !== null && Object.entries(value).some(isDemand);
}
