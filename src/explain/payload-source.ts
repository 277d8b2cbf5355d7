/** Knows what the texts are made from that an entry may have been made over. */
import type { JsonDocument } from '../json/read.js';
import type { JsonObject } from '../json/value.js';
import type { Payloads } from '../signature/payloads.js';
import type { EntryParts } from './entry-parts.js';
import type { FormerCard } from './former-card.js';
import type { Variant } from './variant.js';

export type PayloadSource = {
  readonly card: JsonObject;
  readonly document: JsonDocument;
  readonly payloads: Payloads;
  readonly former: FormerCard | undefined;
  /** The place of the entry in `signatures`. */
  readonly index: number;
};

/** Makes the texts of one kind, each when it is asked for. */
export type ListPayloads = (parts: EntryParts, source: PayloadSource) => Iterable<Variant<string>>;
