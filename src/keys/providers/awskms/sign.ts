/** Knows how a signing input is signed in AWS KMS (its API reference, `Sign`). */
import { createHash } from 'node:crypto';
import type { MessageType } from '@aws-sdk/client-kms';
import { decodeBase64url } from '../../../base64url.js';
import { CardctlError } from '../../../errors.js';
import { getAlgorithm, type Algorithm, type AlgorithmName } from '../../algorithms.js';
import { derToJws } from '../../der-signature.js';
import { toDigest } from '../../node-crypto.js';
import type { PublicJwk } from '../../public-jwk.js';
import { checkEndpoint } from './endpoint.js';
import { awsAlgorithms } from './key-specs.js';
import type { Kms } from './kms.js';
import { isNameOfKey } from './name.js';
import type { AwsPublicKey } from './public-key.js';

/** Bytes of a message that AWS KMS takes whole (RAW). */
export const largestRawMessage = 4096;

export type AwsSigning = { readonly kms: Kms; readonly key: AwsPublicKey; readonly ref: string };

/**
 * The signature as JWS has it (RFC 7518 3.3 to 3.5, RFC 8037 3.1, RFC 9964). Throws `signing-input-too-large` before
 * anything is sent, `provider-response` for an answer that is no signature of this kind, and what a request throws.
 */
export async function signInKms(
  { kms, key, ref }: AwsSigning,
  name: AlgorithmName,
  signingInput: Uint8Array,
): Promise<Uint8Array> {
  const algorithm = getAlgorithm(name);
  const { message, type } = toMessage(algorithm, signingInput, { publicJwk: key.publicJwk, ref });
  const { Signature: signature, KeyId: keyId } = await kms.request('Sign', {
    // Not the name it was asked for by: an alias may have been pointed elsewhere since.
    KeyId: key.arn,
    SigningAlgorithm: awsAlgorithms[name].signing,
    MessageType: type,
    Message: message,
  });
  if (keyId !== undefined && !isNameOfKey(keyId, key.arn))
    throw noSignature(ref, 'with a signature by another key');
  if (!(signature instanceof Uint8Array)) throw noSignature(ref, 'without a signature');
  if (algorithm.family !== 'ecdsa') return signature;
  const jws = derToJws(signature, (algorithm.signatureBytes ?? 0) / 2);
  if (jws === undefined) throw noSignature(ref, `with a signature that is no ${name} in DER`);
  return jws;
}

type Subject = { readonly publicJwk: PublicJwk; readonly ref: string };

/** What AWS KMS is asked to sign: EC and RSA keys a digest, which has one size, whatever the card's. */
export function toMessageType({ hash, family }: Algorithm): MessageType {
  if (hash !== undefined) return 'DIGEST';
  return family === 'ml-dsa' ? 'EXTERNAL_MU' : 'RAW';
}

function toMessage(
  algorithm: Algorithm,
  signingInput: Uint8Array,
  { publicJwk, ref }: Subject,
): { message: Uint8Array; type: MessageType } {
  const type = toMessageType(algorithm);
  if (type === 'DIGEST') return { message: toDigest(algorithm, signingInput), type };
  if (type === 'EXTERNAL_MU') return { message: toMu(publicJwk, signingInput), type };
  if (signingInput.length <= largestRawMessage) return { message: signingInput, type };
  throw new CardctlError(
    'signing-input-too-large',
    `the signing input is ${signingInput.length} bytes; AWS KMS signs ${largestRawMessage} at most with the Ed25519 key ${ref}`,
    { hint: 'make the card smaller, or sign with an EC or RSA key, whose signatures have no such limit' },
  );
}

/** The message representative of ML-DSA with an empty context (FIPS 204, algorithm 7, line 6): 64 bytes. */
function toMu({ pub = '' }: PublicJwk, message: Uint8Array): Uint8Array {
  const shake = (...parts: readonly Uint8Array[]) => {
    const hash = createHash('shake256', { outputLength: 64 });
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const noContext = Uint8Array.of(0, 0);
  return shake(shake(decodeBase64url(pub) ?? new Uint8Array()), noContext, message);
}

function noSignature(ref: string, what: string): CardctlError {
  return new CardctlError('provider-response', `AWS KMS answered Sign for ${ref} ${what}`, {
    hint: `${checkEndpoint}; nothing was written`,
  });
}
