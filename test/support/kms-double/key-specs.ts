/** Knows the key specs of AWS KMS: what each may be used for, its algorithms, and how such a key is made. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export type MessageType = 'RAW' | 'DIGEST' | 'EXTERNAL_MU';

type Hash = 'sha256' | 'sha384' | 'sha512';

/** `digest` is what DIGEST holds; the types are those that Sign takes with the algorithm. */
type AlgorithmRow = {
  readonly family: 'ecdsa' | 'pkcs1' | 'pss' | 'ed25519' | 'ed25519ph' | 'ml-dsa';
  readonly digest?: Hash;
  readonly types: readonly MessageType[];
};

const hashed = ['RAW', 'DIGEST'] as const;

/** The `SigningAlgorithmSpec` of KMS, without SM2DSA, which only the regions in China have. */
export const signingAlgorithms = {
  RSASSA_PSS_SHA_256: { family: 'pss', digest: 'sha256', types: hashed },
  RSASSA_PSS_SHA_384: { family: 'pss', digest: 'sha384', types: hashed },
  RSASSA_PSS_SHA_512: { family: 'pss', digest: 'sha512', types: hashed },
  RSASSA_PKCS1_V1_5_SHA_256: { family: 'pkcs1', digest: 'sha256', types: hashed },
  RSASSA_PKCS1_V1_5_SHA_384: { family: 'pkcs1', digest: 'sha384', types: hashed },
  RSASSA_PKCS1_V1_5_SHA_512: { family: 'pkcs1', digest: 'sha512', types: hashed },
  ECDSA_SHA_256: { family: 'ecdsa', digest: 'sha256', types: hashed },
  ECDSA_SHA_384: { family: 'ecdsa', digest: 'sha384', types: hashed },
  ECDSA_SHA_512: { family: 'ecdsa', digest: 'sha512', types: hashed },
  ML_DSA_SHAKE_256: { family: 'ml-dsa', types: ['RAW', 'EXTERNAL_MU'] },
  ED25519_SHA_512: { family: 'ed25519', types: ['RAW'] },
  ED25519_PH_SHA_512: { family: 'ed25519ph', digest: 'sha512', types: ['DIGEST'] },
} as const satisfies Record<string, AlgorithmRow>;

export type SigningAlgorithm = keyof typeof signingAlgorithms;

/** `kind` is the name in messages; keys without `generate` have no public key. */
type KeySpecRow = {
  readonly usages: readonly string[];
  readonly signing: readonly SigningAlgorithm[];
  readonly generate?: () => { publicKey: KeyObject; privateKey: KeyObject };
};

const rsaAlgorithms = [
  'RSASSA_PKCS1_V1_5_SHA_256',
  'RSASSA_PKCS1_V1_5_SHA_384',
  'RSASSA_PKCS1_V1_5_SHA_512',
  'RSASSA_PSS_SHA_256',
  'RSASSA_PSS_SHA_384',
  'RSASSA_PSS_SHA_512',
] as const;

const rsa = (modulusLength: number): KeySpecRow => ({
  usages: ['SIGN_VERIFY', 'ENCRYPT_DECRYPT'],
  signing: rsaAlgorithms,
  generate: () => generateKeyPairSync('rsa', { modulusLength }),
});
const ec = (namedCurve: string, algorithm: SigningAlgorithm): KeySpecRow => ({
  usages: ['SIGN_VERIFY', 'KEY_AGREEMENT'],
  signing: [algorithm],
  generate: () => generateKeyPairSync('ec', { namedCurve }),
});
const mlDsa = (parameters: '44' | '65' | '87'): KeySpecRow => ({
  usages: ['SIGN_VERIFY'],
  signing: ['ML_DSA_SHAKE_256'],
  // Node.js has it from 24.6 on, its types later
  generate: () => generateKeyPairSync(`ml-dsa-${parameters}` as 'ed25519'),
});

/** The `KeySpec` of KMS: those that sign, and two that don't. */
export const keySpecs = {
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
  ECC_NIST_P256: ec('P-256', 'ECDSA_SHA_256'),
  ECC_NIST_P384: ec('P-384', 'ECDSA_SHA_384'),
  ECC_NIST_P521: ec('P-521', 'ECDSA_SHA_512'),
  ECC_SECG_P256K1: { ...ec('secp256k1', 'ECDSA_SHA_256'), usages: ['SIGN_VERIFY'] },
  ECC_NIST_EDWARDS25519: {
    usages: ['SIGN_VERIFY'],
    signing: ['ED25519_SHA_512', 'ED25519_PH_SHA_512'],
    generate: () => generateKeyPairSync('ed25519'),
  },
  ML_DSA_44: mlDsa('44'),
  ML_DSA_65: mlDsa('65'),
  ML_DSA_87: mlDsa('87'),
  SYMMETRIC_DEFAULT: { usages: ['ENCRYPT_DECRYPT'], signing: [] },
  HMAC_256: { usages: ['GENERATE_VERIFY_MAC'], signing: [] },
} as const satisfies Record<string, KeySpecRow>;

export type KeySpec = keyof typeof keySpecs;

/** The row of a spec, seen as one type. */
export function keySpecRow(spec: KeySpec): KeySpecRow {
  return keySpecs[spec];
}

/** The row of an algorithm, seen as one type. */
export function algorithmRow(algorithm: SigningAlgorithm): AlgorithmRow {
  return signingAlgorithms[algorithm];
}

/** The member of key metadata and of GetPublicKey that lists what the key can do, for one spec and usage. */
export function algorithmsMember(spec: KeySpec, usage: string): Record<string, readonly string[]> {
  if (usage === 'SIGN_VERIFY') return { SigningAlgorithms: keySpecRow(spec).signing };
  if (usage === 'KEY_AGREEMENT') return { KeyAgreementAlgorithms: ['ECDH'] };
  if (usage === 'GENERATE_VERIFY_MAC') return { MacAlgorithms: ['HMAC_SHA_256'] };
  const rsaEncryption = ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'];
  return { EncryptionAlgorithms: spec.startsWith('RSA') ? rsaEncryption : ['SYMMETRIC_DEFAULT'] };
}
