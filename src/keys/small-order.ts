/** Knows the points of Ed25519 whose order is 1, 2, 4 or 8, under every encoding that libraries take. */

import { encodeHex } from '../hex.js';

/**
 * y in hexadecimal, little-endian, without the sign bit: 0, 1, the two of order 8, and -1; and 0 and 1 once more
 * as p and p + 1, which are not canonical (RFC 8032 5.1.3).
 */
const smallOrders: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Whether 32 bytes encode such a point. */
export function hasSmallOrder(encoded: Uint8Array): boolean {
  const y = Uint8Array.from(encoded);
  y[31] = (y[31] ?? 0) & 0x7f;
  return smallOrders.has(encodeHex(y));
}
