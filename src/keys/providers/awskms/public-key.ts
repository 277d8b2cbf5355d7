/** Knows what AWS KMS tells of a key (`GetPublicKey`), and holds it against what was asked for. */
import { createPublicKey } from 'node:crypto';
import type { GetPublicKeyCommandOutput } from '@aws-sdk/client-kms';
import { CardctlError } from '../../../errors.js';
import type { JsonObject } from '../../../json/value.js';
import { algorithmFitsKey, getAlgorithm, type AlgorithmName } from '../../algorithms.js';
import { rsaBits, toPublicJwk, type PublicJwk } from '../../public-jwk.js';
import { checkEndpoint } from './endpoint.js';
import { algorithmsOfSpec, awsAlgorithms, useSigningKey } from './key-specs.js';
import type { Kms } from './kms.js';
import { isKeyArn, isNameOfKey, type AwsKeyName } from './name.js';

export type AwsPublicKey = {
  readonly arn: string;
  readonly spec: string;
  readonly publicJwk: PublicJwk;
  /** Never empty. */
  readonly algorithms: readonly AlgorithmName[];
};

/**
 * Asks for the public key of a name. What AWS KMS tells with it others that speak its protocol tell only when asked for
 * the description too. Throws as `readPublicKey`, and what a request throws.
 */
export async function requestPublicKey(kms: Kms, name: AwsKeyName, ref: string): Promise<AwsPublicKey> {
  const answer = await kms.request('GetPublicKey', { KeyId: name.keyId });
  if (answer.KeySpec !== undefined && typeof answer.KeyId === 'string' && isKeyArn(answer.KeyId))
    return readPublicKey(answer, name, ref);
  const { KeyMetadata: metadata } = await kms.request('DescribeKey', { KeyId: name.keyId });
  const { Arn: arn, KeySpec: spec } = metadata ?? {};
  assertNotOther(answer.KeyId, arn, ref);
  const described = { ...answer, KeyId: arn, KeySpec: answer.KeySpec ?? spec };
  return readPublicKey(described, name, ref);
}

/** What was said already must be about the same key. Whether there is an ARN at all is looked at later. */
function assertNotOther(said: unknown, arn: unknown, ref: string): void {
  if (said === undefined || typeof arn !== 'string') return;
  if (typeof said !== 'string') throw noAnswer(ref, 'without the ARN of a key');
  if (!isNameOfKey(said, arn)) throw noAnswer(ref, 'about two different keys');
}

/** Reads an answer. Throws `key-usage`, `key-unusable`, and `provider-response` for what is no answer to the question. */
function readPublicKey(
  { KeyId, KeySpec, KeyUsage, SigningAlgorithms, PublicKey }: GetPublicKeyCommandOutput,
  name: AwsKeyName,
  ref: string,
): AwsPublicKey {
  const arn = assertSameKey(KeyId, name, ref);
  if (typeof KeyUsage !== 'string') throw noAnswer(ref, 'without the usage of the key');
  if (KeyUsage !== 'SIGN_VERIFY') {
    throw new CardctlError('key-usage', `the key ${ref} is for ${showWord(KeyUsage)}, not for signing`, {
      hint: useSigningKey,
    });
  }
  if (typeof KeySpec !== 'string') throw noAnswer(ref, 'without the spec of the key');
  if (!Array.isArray(SigningAlgorithms)) throw noAnswer(ref, 'without the algorithms of the key');
  const known = algorithmsOfSpec(KeySpec);
  if (known.length === 0)
    throw unusable(ref, `has the spec ${showWord(KeySpec)}, which no algorithm here uses`);
  if (!(PublicKey instanceof Uint8Array)) throw noAnswer(ref, 'without a public key');
  const publicJwk = importSpki(PublicKey, ref, KeySpec);
  const algorithms = known.filter(
    (one) =>
      SigningAlgorithms.includes(awsAlgorithms[one].signing) &&
      algorithmFitsKey(getAlgorithm(one), publicJwk),
  );
  if (algorithms.length === 0 || !fitsSpec(publicJwk, KeySpec))
    throw noAnswer(ref, 'with a public key that is none of the spec it names');
  return { arn, spec: KeySpec, publicJwk, algorithms };
}

/** An alias may mean any key; who names the key itself must get that one. */
function assertSameKey(keyId: unknown, { keyId: asked, kind }: AwsKeyName, ref: string): string {
  if (typeof keyId !== 'string' || !isKeyArn(keyId)) throw noAnswer(ref, 'without the ARN of a key');
  const isSame = kind === 'arn' ? keyId === asked : kind === 'id' ? keyId.endsWith(`:key/${asked}`) : true;
  if (!isSame) throw noAnswer(ref, `about another key, ${keyId}`);
  return keyId;
}

function importSpki(der: Uint8Array, ref: string, spec: string): PublicJwk {
  let exported: JsonObject;
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    exported = key.export({ format: 'jwk' }) as JsonObject;
  } catch (cause) {
    if (spec.startsWith('ML_DSA'))
      throw new CardctlError(
        'key-unusable',
        `the key ${ref} signs with ML-DSA, which Node.js ${process.version} cannot verify`,
        {
          hint: 'run cardctl with Node.js 24.6 or later, or sign with another key',
          cause,
        },
      );
    throw noAnswer(ref, 'with a public key that cannot be read', cause);
  }
  const result = toPublicJwk(exported);
  if (result.reason !== undefined) throw unusable(ref, result.reason);
  return result.jwk;
}

/** The size of an RSA key is in its spec; that of others is in the algorithm. */
function fitsSpec(jwk: PublicJwk, spec: string): boolean {
  return jwk.kty !== 'RSA' || spec === `RSA_${rsaBits(jwk)}`;
}

function unusable(ref: string, reason: string): CardctlError {
  return new CardctlError('key-unusable', `the key ${ref} ${reason}`, {
    hint: 'use a key of a spec that signs cards: ECC_NIST_P256, P384 or P521, RSA_2048 to 4096, ECC_NIST_EDWARDS25519',
  });
}

function noAnswer(ref: string, what: string, cause?: unknown): CardctlError {
  return new CardctlError('provider-response', `AWS KMS answered for ${ref} ${what}`, {
    hint: checkEndpoint,
    cause,
  });
}

/** A word of an answer, fit to be shown. */
export function showWord(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value) ? value : 'something unknown';
}
