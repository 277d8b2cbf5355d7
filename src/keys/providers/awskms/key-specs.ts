/** Knows the key specs of AWS KMS that cardctl signs with, and what each algorithm is called there. */
import type { KeySpec, SigningAlgorithmSpec } from '@aws-sdk/client-kms';
import type { AlgorithmName } from '../../algorithms.js';

/** The next step for a key of another usage. */
export const useSigningKey =
  'use an asymmetric key with the usage SIGN_VERIFY; `cardctl keys create awskms:///alias/NAME` makes one';

type Row = {
  /** What AWS KMS calls the algorithm (its API reference, `Sign`). */
  readonly signing: SigningAlgorithmSpec;
  /** The spec of a new key for it. */
  readonly spec: KeySpec;
};

export const awsAlgorithms: Readonly<Record<AlgorithmName, Row>> = {
  'ES256': { signing: 'ECDSA_SHA_256', spec: 'ECC_NIST_P256' },
  'ES384': { signing: 'ECDSA_SHA_384', spec: 'ECC_NIST_P384' },
  'ES512': { signing: 'ECDSA_SHA_512', spec: 'ECC_NIST_P521' },
  'RS256': { signing: 'RSASSA_PKCS1_V1_5_SHA_256', spec: 'RSA_3072' },
  'RS384': { signing: 'RSASSA_PKCS1_V1_5_SHA_384', spec: 'RSA_3072' },
  'RS512': { signing: 'RSASSA_PKCS1_V1_5_SHA_512', spec: 'RSA_3072' },
  'PS256': { signing: 'RSASSA_PSS_SHA_256', spec: 'RSA_3072' },
  'PS384': { signing: 'RSASSA_PSS_SHA_384', spec: 'RSA_3072' },
  'PS512': { signing: 'RSASSA_PSS_SHA_512', spec: 'RSA_3072' },
  'EdDSA': { signing: 'ED25519_SHA_512', spec: 'ECC_NIST_EDWARDS25519' },
  'Ed25519': { signing: 'ED25519_SHA_512', spec: 'ECC_NIST_EDWARDS25519' },
  'ML-DSA-44': { signing: 'ML_DSA_SHAKE_256', spec: 'ML_DSA_44' },
  'ML-DSA-65': { signing: 'ML_DSA_SHAKE_256', spec: 'ML_DSA_65' },
  'ML-DSA-87': { signing: 'ML_DSA_SHAKE_256', spec: 'ML_DSA_87' },
};

/** The specs of RSA keys: a new one may be larger or smaller than the usual. */
const rsaSpecs: readonly string[] = ['RSA_2048', 'RSA_3072', 'RSA_4096'];

/** The algorithms of a key with the spec, in the order of the table; none where cardctl does not sign with it. */
export function algorithmsOfSpec(spec: string): readonly AlgorithmName[] {
  const wanted = rsaSpecs.includes(spec) ? 'RSA_3072' : spec;
  return (Object.keys(awsAlgorithms) as AlgorithmName[]).filter(
    (name) => awsAlgorithms[name].spec === wanted,
  );
}
