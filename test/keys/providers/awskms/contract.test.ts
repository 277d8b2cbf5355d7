/** Knows that keys in AWS KMS keep the contract of providers, on a double of it. */
import { afterAll, beforeAll, vi } from 'vitest';
import type { AlgorithmName } from '../../../../src/keys/algorithms.js';
import { describeProvider, type ContractKey, type Opening } from '../../../contracts/provider-contract.js';
import {
  sessionToken,
  stubAwsEnvironment,
  toAwsEnvironment,
  toKmsRef,
} from '../../../support/kms-double/reach.js';
import type { KeySpec } from '../../../support/kms-double/key-specs.js';
import { startKmsDouble } from '../../../support/kms-double/server.js';
import type { Fault, KmsDoubleKey } from '../../../support/kms-double/types.js';

const kms = await startKmsDouble();
beforeAll(() => {
  stubAwsEnvironment({ ...toAwsEnvironment(kms), AWS_MAX_ATTEMPTS: '1' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await kms.close();
});

const rsa: readonly AlgorithmName[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const specs = {
  ECC_NIST_P256: ['ES256'],
  ECC_NIST_P384: ['ES384'],
  ECC_NIST_P521: ['ES512'],
  RSA_2048: rsa,
  RSA_3072: rsa,
  RSA_4096: rsa,
  ECC_NIST_EDWARDS25519: ['EdDSA', 'Ed25519'],
} as const satisfies Partial<Record<KeySpec, readonly AlgorithmName[]>>;

function toOpening(name: string): Opening {
  return { ref: toKmsRef(kms, name), context: { env: toAwsEnvironment(kms), timeoutMs: 10_000 } };
}

const keys = Object.entries(specs).map(([spec, algorithms]): ContractKey => {
  const key = kms.addKey({ spec: spec as KeySpec, aliases: [spec] });
  return {
    title: `a key of the spec ${spec}`,
    open: () => toOpening(spec.startsWith('RSA') ? key.arn : `alias/${spec}`),
    publicJwk: () => key.publicKey.export({ format: 'jwk' }),
    algorithms,
    signatures: 50,
    ...(spec === 'ECC_NIST_EDWARDS25519' ? { largestInput: 4096 } : {}),
  };
});

const disabled = kms.addKey({ spec: 'ECC_NIST_P256', state: 'Disabled' });
const going = kms.addKey({ spec: 'ECC_NIST_P256', state: 'PendingDeletion' });
const agreeing = kms.addKey({ spec: 'ECC_NIST_P256', usage: 'KEY_AGREEMENT' });
const encrypting = kms.addKey({ spec: 'RSA_2048', usage: 'ENCRYPT_DECRYPT' });
const symmetric = kms.addKey({ spec: 'SYMMETRIC_DEFAULT' });
const bitcoin = kms.addKey({ spec: 'ECC_SECG_P256K1' });
const usual = kms.addKey({ spec: 'ECC_NIST_P256' });

/** The first of the requests that follow meets the fault. */
function openWithFault({ arn }: KmsDoubleKey, fault: Fault): Opening {
  kms.reset();
  kms.fail('*', fault);
  return toOpening(arn);
}

describeProvider('awskms:', {
  keys,
  secrets: () => [kms.credentials.secretAccessKey, kms.credentials.accessKeyId, sessionToken],
  refusals: [
    { title: 'an alias that is not there', open: () => toOpening('alias/none'), code: 'key-not-found' },
    {
      title: 'an id that is not there',
      open: () => toOpening('1234abcd-12ab-34cd-56ef-1234567890ab'),
      code: 'key-not-found',
    },
    { title: 'a key that is disabled', open: () => toOpening(disabled.arn), code: 'key-disabled' },
    { title: 'a key that goes', open: () => toOpening(going.arn), code: 'key-pending-deletion' },
    { title: 'a key for key agreement', open: () => toOpening(agreeing.arn), code: 'key-usage' },
    { title: 'a key that encrypts', open: () => toOpening(encrypting.arn), code: 'key-usage' },
    { title: 'a symmetric key', open: () => toOpening(symmetric.arn), code: 'key-usage' },
    {
      title: 'a key on a curve that no algorithm uses',
      open: () => toOpening(bitcoin.arn),
      code: 'key-unusable',
    },
    {
      title: 'a key of another account',
      open: () => toOpening(usual.arn.replace('111122223333', '444455556666')),
      code: 'access-denied',
    },
    {
      title: 'an answer that is none',
      open: () => openWithFault(usual, { kind: 'garbage', body: 'no JSON' }),
      code: 'provider-response',
      names: 'GetPublicKey in eu-central-1',
    },
    { title: 'what is no name of a key', open: () => toOpening('card'), code: 'key-ref-invalid' },
  ],
});
