/** Knows how to make cards that no schema has: values of wrong types in any place, members of 0.x beside those of 1.0. */
import fc from 'fast-check';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../src/json/value.js';
import { cards, jsonValue } from './card.js';

const odd = fc.oneof(
  jsonValue,
  fc.constantFrom<JsonValue>(null, '', [], {}, 0, 'false', true, [''], ['a', null], { toString: 'x' }),
);

const legacyNames = [
  'url',
  'preferredTransport',
  'protocolVersion',
  'security',
  'supportsAuthenticatedExtendedCard',
  'additionalInterfaces',
];

const legacyMembers = fc.dictionary(
  fc.constantFrom(...legacyNames),
  fc.oneof(
    jsonValue,
    fc.constantFrom<JsonValue>('x', true, [{ a: ['b'] }], [{ url: 'u', transport: 't' }], [{}]),
  ),
  { maxKeys: 3 },
);

const edits = fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 2 });

/** Cards as JSON text. */
export const oddCards: fc.Arbitrary<string> = fc
  .tuple(cards({ aliases: true }), edits, legacyMembers)
  .map(([card, changes, legacy]) => {
    const copy = JSON.parse(JSON.stringify(card)) as JsonObject;
    for (const [index, value] of changes) {
      const slots = listSlots(copy);
      const slot = slots[index % slots.length];
      if (slot !== undefined)
        (slot[0] as JsonObject)[slot[1]] = JSON.parse(JSON.stringify(value)) as JsonValue;
    }
    return JSON.stringify({ ...legacy, ...copy });
  });

type Slot = readonly [parent: JsonObject | JsonArray, name: string];

function listSlots(value: JsonValue): Slot[] {
  if (!Array.isArray(value) && !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [[value, name] as const, ...listSlots(member)]);
}
