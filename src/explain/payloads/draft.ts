/** Knows what every kind of payload is made from, and what it gives. */
import type { JsonDocument } from '../../json/read.js';
import type { JsonObject } from '../../json/value.js';
import type { Payloads } from '../../signature/payloads.js';
import type { FormerCard } from '../former-card.js';
import type { Cause } from '../report.js';

export type PayloadSource = {
  readonly card: JsonObject;
  readonly document: JsonDocument;
  readonly payloads: Payloads;
  readonly former: FormerCard | undefined;
};

/** A text that may have been signed. */
export type Draft = {
  readonly text: string;
  /** The form that it is in, where it is canonical: a fault of its own where that is not the one that is due. */
  readonly form?: string;
  /** What of the card the form does not cover. */
  readonly unsigned?: readonly string[];
  /** The faults that it takes beside that. */
  readonly faults: readonly (() => Cause)[];
  /** Whether it is tried with no other fault, because there are so many like it. */
  readonly isAlone?: true;
};
