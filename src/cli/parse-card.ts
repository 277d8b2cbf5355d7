/** Knows how a command that shows or transforms a card reads it: an object, or an error with file, line and column. */
import { CardctlError } from '../errors.js';
import { JsonError } from '../json/error.js';
import { standardInput } from '../formats/report.js';
import { tryReadJson, type JsonDocument } from '../json/read.js';
import { aTypeName, isObject, type JsonObject } from '../json/value.js';

export type ParsedCard = { readonly card: JsonObject; readonly document: JsonDocument };

/** Throws `json-invalid` or `card-invalid`. */
export function parseCard(bytes: Uint8Array, options: { source: string; maxBytes: number }): ParsedCard {
  const { source, maxBytes } = options;
  const document = tryReadJson(bytes, { maxBytes });
  if (document instanceof JsonError) throw toInvalid(document, source);
  const { value } = document;
  if (isObject(value)) return { card: value, document };
  throw new CardctlError('card-invalid', `${source} holds ${aTypeName(value)} where a card is an object`, {
    hint: 'is this the right file?',
  });
}

function toInvalid(cause: JsonError, source: string): CardctlError {
  const { line, column, problem, hint = 'mend the JSON' } = cause;
  return new CardctlError('json-invalid', `${source}:${line}:${column}: ${problem}`, { hint, cause });
}

/** How a card is named in output. */
export function sourceName(path: string): string {
  return path === '-' ? standardInput : path;
}
