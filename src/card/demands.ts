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

/**
 * Of the members that JSON Pointers lead to, those that may be demands on callers, or hold such; first those that are,
 * so that no member of another name can push them out of a list that is cut.
 */
export function findDemands(card: JsonObject, pointers: readonly string[]): string[] {
  const found = pointers.flatMap((pointer) =>
    mayDemand(pointer) ? [pointer] : listDemands(valueAt(card, pointer), pointer),
  );
  return [...found.filter((one) => known.test(one)), ...found.filter((one) => !known.test(one))];
}

function valueAt(card: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = card;
  for (const name of parsePointer(pointer)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** The outermost of them. */
function listDemands(value: JsonValue | undefined, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${escapePointer(name)}`;
    return mayDemand(name) ? [at] : listDemands(member, at);
  });
}
