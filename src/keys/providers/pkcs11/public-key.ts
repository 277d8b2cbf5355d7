/** Knows where a token has the public half of a private key, and how its attributes become a public JWK. */
import { createPublicKey, X509Certificate } from 'node:crypto';
import { encodeBase64url } from '../../../base64url.js';
import type { JsonObject } from '../../../json/value.js';
import { toPublicJwk, type JwkResult } from '../../public-jwk.js';
import {
  CKA_CLASS,
  CKA_EC_PARAMS,
  CKA_EC_POINT,
  CKA_ID,
  CKA_KEY_TYPE,
  CKA_LABEL,
  CKA_MODULUS,
  CKA_PUBLIC_EXPONENT,
  CKA_VALUE,
  CKK_EC,
  CKK_EC_EDWARDS,
  CKK_RSA,
  CKO_CERTIFICATE,
  CKO_PUBLIC_KEY,
  type Attribute,
  type Handle,
} from './cryptoki.js';
import { readUlong } from './numbers.js';
import type { TokenSession } from './session.js';

/** The public key and where it was found, or why there is none: `reason` continues "the key ...". */
export type PublicKeyResult =
  | (Extract<JwkResult, { jwk: unknown }> & { readonly source: string })
  | { readonly reason: string; readonly isMissing?: true };

/**
 * The public key of a private one: an RSA key has it in itself (PKCS#11 mechanisms v2.40 2.1.3); else the public key
 * object with the same id, or with the same label where there is no id, or the certificate with that.
 */
export function readPublicKey(session: TokenSession, key: Handle): PublicKeyResult {
  const keyType = session.readAttribute(key, CKA_KEY_TYPE);
  const kind = keyType === undefined ? undefined : Number(readUlong(keyType));
  if (kind !== CKK_RSA && kind !== CKK_EC && kind !== CKK_EC_EDWARDS)
    return {
      reason: `is of the key type ${kind === undefined ? '(none)' : `0x${kind.toString(16)}`}, which no algorithm here uses`,
    };
  const own = kind === CKK_RSA ? readRsaKey(session, key) : undefined;
  if (own !== undefined) return check(own, 'the private key');
  const partners = toPartners(session, key);
  const [object] = partners(CKO_PUBLIC_KEY, { type: CKA_KEY_TYPE, value: kind });
  if (object !== undefined) {
    const members = kind === CKK_RSA ? readRsaKey(session, object) : readEcKey(session, object);
    return typeof members === 'string' ? { reason: members } : check(members ?? {}, 'the public key object');
  }
  const [certificate] = partners(CKO_CERTIFICATE);
  if (certificate !== undefined) return readCertificate(session.readAttribute(certificate, CKA_VALUE));
  return { reason: 'has no public key on the token, and no certificate', isMissing: true };
}

type FindPartners = (objectClass: number, ...more: Attribute[]) => Handle[];

/** PKCS#11 base v2.40 4.7: the objects that belong together have the same CKA_ID. */
function toPartners(session: TokenSession, key: Handle): FindPartners {
  const id = session.readAttribute(key, CKA_ID);
  const label = session.readAttribute(key, CKA_LABEL);
  const bond =
    id !== undefined && id.length > 0 ? { type: CKA_ID, value: id } : { type: CKA_LABEL, value: label };
  return (objectClass, ...more) =>
    bond.value === undefined || bond.value.length === 0
      ? []
      : session.findObjects([
          { type: CKA_CLASS, value: objectClass },
          { type: bond.type, value: bond.value },
          ...more,
        ]);
}

/** A point off its curve makes no key; Node.js says so when it takes it in. */
function check(members: JsonObject, source: string): PublicKeyResult {
  const result = toPublicJwk(members);
  if (result.reason !== undefined) return result;
  try {
    createPublicKey({ key: { ...result.jwk }, format: 'jwk' });
    return { ...result, source };
  } catch {
    return { reason: 'has a public key that is no point of its curve' };
  }
}

