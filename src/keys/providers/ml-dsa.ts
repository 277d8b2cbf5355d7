/** Knows whether this Node.js has ML-DSA (FIPS 204): 24.6 and later do. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CardctlError } from '../../errors.js';
import type { Algorithm } from '../algorithms.js';

/** A new private key. Throws `usage` where the runtime has none. */
export function generateMlDsaKey({ name }: Algorithm): KeyObject {
  try {
    // The types of Node 20 do not have the name.
    return generateKeyPairSync(name.toLowerCase() as 'ed25519').privateKey;
  } catch (cause) {
    throw new CardctlError('usage', `this Node.js (${process.version}) has no ${name}`, {
      hint: 'run cardctl with Node.js 24.6 or later, or choose another algorithm',
      cause,
    });
  }
}
