/** Knows the payloads of a card whose signatures were left in when it was signed. */
import { FormError } from '../../canonical/form.js';
import { toJcs } from '../../canonical/jcs.js';
import { normalizeCard } from '../../card/presence.js';
import { createObject, setMember, type JsonArray, type JsonObject } from '../../json/value.js';
import type { EntryParts } from '../entry-parts.js';
import type { PayloadSource } from '../payload-source.js';
import { printJson, type PrintStyle } from '../print-json.js';
import { toCause } from '../report.js';
import { wrong, type Variant } from '../variant.js';

const styles: readonly PrintStyle[] = [{}, { indent: 2 }, { indent: 4 }, { separators: 'spaced' }];

/** With an empty list, with the entries before this one, and with all others; canonical, and printed in its own order. */
export function* listWithSignatures(
  _parts: EntryParts,
  { card, index }: PayloadSource,
): Generator<Variant<string>> {
  const entries = card['signatures'] as JsonArray;
  const normalized = normalizeCard(card, { aliases: false }).card;
  for (const { kept, say } of listKept(entries, index)) {
    const explain = () => toCause('signatures-included', `the signature is over the card with ${say}`);
    for (const base of [normalized, card]) {
      const text = attempt(() => toJcs(withEntries(base, kept)));
      if (text !== undefined) yield wrong(text, explain);
    }
    for (const style of styles) yield wrong(printJson(withEntries(card, kept), style), explain);
  }
}

function listKept(entries: JsonArray, index: number): { readonly kept: JsonArray; readonly say: string }[] {
  const before = entries.slice(0, index);
  const others = entries.toSpliced(index, 1);
  return [
    { kept: [], say: 'an empty list of signatures' },
    ...(before.length === 0 ? [] : [{ kept: before, say: 'the signatures before this one' }]),
    ...(others.length === before.length ? [] : [{ kept: others, say: 'its other signatures' }]),
  ];
}

/** Where they stand in the card. */
function withEntries(card: JsonObject, entries: JsonArray): JsonObject {
  const copy = createObject();
  for (const [name, value] of Object.entries(card))
    setMember(copy, name, name === 'signatures' ? entries : value);
  return copy;
}

/** A card with a lone surrogate has no canonical form. */
function attempt(encode: () => string): string | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
}