function readRsaKey(session: TokenSession, object: Handle): JsonObject | undefined {
  const n = session.readAttribute(object, CKA_MODULUS);
  const e = session.readAttribute(object, CKA_PUBLIC_EXPONENT);
  if (n === undefined || e === undefined || n.length === 0 || e.length === 0) return undefined;
  return { kty: 'RSA', n: toUint(n), e: toUint(e) };
}

/** RFC 7518 2: Base64urlUInt has no leading zero bytes; a Big integer of PKCS#11 may have some. */
function toUint(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte !== 0);
  return encodeBase64url(bytes.subarray(first === -1 ? bytes.length : first));
}

type Curve = { readonly crv: string; readonly coordinateBytes: number };

/**
 * CKA_EC_PARAMS, DER in hexadecimal: the OID (PKCS#11 mechanisms v2.40 2.3.3), for Ed25519 that of RFC 8410, the older
 * one of GnuPG, or the PrintableString `edwards25519` (v3.0 2.3.5).
 */
const curves: ReadonlyMap<string, Curve> = new Map([
  ['06082a8648ce3d030107', { crv: 'P-256', coordinateBytes: 32 }],
  ['06052b81040022', { crv: 'P-384', coordinateBytes: 48 }],
  ['06052b81040023', { crv: 'P-521', coordinateBytes: 66 }],
  ['06032b6570', { crv: 'Ed25519', coordinateBytes: 32 }],
  ['06092b06010401da470f01', { crv: 'Ed25519', coordinateBytes: 32 }],
  ['130c656477617264733235353139', { crv: 'Ed25519', coordinateBytes: 32 }],
]);

/** The members of the JWK, or what is wrong with the object. */
function readEcKey(session: TokenSession, object: Handle): JsonObject | string {
  const parameters = Buffer.from(session.readAttribute(object, CKA_EC_PARAMS) ?? []).toString('hex');
  const curve = curves.get(parameters);
  if (curve === undefined)
    return `is on a curve that no algorithm here uses (CKA_EC_PARAMS ${parameters.slice(0, 40)})`;
  const { crv, coordinateBytes } = curve;
  const isEdwards = crv === 'Ed25519';
  const point = unwrapPoint(
    session.readAttribute(object, CKA_EC_POINT) ?? new Uint8Array(),
    isEdwards ? coordinateBytes : 1 + 2 * coordinateBytes,
  );
  // SEC 1 2.3.3: 04 marks an uncompressed point.
  if (point === undefined || (!isEdwards && point[0] !== 4))
    return 'has a public key whose CKA_EC_POINT is no uncompressed point of its curve';
  if (isEdwards) return { kty: 'OKP', crv, x: encodeBase64url(point) };
  return {
    kty: 'EC',
    crv,
    x: encodeBase64url(point.subarray(1, 1 + coordinateBytes)),
    y: encodeBase64url(point.subarray(1 + coordinateBytes)),
  };
}

/**
 * A point of `length` bytes, bare or as a DER OCTET STRING: the standard wants the string for EC (PKCS#11 mechanisms
 * v2.40 2.3.3), the bare bytes for Ed25519 (v3.0 2.3.5), and tokens do either. The length tells which it is.
 */
export function unwrapPoint(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (bytes.length === length) return bytes;
  const header = length < 0x80 ? [0x04, length] : [0x04, 0x81, length];
  const isWrapped =
    bytes.length === header.length + length && header.every((byte, index) => bytes[index] === byte);
  return isWrapped ? bytes.subarray(header.length) : undefined;
}

function readCertificate(der: Uint8Array | undefined): PublicKeyResult {
  try {
    const { publicKey } = new X509Certificate(der ?? new Uint8Array());
    return check(publicKey.export({ format: 'jwk' }) as JsonObject, 'the certificate');
  } catch {
    return { reason: 'has a certificate whose public key cannot be read' };
  }
}
