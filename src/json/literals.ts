/** Knows how numbers stand in a document's text, which their values do not tell. */
import { rangeOf } from './position.js';

/** Each is a walk over the text; a document can be made of nothing but numbers. */
const maximumLookups = 200;

/**
 * A function from a JSON Pointer to the number's own text; `undefined` where the pointer leads nowhere, and for every
 * number after the first two hundred that are asked for.
 */
export function createLiterals(bytes: Uint8Array): (pointer: string) => string | undefined {
  let lookups = 0;
  return (pointer) => {
    if (lookups++ >= maximumLookups) return undefined;
    const range = rangeOf(bytes, pointer);
    if (range === undefined) return undefined;
    return new TextDecoder().decode(bytes.subarray(range.start, range.end));
  };
}
