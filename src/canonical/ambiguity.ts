/** Knows what makes a card ambiguous under every form: one field under two names, or two members of one oneof. */
import { findFirstAmbiguity } from '../card/checks/members.js';
import type { Draft } from '../card/checks/check.js';
import type { JsonObject } from '../json/value.js';
import { FormError, type EncodedCard } from './form.js';

/**
 * The first ambiguity of a card. `encoded` is the specification's form of it, without aliases: that walks the whole
 * schema, so only where it stopped early, or passed over a proto name, need the card be walked again.
 */
export function findAmbiguity(
  card: JsonObject,
  encoded: Pick<EncodedCard, 'hasAliases'> | FormError,
): Draft | undefined {
  const isSure = !(encoded instanceof FormError) && !encoded.hasAliases;
  return isSure ? undefined : findFirstAmbiguity(card);
}
