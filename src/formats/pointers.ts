/** Knows how places in a card are listed in a sentence. */
import { escapeText } from './escape.js';

/** Places that a list shows. */
export const shownPlaces = 8;

/** The first of the JSON Pointers (RFC 6901), and how many of `total` are not among them. */
export function listPointers(pointers: readonly string[], total = pointers.length): string {
  const shown = pointers.slice(0, shownPlaces).map((pointer) => escapeText(pointer, 120));
  const more = total - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
