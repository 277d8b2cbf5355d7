/** Knows the closed table of signature algorithms, and which key may use which. */

type AlgorithmRow = {
  readonly kty: 'EC' | 'RSA' | 'OKP' | 'AKP';
  readonly family: 'ecdsa' | 'rsa-pkcs1' | 'rsa-pss' | 'eddsa' | 'ml-dsa';
  /** The curve (RFC 7518 6.2.1.1, RFC 8037 2); absent for RSA and ML-DSA. */
  readonly crv?: string;
  /** The digest the family signs; absent where the message itself is signed. */
  readonly hash?: 'SHA-256' | 'SHA-384' | 'SHA-512';
  /** Bytes of a signature; absent for RSA, whose signatures are as long as the modulus. */
  readonly signatureBytes?: number;
  /** Bytes of the salt of RSASSA-PSS: those of the digest (RFC 7518 3.5). */
  readonly saltBytes?: number;
};

/**
 * Every algorithm cardctl signs and verifies with. No `none` and no HMAC: a header can only choose a row, and
 * only one that the trusted key allows (RFC 8725 3.1).
 */
const table = {
  'ES256': { kty: 'EC', family: 'ecdsa', crv: 'P-256', hash: 'SHA-256', signatureBytes: 64 },
  'ES384': { kty: 'EC', family: 'ecdsa', crv: 'P-384', hash: 'SHA-384', signatureBytes: 96 },
  'ES512': { kty: 'EC', family: 'ecdsa', crv: 'P-521', hash: 'SHA-512', signatureBytes: 132 },
  'RS256': { kty: 'RSA', family: 'rsa-pkcs1', hash: 'SHA-256' },
  'RS384': { kty: 'RSA', family: 'rsa-pkcs1', hash: 'SHA-384' },
  'RS512': { kty: 'RSA', family: 'rsa-pkcs1', hash: 'SHA-512' },
  'PS256': { kty: 'RSA', family: 'rsa-pss', hash: 'SHA-256', saltBytes: 32 },
  'PS384': { kty: 'RSA', family: 'rsa-pss', hash: 'SHA-384', saltBytes: 48 },
  'PS512': { kty: 'RSA', family: 'rsa-pss', hash: 'SHA-512', saltBytes: 64 },
  // RFC 9864 spells the same signature `Ed25519`; both are read, the older is written.
  'EdDSA': { kty: 'OKP', family: 'eddsa', crv: 'Ed25519', signatureBytes: 64 },
  'Ed25519': { kty: 'OKP', family: 'eddsa', crv: 'Ed25519', signatureBytes: 64 },
  'ML-DSA-44': { kty: 'AKP', family: 'ml-dsa', signatureBytes: 2420 },
  'ML-DSA-65': { kty: 'AKP', family: 'ml-dsa', signatureBytes: 3309 },
  'ML-DSA-87': { kty: 'AKP', family: 'ml-dsa', signatureBytes: 4627 },
} as const satisfies Record<string, AlgorithmRow>;

export type AlgorithmName = keyof typeof table;
export type Algorithm = AlgorithmRow & { readonly name: AlgorithmName };

/** The names of the table, in its order. */
export const algorithmNames: readonly AlgorithmName[] = Object.keys(table) as AlgorithmName[];

/** The row of a name, byte-exact (RFC 7515 4.1.1: case-sensitive), or `undefined`. */
export function findAlgorithm(name: string): Algorithm | undefined {
  return Object.hasOwn(table, name) ? getAlgorithm(name as AlgorithmName) : undefined;
}

/** The row of a name that is known to be in the table. */
export function getAlgorithm(name: AlgorithmName): Algorithm {
  const found = algorithms.get(name);
  if (found !== undefined) return found;
  const algorithm: Algorithm = { name, ...table[name] };
  algorithms.set(name, algorithm);
  return algorithm;
}

/** Each row is made when it is first asked for: most calls are about one. */
const algorithms = new Map<AlgorithmName, Algorithm>();

/** The members of a public key that choose its algorithms. */
export type KeyKind = {
  readonly kty: string;
  readonly crv?: string | undefined;
  readonly alg?: string | undefined;
};

/** Whether a key of this kind can make or check signatures of the algorithm: type, curve and its own `alg` agree. */
export function algorithmFitsKey(algorithm: Algorithm, key: KeyKind): boolean {
  if (algorithm.kty !== key.kty || algorithm.crv !== key.crv) return false;
  if (key.alg === undefined) return key.kty !== 'AKP';
  return (
    key.alg === algorithm.name || (algorithm.family === 'eddsa' && findAlgorithm(key.alg)?.family === 'eddsa')
  );
}

/** The algorithms a key of this kind can sign with, the preferred one first. */
export function algorithmsOfKey(key: KeyKind): readonly AlgorithmName[] {
  const fitting = algorithmNames.filter((name) => algorithmFitsKey(getAlgorithm(name), key));
  return fitting.sort((a, b) => Number(b === key.alg) - Number(a === key.alg));
}
