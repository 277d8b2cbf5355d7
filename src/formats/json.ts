/** Knows the machine's format: one JSON document per call (schemas/verification-report.schema.json, check-report). */
import { toUnicodeEscape } from './escape.js';
import type { Format } from './report.js';

export const jsonFormat: Format = {
  name: 'json',
  render: ({ reports, errors }) => toJsonText({ version: 1, reports, errors }),
};

/**
 * A document as indented JSON with a newline. What a terminal would act on stands as an escape, which readers of
 * JSON take for the same text.
 */
export function toJsonText(document: object): string {
  const text = JSON.stringify(document, null, 2).replace(active, toUnicodeEscape);
  return `${text}\n`;
}

/** DEL, C1 controls and what changes the direction; C0 controls are escapes in JSON anyway. */
const active = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
