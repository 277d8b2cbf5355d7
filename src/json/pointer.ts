/** Knows JSON Pointers (RFC 6901): how names are escaped in them, and what they lead to. */

import { type JsonValue } from './value.js';

/** A member name as one segment of a JSON Pointer (RFC 6901 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names and indices of a JSON Pointer, unescaped; none for `""`. A text without its first slash gets one. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  const segments = pointer.startsWith('/') ? pointer.slice(1) : pointer;
  return segments.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The array index that a segment stands for (RFC 6901 4: no leading zeros); undefined if it stands for none. */
export function toIndex(segment: string): number | undefined {
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
