/** Knows how a card is written down: indented for people, unless that alone makes it too large for its readers. */
import { defaultMaxBytes } from '../json/read.js';
import type { JsonObject } from '../json/value.js';

/** Beyond this, indentation is no help to anyone, and deep nesting could make it outgrow everything. */
const largestIndented = 262_144;

/** JSON text with a newline at the end. */
export function toCardText(card: JsonObject): string {
  const compact = `${JSON.stringify(card)}\n`;
  if (compact.length > largestIndented) return compact;
  const indented = `${JSON.stringify(card, null, 2)}\n`;
  return new TextEncoder().encode(indented).length <= defaultMaxBytes ? indented : compact;
}
