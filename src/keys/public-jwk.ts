/** Knows a public JWK to the letter: which members it has, how long they are, and what makes it weak. */
import { decodeBase64url } from '../base64url.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { looksLikeRoca } from './roca.js';
import { hasSmallOrder } from './small-order.js';

/** The members that make the key, and no others (RFC 7517 4, RFC 7518 6, RFC 8037 2, RFC 9964 for `AKP`). */
export type PublicJwk = {
  readonly kty: 'EC' | 'RSA' | 'OKP' | 'AKP';
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
  readonly pub?: string;
  /** Part of the key only where `kty` is `AKP`. */
  readonly alg?: string;
};

/** A key, or why it is none; `reason` continues the sentence "key 2 ...". */
export type JwkResult =
  { readonly jwk: PublicJwk; readonly reason?: undefined } | { readonly reason: string };

/** Bytes of a coordinate or a public value, by curve or algorithm; what is not here is not supported. */
const coordinateBytes: ReadonlyMap<unknown, number> = new Map([
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
]);
const publicValueBytes: ReadonlyMap<unknown, number> = new Map([
  ['ML-DSA-44', 1312],
  ['ML-DSA-65', 1952],
  ['ML-DSA-87', 2592],
]);

/** NIST SP 800-131A: 2048 bits at least; beyond 8192 a verification costs too much to give it away. */
const minimumRsaBits = 2048;
const maximumRsaBits = 8192;

/** Members that only a private or a symmetric key has (RFC 7518 6.2.2, 6.3.2, 6.4; RFC 9964 `priv`). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const;

/** The first private or symmetric member a JWK has, if any. */
export function findPrivateMember(jwk: JsonObject): string | undefined {
  return privateMembers.find((name) => jwk[name] !== undefined);
}

/** Takes the public members out of a JWK and checks each: canonical base64url, exact length, no weak key. */
export function toPublicJwk(source: JsonObject): JwkResult {
  switch (source['kty']) {
    case 'EC':
      return readEcKey(source);
    case 'RSA':
      return readRsaKey(source);
    case 'OKP':
      return readOkpKey(source);
    case 'AKP':
      return readAkpKey(source);
    case 'oct':
      return { reason: 'is symmetric (kty oct), which no card is verified with' };
    default:
      return { reason: `has the unsupported kty ${show(source['kty'])}` };
  }
}

function readEcKey(source: JsonObject): JwkResult {
  const crv = source['crv'];
  const length = coordinateBytes.get(crv);
  if (length === undefined) return { reason: `has the unsupported curve ${show(crv)}` };
  const reason = checkBytes(source, 'x', length) ?? checkBytes(source, 'y', length);
  if (reason !== undefined) return { reason };
  return { jwk: { kty: 'EC', crv: crv as string, x: source['x'] as string, y: source['y'] as string } };
}

function readOkpKey(source: JsonObject): JwkResult {
  if (source['crv'] !== 'Ed25519') return { reason: `has the unsupported curve ${show(source['crv'])}` };
  const reason = checkBytes(source, 'x', 32) ?? checkPoint(source['x'] as string);
  if (reason !== undefined) return { reason };
  return { jwk: { kty: 'OKP', crv: 'Ed25519', x: source['x'] as string } };
}

/** RFC 8032 leaves it to the verifier; with such a key one signature holds for every message. */
function checkPoint(x: string): string | undefined {
  const isSmall = hasSmallOrder(decodeBase64url(x) ?? new Uint8Array());
  return isSmall ? 'is a point of small order; it belongs to no private key' : undefined;
}

function readAkpKey(source: JsonObject): JwkResult {
  const alg = source['alg'];
  const length = publicValueBytes.get(alg);
  if (length === undefined) return { reason: `has the unsupported algorithm ${show(alg)}` };
  const reason = checkBytes(source, 'pub', length);
  if (reason !== undefined) return { reason };
  return { jwk: { kty: 'AKP', alg: alg as string, pub: source['pub'] as string } };
}

function readRsaKey(source: JsonObject): JwkResult {
  const n = readBytes(source, 'n');
  const e = readBytes(source, 'e');
  if (typeof n === 'string') return { reason: n };
  if (typeof e === 'string') return { reason: e };
  const reason = checkModulus(n) ?? checkExponent(e);
  if (reason !== undefined) return { reason };
  return { jwk: { kty: 'RSA', n: source['n'] as string, e: source['e'] as string } };
}

function checkModulus(n: Uint8Array): string | undefined {
  // RFC 7518 2: Base64urlUInt holds the minimum number of octets.
  if (n[0] === 0) return 'has a modulus n with a leading zero byte';
  const bits = bitLength(n);
  if (bits < minimumRsaBits) return `is RSA of ${bits} bits; at least ${minimumRsaBits} are needed`;
  if (bits > maximumRsaBits) return `is RSA of ${bits} bits; at most ${maximumRsaBits} are accepted`;
  if (((n.at(-1) ?? 0) & 1) === 0) return 'has an even modulus n';
  // CVE-2017-15361: such a modulus can be factored.
  return looksLikeRoca(n)
    ? 'was made by a library with the ROCA fault; its private key can be computed'
    : undefined;
}

function checkExponent(e: Uint8Array): string | undefined {
  if (e[0] === 0) return 'has an exponent e with a leading zero byte';
  // With e = 1 a signature is its own message; an even e has no inverse. OpenSSL takes 64 bits at most.
  if (e.length === 1 && (e[0] ?? 0) < 3) return 'has a public exponent e below 3';
  if (((e.at(-1) ?? 0) & 1) === 0) return 'has an even public exponent e';
  return bitLength(e) > 64 ? 'has a public exponent e over 64 bits' : undefined;
}

/** Bits of a big-endian number without leading zero bytes. */
function bitLength(bytes: Uint8Array): number {
  return bytes.length * 8 - (Math.clz32(bytes[0] ?? 0) - 24);
}

/** Bits of an RSA modulus in a checked JWK. */
export function rsaBits(jwk: PublicJwk): number {
  return bitLength(decodeBase64url(jwk.n ?? '') ?? new Uint8Array(1));
}

/** What kind of key a checked JWK is, for people: `RSA, 3072 bits`, `EC P-256`. */
export function describeKind(jwk: PublicJwk): string {
  const { kty, crv } = jwk;
  return kty === 'RSA' ? `RSA, ${rsaBits(jwk)} bits` : `${kty}${crv === undefined ? '' : ` ${crv}`}`;
}

function checkBytes(source: JsonObject, member: string, length: number): string | undefined {
  const bytes = readBytes(source, member);
  if (typeof bytes === 'string') return bytes;
  // RFC 7518 6.2.1.2: the full width of the field, leading zero bytes included.
  return bytes.length === length
    ? undefined
    : `has ${member} of ${bytes.length} bytes where ${length} are due`;
}

function readBytes(source: JsonObject, member: string): Uint8Array | string {
  const text = source[member];
  if (text === undefined) return `has no ${member}`;
  const bytes = typeof text === 'string' ? decodeBase64url(text) : undefined;
  if (bytes === undefined) return `has ${member} that is not canonical base64url`;
  return bytes.length === 0 ? `has an empty ${member}` : bytes;
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value).slice(0, 40);
}
