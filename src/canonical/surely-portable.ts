/** Knows at a glance that no SDK takes a card for anything else than we do: one walk, which says nothing but yes or no. */
import type { JsonValue } from '../json/value.js';

/**
 * True only where all forms that cards of A2A 1.0 are verified with have one text for the card, as it is written when it
 * is signed, and it has no members that the schema does not have. False says no more than that they must be asked.
 */
export function isSurelyPortable(value: JsonValue): boolean {
  switch (typeof value) {
    case 'string':
      return value !== '' && isAscii(value);
    case 'boolean':
      return true;
    case 'number':
      // Python before 1.1.4 writes `1` as `1.0`, and 0.00001 as `1e-05`.
      return !Number.isInteger(value) && Math.abs(value) >= 1e-4;
    default:
      return value !== null && (Array.isArray(value) ? isListPortable(value) : isObjectPortable(value));
  }
}

/** What Python before 1.1.4 does not write as an escape where RFC 8785 does not. */
function isAscii(text: string): boolean {
  return !/[\u007f-\uffff]/.test(text);
}

function isListPortable(values: readonly JsonValue[]): boolean {
  return values.length > 0 && values.every(isSurelyPortable);
}

function isObjectPortable(value: { readonly [name: string]: JsonValue }): boolean {
  const names = Object.keys(value);
  return (
    names.length > 0 &&
    // A member of the name `__proto__` is lost in JavaScript.
    names.every((name) => name !== '__proto__' && isAscii(name) && isSurelyPortable(value[name] ?? null))
  );
}
