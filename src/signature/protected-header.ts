/** Knows the protected header of a signature entry: what `sign` writes, and what verification accepts (RFC 7515 4). */
import { decodeBase64url, encodeBase64url } from '../base64url.js';
import { JsonError } from '../json/error.js';
import { tryReadJson } from '../json/read.js';
import { aTypeName, isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { findAlgorithm, type Algorithm } from '../keys/algorithms.js';
import type { Refusal } from './outcomes.js';

/** The private header parameter (RFC 7515 4.3) that binds an entry to one canonical form. */
export const formParameter = 'a2a_form';

/** Far over any header in use; the reader's own limit is a card's. */
const maximumHeaderBytes = 16_384;

export type ProtectedHeader = {
  readonly algorithm: Algorithm;
  readonly kid: string;
  readonly typ: string | undefined;
  /** The signer's own word about where its keys are: a hint, never a source of trust (A2A 8.4.3). */
  readonly jku: string | undefined;
  /** NumericDate (RFC 7519 2): seconds since the epoch. */
  readonly issuedAt: number | undefined;
  /** NumericDate, likewise. */
  readonly expiresAt: number | undefined;
  /** The canonical form that the entry names; `undefined` where it is not marked. */
  readonly form: string | undefined;
  /** All member names, for the check against the unprotected header. */
  readonly names: readonly string[];
};

export type ProtectedHeaderFields = {
  readonly alg: string;
  readonly kid: string;
  readonly form: string;
  readonly jku?: string | undefined;
  readonly issuedAt?: number | undefined;
  readonly expiresAt?: number | undefined;
};

/** The base64url text of a new entry's protected header; its member order is fixed, so equal fields give equal text. */
export function writeProtectedHeader(fields: ProtectedHeaderFields): string {
  const header = {
    alg: fields.alg,
    kid: fields.kid,
    typ: 'JOSE',
    ...(fields.jku === undefined ? {} : { jku: fields.jku }),
    ...(fields.issuedAt === undefined ? {} : { iat: fields.issuedAt }),
    ...(fields.expiresAt === undefined ? {} : { exp: fields.expiresAt }),
    [formParameter]: fields.form,
  };
  return encodeBase64url(new TextEncoder().encode(JSON.stringify(header)));
}

/** Reads the member `protected` of an entry, or says why it is refused. Throws nothing. */
export function readProtectedHeader(text: string): ProtectedHeader | Refusal {
  const header = parseHeader(text);
  if (typeof header === 'string') return { outcome: 'header-malformed', message: header };
  return (
    refuseCritical(header) ??
    refuseAlgorithm(header) ??
    refuseKeyId(header) ??
    refuseTypes(header) ??
    toHeader(header)
  );
}

function parseHeader(text: string): JsonObject | string {
  const bytes = decodeBase64url(text);
  if (bytes === undefined) return 'the protected header is not canonical base64url';
  const document = tryReadJson(bytes, { maxBytes: maximumHeaderBytes });
  if (document instanceof JsonError) return `the protected header is refused: ${document.problem}`;
  const { value, hasByteOrderMark } = document;
  if (hasByteOrderMark) return 'the protected header begins with a byte order mark';
  return isObject(value) ? value : `the protected header is ${aTypeName(value)}, not a JSON object`;
}

/** RFC 7515 4.1.11: what is critical must be understood; nothing is. RFC 7797's `b64` would change the payload. */
function refuseCritical(header: JsonObject): Refusal | undefined {
  const crit = header['crit'];
  if (crit !== undefined) {
    return {
      outcome: 'crit-unsupported',
      message: `critical header parameters ${show(crit)} are not supported`,
    };
  }
  if (header['b64'] === undefined) return undefined;
  return { outcome: 'crit-unsupported', message: 'the header parameter b64 is not supported' };
}

function refuseAlgorithm(header: JsonObject): Refusal | undefined {
  const alg = header['alg'];
  if (typeof alg === 'string' && findAlgorithm(alg) !== undefined) return undefined;
  const message =
    alg === undefined ? 'the header names no algorithm' : `algorithm ${show(alg)} is not accepted`;
  return { outcome: 'alg-refused', message };
}

function refuseKeyId(header: JsonObject): Refusal | undefined {
  const kid = header['kid'];
  if (typeof kid === 'string' && kid !== '') return undefined;
  return { outcome: 'kid-missing', message: `kid is ${show(kid)}; it must be a string that names a key` };
}

/** A parameter of a wrong type might be read otherwise by someone else; `exp` above all must not be passed over. */
function refuseTypes(header: JsonObject): Refusal | undefined {
  for (const [name, type] of parameterTypes) {
    const value = header[name];
    if (value === undefined || typeof value === type) continue;
    return {
      outcome: 'header-malformed',
      message: `the header parameter ${name} is ${aTypeName(value)}, not a ${type}`,
    };
  }
  const typ = header['typ'];
  // RFC 8725 3.11: a key that also signs tokens must not vouch for a card by one of them.
  if (typeof typ !== 'string' || !typ.toLowerCase().endsWith('+jwt')) return undefined;
  return { outcome: 'header-malformed', message: `typ ${show(typ)} says that this is a token, not a card` };
}

const parameterTypes = Object.entries({
  typ: 'string',
  jku: 'string',
  iat: 'number',
  exp: 'number',
  [formParameter]: 'string',
});

function toHeader(header: JsonObject): ProtectedHeader {
  return {
    algorithm: findAlgorithm(header['alg'] as string) as Algorithm,
    kid: header['kid'] as string,
    typ: header['typ'] as string | undefined,
    jku: header['jku'] as string | undefined,
    issuedAt: header['iat'] as number | undefined,
    expiresAt: header['exp'] as number | undefined,
    form: header[formParameter] as string | undefined,
    names: Object.keys(header),
  };
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
