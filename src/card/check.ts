/** Knows how a card is checked: at a glance, and only where that is not enough, check by check. */
import type { Finding } from '../findings.js';
import { JsonError } from '../json/error.js';
import { tryReadJson, type JsonDocument } from '../json/read.js';
import { listFindings } from './checks/index.js';
import { isFlawless } from './flawless.js';

/**
 * All findings about a card's text: of the reader (then only that one), of the A2A 1.0 schema, of its shape.
 * `maxBytes` (default 1 MiB) caps what is read.
 */
export function checkCard(bytes: Uint8Array, options: { maxBytes?: number } = {}): Finding[] {
  const document = tryReadJson(bytes, options);
  return document instanceof JsonError ? [document.toFinding()] : checkCardDocument(document);
}

/** The same of a document that is read already. */
export function checkCardDocument(document: JsonDocument): Finding[] {
  return isFlawless(document) ? [] : listFindings(document);
}
