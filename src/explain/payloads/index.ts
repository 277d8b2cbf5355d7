/** Knows which payloads an entry may have been made over, beside those of the forms: the table that a new kind gets one row in. */
import { listChanged } from './changed.js';
import type { Draft, PayloadSource } from './draft.js';
import { listPrinted } from './printed.js';
import { listReduced } from './reduced.js';
import { listTranslated } from './translated.js';

/** In the order in which they are tried. Those with signatures are other ones for each entry. */
export const payloadKinds: readonly ((source: PayloadSource) => Iterable<Draft>)[] = [
  listChanged,
  listPrinted,
  listTranslated,
  listReduced,
];
