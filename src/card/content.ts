/** Knows what of a card is its content: all but the root member `signatures` (A2A 8.4.1). */
import { rangeOf } from '../json/position.js';
import type { JsonDocument } from '../json/read.js';
import { createObject, setMember, type JsonObject } from '../json/value.js';

/** A shallow copy without the root member; one of that name elsewhere is content like any other. */
export function withoutSignatures(card: JsonObject): JsonObject {
  const copy = createObject();
  for (const [name, value] of Object.entries(card)) {
    if (name !== 'signatures') setMember(copy, name, value);
  }
  return copy;
}

/** The offsets of the integers in the content of more digits than a double keeps: another reader finds another value there. */
export function findInexactIntegers({ bytes, inexactIntegers }: JsonDocument): readonly number[] {
  if (inexactIntegers.length === 0) return [];
  const { start, end } = rangeOf(bytes, '/signatures') ?? { start: 0, end: 0 };
  return inexactIntegers.filter((offset) => offset < start || offset >= end);
}
