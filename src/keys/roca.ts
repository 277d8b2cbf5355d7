/** Knows the fingerprint of RSA moduli made with the ROCA fault (CVE-2017-15361). */

/**
 * The faulty library made primes of the form k * M + (65537^a mod M), M a product of small primes; such a
 * modulus is a power of 65537 modulo every one of them. A random modulus passes all these by chance less than
 * once in 2^27.
 */
const smallPrimes = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
  109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
] as const;
const generator = 65537;

/** Whether a modulus (big-endian bytes) bears the fingerprint. */
export function looksLikeRoca(modulus: Uint8Array): boolean {
  return smallPrimes.every((prime) => isPowerOfGenerator(remainder(modulus, prime), prime));
}

function remainder(number: Uint8Array, prime: number): number {
  let rest = 0;
  for (const byte of number) rest = (rest * 256 + byte) % prime;
  return rest;
}

function isPowerOfGenerator(value: number, prime: number): boolean {
  let power = 1;
  for (let exponent = 0; exponent < prime; exponent++) {
    if (power === value) return true;
    power = (power * generator) % prime;
  }
  return false;
}
