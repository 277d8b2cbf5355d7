/** Knows how a card is told to mean something else to SDKs: as findings, with their places in its text. */
import { normalizeCard } from '../card/presence.js';
import { checkCardDocument } from '../card/check.js';
import { withoutSignatures } from '../card/content.js';
import { severityOf, type Finding } from '../findings.js';
import { JsonError } from '../json/error.js';
import { tryReadJson, type JsonDocument } from '../json/read.js';
import type { JsonObject } from '../json/value.js';
import {
  isSpelling,
  placeDifference,
  spellingForm,
  toDifference,
  type PlacedDifference,
} from './form-difference.js';
import { placeFormDifferences } from './portability.js';
import { findCauses } from './sdk/causes.js';
import { isSurelyPortable } from './surely-portable.js';

/**
 * What `checkCard` finds, and, where none of that is an error, how the SDKs would take the signed card for another text
 * than we do: one finding `form-differs` for each such text. `maxBytes` (default 1 MiB) caps what is read; `signedFor`
 * names the forms that the card has an entry of their own in.
 */
export function checkCardAndForms(
  bytes: Uint8Array,
  options: { readonly maxBytes?: number; readonly signedFor?: readonly string[] } = {},
): Finding[] {
  const document = tryReadJson(bytes, options);
  return document instanceof JsonError ? [document.toFinding()] : checkDocumentAndForms(document, options);
}

/** The same of a document that is read already. */
export function checkDocumentAndForms(
  document: JsonDocument,
  { signedFor = [] }: { readonly signedFor?: readonly string[] } = {},
): Finding[] {
  const findings = checkCardDocument(document);
  if (findings.some(({ severity }) => severity === 'error')) return findings;
  const source = withoutSignatures(document.value as JsonObject);
  const written = normalizeCard(source, { aliases: true });
  return [...findings, ...findFormDifferences(written, { bytes: document.bytes, signedFor })];
}

type WrittenCard = {
  /** As it is written when it is signed. */
  readonly card: JsonObject;
  /** JSON Pointers, in the source, of members that stood under their proto name. */
  readonly renamed: readonly string[];
  /** Of members that the schema does not have. */
  readonly unknown: readonly string[];
};

type Source = {
  /** What the card was read from. */
  readonly bytes: Uint8Array;
  /** The forms that have an entry of their own. */
  readonly signedFor: readonly string[];
};

/** The findings `form-differs` about a card without errors, whose text is `bytes`. */
export function findFormDifferences(
  { card, renamed, unknown }: WrittenCard,
  { bytes, signedFor = [] }: Pick<Source, 'bytes'> & Partial<Source>,
): Finding[] {
  if (unknown.length === 0 && isSurelyPortable(card)) return [];
  const code = 'form-differs';
  return placeDifferences({ card, renamed }, { bytes, signedFor }).map((difference) => {
    const { path, line, column, message, hint } = difference;
    return { code, severity: severityOf(code), path, line, column, message, hint };
  });
}

/** What is but written otherwise, as most that differs is, can be told without loading how SDKs read a card. */
function placeDifferences(
  { card, renamed }: Omit<WrittenCard, 'unknown'>,
  { bytes, signedFor }: Source,
): PlacedDifference[] {
  const causes = findCauses(card);
  if (causes.length === 0) return [];
  if (!causes.every(({ kind }) => isSpelling(kind)))
    return placeFormDifferences({ card, renamed }, { bytes, signedFor });
  const difference = toDifference(card, { forms: [spellingForm], left: [], causes }, signedFor);
  return [placeDifference(difference, { bytes, renamed })];
}
