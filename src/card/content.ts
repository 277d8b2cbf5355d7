/** Knows what of a card is its content: all but the root member `signatures` (A2A 8.4.1). */
import { createObject, type JsonObject } from '../json/value.js';

/** A shallow copy without the root member; one of that name elsewhere is content like any other. */
export function withoutSignatures(card: JsonObject): JsonObject {
  const copy = createObject();
  for (const [name, value] of Object.entries(card)) {
    if (name !== 'signatures') copy[name] = value;
  }
  return copy;
}
