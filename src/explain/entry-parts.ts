/** Knows what can still be read of an entry that verification refuses. */
import { decodeBase64url } from '../base64url.js';
import { JsonError } from '../json/error.js';
import { tryReadJson } from '../json/read.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { formParameter } from '../signature/protected-header.js';
import { decodeLoosely } from './loose-base64.js';

export type EntryParts = {
  readonly protected: string;
  readonly signature: string;
  readonly header: JsonObject;
  readonly alg: string | undefined;
  readonly kid: string | undefined;
  /** The canonical form that the header names. */
  readonly form: string | undefined;
};

/** Longer ones are no entry's: those of ML-DSA-87 have 6,172 characters. */
const maximumText = 32_768;

/** `undefined` where it has no two texts, or the first is no header in any base64. */
export function readParts(value: JsonValue | undefined): EntryParts | undefined {
  if (!isObject(value)) return undefined;
  const { protected: protectedText, signature } = value;
  if (typeof protectedText !== 'string' || typeof signature !== 'string') return undefined;
  if (Math.max(protectedText.length, signature.length) > maximumText) return undefined;
  const bytes = decodeBase64url(protectedText) ?? decodeLoosely(protectedText);
  const header = bytes === undefined ? undefined : readHeader(bytes);
  if (header === undefined) return undefined;
  return {
    protected: protectedText,
    signature,
    header,
    alg: toText(header['alg']),
    kid: toText(header['kid']),
    form: toText(header[formParameter]),
  };
}

function readHeader(bytes: Uint8Array): JsonObject | undefined {
  const document = tryReadJson(bytes);
  if (document instanceof JsonError) return undefined;
  return isObject(document.value) ? document.value : undefined;
}

function toText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
