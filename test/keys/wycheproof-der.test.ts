/** Knows how ECDSA in DER does on Wycheproof's vectors (https://github.com/C2SP/wycheproof), which are not kept here. */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getAlgorithm, type AlgorithmName } from '../../src/keys/algorithms.js';
import { derToJws } from '../../src/keys/der-signature.js';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import type { PublicJwk } from '../../src/keys/public-jwk.js';
import { describeSuite } from '../peers/require.js';
import { toDerSignature } from '../support/der.js';

type Vector = { tcId: number; flags: string[]; msg: string; sig: string; result: string };
type File = { testGroups: { publicKeyDer: string; tests: Vector[] }[] };
type Judged = Vector & { jws: Uint8Array | undefined; verifies: boolean };

/**
 * Of what is invalid, that which is in DER all the same, and so is converted and does not verify: by the flag that says
 * what is wrong with it, the ids.
 */
const convertedInvalid = {
  ES256: {
    // A digit of r or s is another one, or the last or first byte is cut off.
    ModifiedSignature: [102, 103, 104, 146, 147],
    // r is n - r.
    ModifiedInteger: [156],
    // r and s are 1, n, n - 1, p and the like; zero and negative ones are no DER of a signature.
    InvalidSignature: [
      177, 179, 180, 181, 182, 183, 193, 195, 196, 197, 198, 199, 201, 203, 204, 205, 206, 207, 209, 211, 212,
      213, 214, 215, 217, 219, 220, 221, 222, 223, 225, 227, 228, 229, 230, 231,
    ],
    // Numbers for which arithmetic that is not careful goes wrong.
    ArithmeticError: [351, 363, 364, 392, 429, 431, 476, 477, 478, 480, 481, 482],
    PointDuplication: [392, 428, 444, 445, 446, 447],
  },
  ES512: {
    ModifiedSignature: [100, 101, 102, 103, 143, 144, 145],
    // The curve's order has 521 bits: more than the order, and less than the 66 bytes hold.
    RangeCheck: [151, 160],
    IntegerOverflow: [157, 165],
    ModifiedInteger: [155],
    InvalidSignature: [
      177, 179, 180, 181, 182, 183, 193, 195, 196, 197, 198, 199, 201, 203, 204, 205, 206, 207, 209, 211, 212,
      213, 214, 215, 217, 219, 220, 221, 222, 223, 225, 227, 228, 229, 230, 231,
    ],
    ArithmeticError: [420, 430, 431, 459, 496, 497, 498, 534, 535, 536, 538, 539, 540],
    PointDuplication: [459, 495, 511, 512, 513, 514],
  },
} as const;

/** Flags that say that the encoding itself is wrong; a vector with one of them is never converted. */
const encodingFlags = ['MissingZero', 'BerEncodedSignature', 'InvalidEncoding', 'InvalidTypesInSignature'];

const files = [
  { alg: 'ES256', name: 'ecdsa_secp256r1_sha256_test.json', valid: 174, badEncoding: 163 },
  { alg: 'ES512', name: 'ecdsa_secp521r1_sha512_test.json', valid: 232, badEncoding: 162 },
] as const;

describeSuite('wycheproof', (folder) => {
  it.each(files)('$alg in DER converts and verifies where it is valid', ({ alg, name, valid }) => {
    const judged = judge(folder, name, alg).filter(({ result }) => result === 'valid');
    expect(judged).toHaveLength(valid);
    expect(judged.filter(({ jws, verifies }) => jws === undefined || !verifies)).toEqual([]);
  });

  it.each(files)('$alg in any other encoding is refused', ({ alg, name, badEncoding }) => {
    const judged = judge(folder, name, alg).filter(({ flags }) =>
      flags.some((flag) => encodingFlags.includes(flag)),
    );
    expect(judged).toHaveLength(badEncoding);
    expect(idsOf(judged.filter(({ jws }) => jws !== undefined))).toEqual([]);
  });

  it.each(files)('$alg that is invalid never verifies, and converts in known cases only', ({ alg, name }) => {
    const invalid = judge(folder, name, alg).filter(({ result }) => result !== 'valid');
    expect(idsOf(invalid.filter(({ verifies }) => verifies))).toEqual([]);
    const known = [...new Set(Object.values(convertedInvalid[alg]).flat())].sort((a, b) => a - b);
    expect(idsOf(invalid.filter(({ jws }) => jws !== undefined))).toEqual(known);
  });

  it.each(files)('$alg that is converted was written as DER writes its numbers', ({ alg, name }) => {
    for (const { jws, sig } of judge(folder, name, alg)) {
      if (jws === undefined) continue;
      const hex = Buffer.from(jws).toString('hex');
      const numbers = [hex.slice(0, hex.length / 2), hex.slice(hex.length / 2)];
      const [r = '', s = ''] = numbers.map((number) => number.replace(/^(?:00)+/, ''));
      expect(toDerSignature(r, s)).toBe(sig);
    }
  });
});

const judgedFiles = new Map<string, Judged[]>();

function judge(folder: string, name: string, alg: AlgorithmName): Judged[] {
  const judged = judgedFiles.get(name) ?? judgeAnew(folder, name, alg);
  judgedFiles.set(name, judged);
  return judged;
}

function judgeAnew(folder: string, name: string, alg: AlgorithmName): Judged[] {
  const { testGroups } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as File;
  const algorithm = getAlgorithm(alg);
  return testGroups.flatMap(({ publicKeyDer, tests }) => {
    const publicKey = createPublicKey({
      key: Buffer.from(publicKeyDer, 'hex'),
      format: 'der',
      type: 'spki',
    });
    const key = nodeCrypto.importKey(publicKey.export({ format: 'jwk' }) as PublicJwk, algorithm);
    return tests.map((test) => {
      const jws = derToJws(Buffer.from(test.sig, 'hex'), (algorithm.signatureBytes ?? 0) / 2);
      const message = Buffer.from(test.msg, 'hex');
      const verifies =
        jws !== undefined && (nodeCrypto.verify({ algorithm, key, message, signature: jws }) as boolean);
      return { ...test, jws, verifies };
    });
  });
}

function idsOf(vectors: readonly Vector[]): number[] {
  return vectors.map(({ tcId }) => tcId);
}
