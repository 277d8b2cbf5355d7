/** Knows which payloads an entry may have been made over: the table of all kinds, in the order in which they are tried. */
import type { EntryParts } from './entry-parts.js';
import type { ListPayloads, PayloadSource } from './payload-source.js';
import { listChanged } from './payloads/changed.js';
import { listForms } from './payloads/forms.js';
import { listPrinted } from './payloads/printed.js';
import { listWithSignatures } from './payloads/with-signatures.js';
import { listTranslated } from './payloads/translated.js';
import { listReduced } from './payloads/reduced.js';
import type { Variant } from './variant.js';

const kinds: readonly ListPayloads[] = [
  listForms,
  listChanged,
  listReduced,
  listPrinted,
  listWithSignatures,
  listTranslated,
];

/** Every text once, with the fewest faults that it takes. */
export function* listPayloads(parts: EntryParts, source: PayloadSource): Generator<Variant<string>> {
  const later: Variant<string>[] = [];
  const seen = new Set<string>();
  for (const list of kinds) {
    for (const variant of list(parts, source)) {
      if (variant.faults > 1) later.push(variant);
      else if (!seen.has(variant.value)) {
        seen.add(variant.value);
        yield variant;
      }
    }
  }
  for (const variant of later) if (!seen.has(variant.value)) yield variant;
}
