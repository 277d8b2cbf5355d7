/** Knows the order n of each curve's base point (SEC 2, FIPS 186-5), which r and s of a signature lie below. */
import { decodeHex } from '../hex.js';
import type { Algorithm } from '../keys/algorithms.js';

const orders = {
  'P-256': 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  'P-384': 'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  'P-521':
    '01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa' +
    '51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
} as const;

/** Each is read when a signature on its curve is first met. */
const orderBytes = new Map<string, Uint8Array>();

/** Whether r and s, each half of the signature, are both from 1 to n-1 (FIPS 186-5 6.4.2, step 1). */
export function isInOrder(signature: Uint8Array, algorithm: Algorithm): boolean {
  const { crv = '' } = algorithm;
  if (!isCurve(crv)) return false;
  const order = orderOf(crv);
  const half = signature.length / 2;
  return isBelow(signature.subarray(0, half), order) && isBelow(signature.subarray(half), order);
}

function isCurve(crv: string): crv is keyof typeof orders {
  return Object.hasOwn(orders, crv);
}

function orderOf(curve: keyof typeof orders): Uint8Array {
  const found = orderBytes.get(curve);
  if (found !== undefined) return found;
  const bytes = decodeHex(orders[curve]);
  orderBytes.set(curve, bytes);
  return bytes;
}

function isBelow(number: Uint8Array, order: Uint8Array): boolean {
  if (number.every((byte) => byte === 0)) return false;
  const at = number.findIndex((byte, index) => byte !== order[index]);
  return at !== -1 && (number[at] ?? 0) < (order[at] ?? 0);
}
