/**
 * Knows how a digest is signed that is ready: Node.js hashes whatever it is given for ECDSA and PSS, so here are the
 * last steps of both, on the primitives of OpenSSL that Node.js has. OpenSSL judges every signature in the tests.
 */
import { createECDH, createHash, constants, privateEncrypt, randomBytes, type KeyObject } from 'node:crypto';

type Hash = 'sha256' | 'sha384' | 'sha512';

// SEC 2 and FIPS 186-5: the order of each curve's base point
const curves: Readonly<Record<string, { ecdh: string; order: bigint }>> = {
  'P-256': {
    ecdh: 'prime256v1',
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  },
  'P-384': {
    ecdh: 'secp384r1',
    order:
      0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  },
  'P-521': {
    ecdh: 'secp521r1',
    order:
      0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  },
  'secp256k1': {
    ecdh: 'secp256k1',
    order: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  },
};

/** An ECDSA signature in DER (FIPS 186-5 6.4.1); the digest is no longer than the order. */
export function signDigestEcdsa(digest: Uint8Array, key: KeyObject): Buffer {
  const { crv = '', d = '' } = key.export({ format: 'jwk' });
  const { ecdh, order } = curves[crv]!;
  const secret = toInteger(Buffer.from(d, 'base64url'));
  for (;;) {
    const k = randomBelow(order);
    const r = multiplyBase(ecdh, k, order) % order;
    const s = (invert(k, order) * (toInteger(digest) + r * secret)) % order;
    if (r !== 0n && s !== 0n) return toDer(0x30, Buffer.concat([toDerInteger(r), toDerInteger(s)]));
  }
}

/** An RSASSA-PKCS1-v1_5 signature (RFC 8017 8.2.1): OpenSSL pads the DigestInfo. */
export function signDigestPkcs1(digest: Uint8Array, hash: Hash, key: KeyObject): Buffer {
  // RFC 8017 9.2, note 1: the object identifiers of SHA-2 differ in their last byte
  const identifier = Buffer.from([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, lastArc[hash]]);
  const algorithm = toDer(0x30, Buffer.concat([toDer(0x06, identifier), toDer(0x05, Buffer.alloc(0))]));
  const digestInfo = toDer(0x30, Buffer.concat([algorithm, toDer(0x04, digest)]));
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo);
}

const lastArc: Readonly<Record<Hash, number>> = { sha256: 1, sha384: 2, sha512: 3 };

/** An RSASSA-PSS signature whose salt is as long as the hash (RFC 8017 9.1.1), MGF1 with the same hash. */
export function signDigestPss(digest: Uint8Array, hash: Hash, key: KeyObject): Buffer {
  const size = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const salt = randomBytes(digest.length);
  const h = createHash(hash).update(Buffer.alloc(8)).update(digest).update(salt).digest();
  const block = Buffer.concat([Buffer.alloc(size - 2 * h.length - 2), Buffer.of(1), salt]);
  const mask = generateMask(h, block.length, hash);
  const masked = block.map((byte, index) => byte ^ mask[index]!);
  masked[0]! &= 0x7f;
  const encoded = Buffer.concat([masked, h, Buffer.of(0xbc)]);
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded);
}

/** MGF1 (RFC 8017 B.2.1). */
function generateMask(seed: Uint8Array, length: number, hash: Hash): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0; blocks.length * seed.length < length; counter++) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    blocks.push(createHash(hash).update(seed).update(bytes).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** The x coordinate of k times the base point: OpenSSL makes it as the public half of the private key k. */
function multiplyBase(curve: string, k: bigint, order: bigint): bigint {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(Buffer.from(toHex(k).padStart(2 * byteLength(order), '0'), 'hex'));
  const point = ecdh.getPublicKey();
  return toInteger(point.subarray(1, (point.length + 1) / 2));
}

function randomBelow(order: bigint): bigint {
  // FIPS 186-5 A.3.1: 64 bits more than needed make the bias too small to see
  return (toInteger(randomBytes(byteLength(order) + 8)) % (order - 1n)) + 1n;
}

/** The inverse of a modulo a prime, by the extended algorithm of Euclid. */
function invert(a: bigint, prime: bigint): bigint {
  let [low, high, x, y] = [a, prime, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high] = [high - quotient * low, low];
    [x, y] = [y - quotient * x, x];
  }
  return ((x % prime) + prime) % prime;
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

function toHex(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

function byteLength(value: bigint): number {
  return toHex(value).length / 2;
}

function toDerInteger(value: bigint): Buffer {
  const bytes = Buffer.from(toHex(value), 'hex');
  // X.690 8.3: a first bit that is set would make it negative
  return toDer(0x02, bytes[0]! > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** One value in DER; all here are shorter than 256 bytes. */
function toDer(tag: number, content: Uint8Array): Buffer {
  const length = content.length > 0x7f ? [0x81, content.length] : [content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
