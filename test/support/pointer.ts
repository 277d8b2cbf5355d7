/** Knows which value a JSON Pointer (RFC 6901) leads to. */
import { parsePointer } from '../../src/json/pointer.js';
import type { JsonValue } from '../../src/json/value.js';

/** The array index that a segment stands for (RFC 6901 4: no leading zeros); undefined if it stands for none. */
function toIndex(segment: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(segment) ? Number(segment) : undefined;
}

/** The value a JSON Pointer leads to; undefined where there is none. Inherited properties are not members. */
export function getAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const segment of parsePointer(pointer)) {
    if (Array.isArray(found)) {
      const index = toIndex(segment);
      found = index === undefined ? undefined : found[index];
    } else if (typeof found === 'object' && found !== null && Object.hasOwn(found, segment)) {
      found = found[segment];
    } else {
      return undefined;
    }
  }
  return found;
}
