/** Knows which kind of key each algorithm signs with, and makes such keys: new ones in each run. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export type KeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const edwards = () => generateKeyPairSync('ed25519');

const makers = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ES512: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  RS256: rsa,
  RS384: rsa,
  RS512: rsa,
  PS256: rsa,
  PS384: rsa,
  PS512: rsa,
  EdDSA: edwards,
  Ed25519: edwards,
} as const satisfies Record<string, () => KeyPair>;

export type KeyPairAlg = keyof typeof makers;

/** A new key for the algorithm. */
export function createKeyPair(alg: KeyPairAlg): KeyPair {
  return makers[alg]();
}

/** A key for each of the algorithms; those that sign with one kind of key share it. */
export function createKeyPairs<A extends KeyPairAlg>(algs: readonly A[]): Readonly<Record<A, KeyPair>> {
  const byMaker = new Map<() => KeyPair, KeyPair>();
  const pairs = algs.map((alg) => {
    const pair = byMaker.get(makers[alg]) ?? createKeyPair(alg);
    byMaker.set(makers[alg], pair);
    return [alg, pair];
  });
  return Object.fromEntries(pairs) as Record<A, KeyPair>;
}

/** Whether this Node.js has ML-DSA: 24.6 and later. */
export function hasMlDsa(): boolean {
  try {
    generateKeyPairSync('ml-dsa-44' as 'ed25519');
    return true;
  } catch {
    return false;
  }
}
