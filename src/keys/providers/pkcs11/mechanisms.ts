/** Knows how each signature algorithm is done with the mechanisms of PKCS#11: what is handed in, what comes back. */
import { getAlgorithm, type Algorithm, type AlgorithmName } from '../../algorithms.js';
import { toDigest } from '../../node-crypto.js';
import type { Mechanism } from './cryptoki.js';

export type Method = {
  readonly mechanism: Mechanism;
  readonly name: string;
  /** What the token signs, of the signing input. */
  toInput(signingInput: Uint8Array): Uint8Array;
};

/** CKM_SHA256, CKG_MGF1_SHA256, and where the mechanisms that do the digest themselves begin. */
const digests = {
  'SHA-256': { hashAlg: 0x250, mgf: 2, offset: 0, info: '3031300d060960864801650304020105000420' },
  'SHA-384': { hashAlg: 0x260, mgf: 3, offset: 1, info: '3041300d060960864801650304020205000430' },
  'SHA-512': { hashAlg: 0x270, mgf: 4, offset: 2, info: '3051300d060960864801650304020305000440' },
} as const;

/** How pkcs11js marks CK_RSA_PKCS_PSS_PARAMS. */
const pssParameterType = 5;

/**
 * The ways to make a signature of the algorithm, the preferred one first (PKCS#11 mechanisms v2.40 2.1 and 2.3, v3.0
 * 2.3.14). It is the one over our own digest, which hands the token a few bytes and is what small devices have; some
 * large ones allow nothing but the mechanisms that do the digest themselves. Ed25519 signs the message itself.
 */
export function listMethods(name: AlgorithmName): Method[] {
  const algorithm = getAlgorithm(name);
  if (algorithm.family === 'eddsa') return [whole('CKM_EDDSA', 0x1057)];
  if (algorithm.hash === undefined) return [];
  const { offset } = digests[algorithm.hash];
  const sha = algorithm.hash.replace('-', '');
  switch (algorithm.family) {
    case 'ecdsa':
      return [digested('CKM_ECDSA', 0x1041, algorithm), whole(`CKM_ECDSA_${sha}`, 0x1044 + offset)];
    case 'rsa-pkcs1':
      return [digestInfo(algorithm), whole(`CKM_${sha}_RSA_PKCS`, 0x40 + offset)];
    case 'rsa-pss': {
      const parameter = toPssParameter(algorithm);
      return [
        { ...digested('CKM_RSA_PKCS_PSS', 0x0d, algorithm), mechanism: { mechanism: 0x0d, parameter } },
        {
          ...whole(`CKM_${sha}_RSA_PKCS_PSS`, 0x43 + offset),
          mechanism: { mechanism: 0x43 + offset, parameter },
        },
      ];
    }
    case 'ml-dsa':
      return [];
  }
}

function whole(name: string, mechanism: number): Method {
  return { name, mechanism: { mechanism, parameter: null }, toInput: (signingInput) => signingInput };
}

function digested(name: string, mechanism: number, algorithm: Algorithm): Method {
  return {
    name,
    mechanism: { mechanism, parameter: null },
    toInput: (signingInput) => toDigest(algorithm, signingInput),
  };
}

/** CKM_RSA_PKCS pads and signs what it is given: the DigestInfo of RFC 8017 9.2 is ours to make. */
function digestInfo(algorithm: Algorithm): Method {
  const prefix = Buffer.from(digests[algorithm.hash ?? 'SHA-256'].info, 'hex');
  return {
    name: 'CKM_RSA_PKCS',
    mechanism: { mechanism: 0x01, parameter: null },
    toInput: (signingInput) => Buffer.concat([prefix, toDigest(algorithm, signingInput)]),
  };
}

/** RFC 7518 3.5: the same hash throughout, and a salt as long as the digest. */
function toPssParameter({
  hash: name = 'SHA-256',
  saltBytes = 0,
}: Algorithm): NonNullable<Mechanism['parameter']> {
  const { hashAlg, mgf } = digests[name];
  return { type: pssParameterType, hashAlg, mgf, saltLen: saltBytes };
}

/**
 * What the token gave as the signature of JWS, or `undefined` where it is none. ECDSA gives r and s one after the
 * other; both may have lost as many leading zero bytes as neither needs (PKCS#11 mechanisms v2.40 2.3.1: of even
 * length, at most twice that of the order), where JWS wants full length (RFC 7518 3.4).
 */
export function toJwsSignature(
  { family, signatureBytes }: Algorithm,
  signature: Uint8Array,
  modulusBytes: number,
): Uint8Array | undefined {
  const due = signatureBytes ?? modulusBytes;
  if (signature.length === due) return Uint8Array.from(signature);
  if (family !== 'ecdsa' || signature.length > due || signature.length % 2 !== 0 || signature.length === 0)
    return undefined;
  const half = signature.length / 2;
  const padded = new Uint8Array(due);
  padded.set(signature.subarray(0, half), due / 2 - half);
  padded.set(signature.subarray(half), due - half);
  return padded;
}
