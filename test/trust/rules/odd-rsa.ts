/** Knows RSA with numbers that no library would choose: the key, and a PKCS #1 signature by plain arithmetic. */
import { checkPrimeSync, createHash, generatePrimeSync, randomBytes } from 'node:crypto';
import { encodeText, toMessage, type Entry } from '../tampering/foreign-signer.js';

export type RsaNumbers = { readonly n: bigint; readonly e: bigint; readonly d: bigint };

/** A key of several primes, for a public exponent that is coprime to each of them less one. */
export function fromPrimes(primes: readonly bigint[], e: bigint): RsaNumbers {
  const n = primes.reduce((product, prime) => product * prime, 1n);
  const phi = primes.reduce((product, prime) => product * (prime - 1n), 1n);
  return { n, e, d: invert(e, phi) };
}

export function makePrime(bits: number, e = 65537n): bigint {
  for (;;) {
    const prime = generatePrimeSync(bits, { bigint: true });
    if (greatestDivisor(prime - 1n, e) === 1n) return prime;
  }
}

/** A prime as the faulty library made them: k * M + (65537^a mod M), M the product of the primes up to 167. */
export function makeRocaPrime(bits: number): bigint {
  let product = 2n;
  for (let candidate = 3n; candidate <= 167n; candidate += 2n) {
    if (checkPrimeSync(candidate)) product *= candidate;
  }
  for (;;) {
    const power = raise(65537n, toNumber(randomBytes(8)), product);
    const random = toNumber(randomBytes(bits / 8)) | (3n << BigInt(bits - 2));
    const prime = random - (random % product) + power;
    if (checkPrimeSync(prime) && greatestDivisor(prime - 1n, 65537n) === 1n) return prime;
  }
}

export function toRsaJwk({ n, e }: RsaNumbers, kid: string): Record<string, unknown> {
  return { kty: 'RSA', n: encodeNumber(n), e: encodeNumber(e), kid };
}

/** RS256 (RFC 8017 8.2.1). */
export function signWithNumbers(numbers: RsaNumbers, kid: string, payload: string): Entry {
  const protectedText = encodeText(JSON.stringify({ alg: 'RS256', kid }));
  const size = byteLength(numbers.n);
  const signature = raise(pad(toMessage(protectedText, payload), size), numbers.d, numbers.n);
  return { protected: protectedText, signature: toBuffer(signature, size).toString('base64url') };
}

/** RSASSA-PKCS1-v1_5 verification as a careless library does it, for any modulus and exponent whatsoever. */
export function verifyWithNumbers({ n, e }: RsaNumbers, message: Uint8Array, signature: Uint8Array): boolean {
  return raise(toNumber(signature), e, n) === pad(message, byteLength(n));
}

/** EMSA-PKCS1-v1_5 with SHA-256 (RFC 8017 9.2). */
function pad(message: Uint8Array, size: number): bigint {
  const digest = createHash('sha256').update(message).digest('hex');
  const info = `003031300d060960864801650304020105000420${digest}`;
  return BigInt(`0x0001${info.padStart(size * 2 - 4, 'f')}`);
}

export function encodeNumber(number: bigint): string {
  return toBuffer(number, byteLength(number)).toString('base64url');
}

function byteLength(number: bigint): number {
  return Math.ceil(number.toString(16).length / 2);
}

function toBuffer(number: bigint, size: number): Buffer {
  return Buffer.from(number.toString(16).padStart(size * 2, '0'), 'hex');
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function raise(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** The extended Euclidean algorithm. */
function invert(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a - quotient * b, y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}
