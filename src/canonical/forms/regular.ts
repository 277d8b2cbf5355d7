/** Knows the quick way to the form `a2a-1.0`: for cards in which nothing is unknown, misplaced or of a wrong type. */
import type { JsonObject } from '../../json/value.js';
import type { EncodedCard } from '../form.js';
import type { Walk } from './regular-values.js';
import { encodeAgentCard } from './regular.generated.js';

class IrregularCard extends Error {}

/** The text of a regular card, as the table of the schema gives it too; undefined for every other card. */
export function encodeRegular(card: JsonObject): EncodedCard | undefined {
  const walk: Walk = {
    exact: true,
    depth: 0,
    stop: () => {
      throw new IrregularCard();
    },
  };
  try {
    const text = encodeAgentCard('', card, walk);
    return { text, exact: walk.exact, hasAliases: false };
  } catch (error) {
    // The careful walk comes to what stopped this one too, and says what and where it is.
    if (error instanceof IrregularCard) return undefined;
    throw error;
  }
}
