/** Knows how an entry is made step by step with node:crypto, so that each step can be done wrong. */
import { constants, sign, type KeyObject } from 'node:crypto';
import { createKeyPair, type KeyPair, type KeyPairAlg } from '../key-pairs.js';

export type SigningKey = KeyPair & { readonly alg: KeyPairAlg; readonly kid: string };

const made = new Map<string, SigningKey>();

/** One for each algorithm and name, made when it is first asked for. */
export function keyOf(alg: KeyPairAlg, name = 'a'): SigningKey {
  const kid = `${alg.toLowerCase()}-${name}`;
  const found = made.get(kid) ?? { ...createKeyPair(alg), alg, kid };
  made.set(kid, found);
  return found;
}

export type Jwk = Record<string, unknown>;

export function toJwk({ publicKey, kid }: SigningKey, members: Jwk = {}): Jwk {
  return { ...publicKey.export({ format: 'jwk' }), kid, ...members };
}

export function toSet(...keys: readonly Jwk[]): string {
  return JSON.stringify({ keys });
}

export type RawOptions = { readonly hash?: string | null; readonly salt?: number; readonly der?: true };

/** The signature of a message, as JWS has it unless told. */
export function signRaw(alg: string, key: KeyObject, message: Uint8Array, options: RawOptions = {}): Buffer {
  const {
    hash = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`,
    salt = constants.RSA_PSS_SALTLEN_DIGEST,
    der,
  } = options;
  return sign(hash, message, {
    key,
    ...(alg.startsWith('ES') ? { dsaEncoding: der === true ? 'der' : 'ieee-p1363' } : {}),
    ...(alg.startsWith('PS') ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt } : {}),
  });
}

export type Entry = { protected: string; signature: string };

export type Steps = {
  readonly key: SigningKey;
  /** The canonical text. */
  readonly payload: string;
  /** Members of the protected header beside alg, kid and typ. */
  readonly header?: Jwk;
  /** What the header says instead of the key's own algorithm. */
  readonly alg?: string;
  /** The algorithm that is signed with. */
  readonly signAlg?: string;
  readonly raw?: RawOptions;
  readonly toInput?: (header: string, payload: Buffer) => Uint8Array;
};

/** An entry, right in every step that is not told otherwise. */
export function makeEntry({
  key,
  payload,
  header = {},
  alg = key.alg,
  signAlg = key.alg,
  raw,
  toInput,
}: Steps): Entry {
  const text = JSON.stringify({ alg, kid: key.kid, typ: 'JOSE', ...header });
  const protectedText = Buffer.from(text).toString('base64url');
  const input = (toInput ?? toSigningInput)(protectedText, Buffer.from(payload));
  return {
    protected: protectedText,
    signature: signRaw(signAlg, key.privateKey, input, raw).toString('base64url'),
  };
}

/** RFC 7515 5.1. */
export function toSigningInput(header: string, payload: Buffer): Uint8Array {
  return Buffer.from(`${header}.${payload.toString('base64url')}`);
}
