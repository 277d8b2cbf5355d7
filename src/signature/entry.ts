/** Knows a signature entry, the member of a card's `signatures` (A2A 8.4.2, RFC 7515 7.2.1), and its signing input. */
import { base64urlLength, decodeBase64url, encodeBase64urlInto } from '../base64url.js';
import { CardctlError } from '../errors.js';
import { aTypeName, isObject, type JsonValue } from '../json/value.js';
import { isRefusal, type Refusal } from './outcomes.js';
import { readProtectedHeader, type ProtectedHeader } from './protected-header.js';

/** An entry as it stands in a card; `header`, the unprotected one, is never written and never counts. */
export type SignatureEntry = { readonly protected: string; readonly signature: string };

/** Entries in `signatures` that verification evaluates; a card with more is not signed, and not trusted. */
export const maximumEntries = 64;

/** Throws `card-invalid`, with that next step, for more entries than verifiers take. */
export function assertEntryCount(count: number, hint: string): void {
  if (count <= maximumEntries) return;
  throw new CardctlError(
    'card-invalid',
    `the card has ${count} signatures; verifiers take ${maximumEntries}`,
    { hint },
  );
}

export type ParsedEntry = SignatureEntry & {
  readonly header: ProtectedHeader;
  /** `undefined` where the text is not canonical base64url: no key can have made it. */
  readonly signatureBytes: Uint8Array | undefined;
};

/** Reads one element of `signatures`, or says why it is refused. Throws nothing. */
export function readEntry(value: JsonValue): ParsedEntry | Refusal {
  if (!isObject(value))
    return { outcome: 'entry-malformed', message: `the entry is ${aTypeName(value)}, not an object` };
  const { protected: protectedText, signature, header: unprotected } = value;
  if (typeof protectedText !== 'string' || typeof signature !== 'string') {
    const missing = typeof protectedText === 'string' ? 'signature' : 'protected';
    return { outcome: 'entry-malformed', message: `the entry has no string member ${missing}` };
  }
  const header = readProtectedHeader(protectedText);
  if (isRefusal(header)) return header;
  const refusal = refuseOverlap(unprotected, header);
  if (refusal !== undefined) return refusal;
  return { protected: protectedText, signature, header, signatureBytes: decodeBase64url(signature) };
}

/**
 * RFC 7515 7.2.1: the names in the two headers are disjoint. That is the one thing looked at in the unprotected
 * header: whatever else stands there, in whatever shape, changes no verdict.
 */
function refuseOverlap(unprotected: JsonValue | undefined, header: ProtectedHeader): Refusal | undefined {
  if (!isObject(unprotected)) return undefined;
  const both = header.names.find((name) => Object.hasOwn(unprotected, name));
  if (both === undefined) return undefined;
  return {
    outcome: 'header-overlap',
    message: `"${both}" is both in the protected and the unprotected header`,
  };
}

/** What is signed (RFC 7515 5.1, step 8): ASCII(protected) "." base64url(payload). */
export function toSigningInput(protectedText: string, payload: Uint8Array): Uint8Array {
  const input = new Uint8Array(protectedText.length + 1 + base64urlLength(payload.length));
  for (let index = 0; index < protectedText.length; index++) input[index] = protectedText.charCodeAt(index);
  input[protectedText.length] = 0x2e;
  encodeBase64urlInto(payload, input, protectedText.length + 1);
  return input;
}
