/** Knows the rules of signature bytes that stand before any library sees them, and what careless libraries take. */
import { verify as verifyWithKey, type KeyObject } from 'node:crypto';
import { p256Order, toBytes } from '../tampering/entries.js';
import type { Rule } from './rule.js';
import { card, evilCard, owner, partner, serve, sign, trusts, type Verifier } from './setting.js';

/** CVE-2022-21449, Java 15 to 18: r = s = 0 satisfied the equation for every key and every message. */
const psychic: NonNullable<Verifier['crypto']> = {
  verify: ({ signature }) => {
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map(
      (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % p256Order,
    );
    return r === 0n && s === 0n;
  },
};

function forge(r: bigint, s: bigint): string {
  const signature = Buffer.concat([toBytes(r), toBytes(s)]).toString('base64url');
  return serve(evilCard, { ...sign(card), signature });
}

export const signatureRules: readonly Rule[] = [
  {
    rule: 'a signature has the length of its algorithm',
    why: 'RFC 8032 5.1.7. node:crypto checks it too; the double reads 64 bytes and looks no further, as many did',
    file: 'signature/verify-entry.ts',
    find: 'if (bytes.length !== due) {',
    replace: 'if (false) {',
    without: 'accepts',
    attack: (library) => {
      const entry = sign(card, { key: partner });
      const bytes = Buffer.concat([Buffer.from(entry.signature, 'base64url'), Buffer.of(0)]);
      const crypto: Verifier['crypto'] = {
        verify: ({ key, message, signature }) =>
          verifyWithKey(null, message, key as KeyObject, signature.subarray(0, 64)),
      };
      const longer = { ...entry, signature: bytes.toString('base64url') };
      return trusts(library, serve(card, longer), { keys: [partner.jwk], crypto });
    },
  },
  {
    rule: 'r and s are within the order of the curve',
    why: 'FIPS 186-5 6.4.2. OpenSSL checks it too; the double is a library with CVE-2022-21449',
    file: 'signature/verify-entry.ts',
    find: "if (algorithm.family === 'ecdsa' && !isInOrder(bytes, algorithm)) {",
    replace: 'if (false) {',
    without: 'accepts',
    attack: (library) => trusts(library, forge(0n, 0n), { crypto: psychic }),
  },
  {
    rule: 'r and s are not zero',
    why: 'FIPS 186-5 6.4.2, likewise',
    file: 'signature/curve-order.ts',
    find: 'if (number.every((byte) => byte === 0)) return false;',
    replace: '',
    without: 'accepts',
    attack: (library) => trusts(library, forge(0n, 0n), { crypto: psychic }),
  },
  {
    rule: 'r and s are below the order',
    why: 'FIPS 186-5 6.4.2: n is zero once more; Wycheproof has r and s of n for the same libraries',
    file: 'signature/curve-order.ts',
    find: 'return at !== -1 && (number[at] ?? 0) < (order[at] ?? 0);',
    replace: 'return true;',
    without: 'accepts',
    attack: (library) => trusts(library, forge(p256Order, p256Order), { crypto: psychic, keys: [owner.jwk] }),
  },
];
