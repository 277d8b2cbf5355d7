/** Knows what Sign asks of its request and of the key, in the order in which KMS looks. */
import { KmsError } from './errors.js';
import {
  algorithmRow,
  keySpecRow,
  signingAlgorithms,
  type MessageType,
  type SigningAlgorithm,
} from './key-specs.js';
import { readBlob, readBoolean, readString, readOptionalString } from './members.js';
import { resolveKey } from './key-ids.js';
import type { KeyStore, StoredKey } from './key-store.js';
import { assertUsable } from './key-states.js';
import type { Members, SigningRequest } from './types.js';

const messageTypes: readonly MessageType[] = ['RAW', 'DIGEST', 'EXTERNAL_MU'];

/** The answer of Sign; throws a `KmsError` for each of its errors, DryRun that would have gone well among them. */
export async function signOperation(store: KeyStore, input: Members): Promise<Members> {
  const id = readString(input, 'KeyId');
  const request: SigningRequest = {
    message: readBlob(input, 'Message', 4096),
    messageType: (readOptionalString(input, 'MessageType', { values: messageTypes }) ?? 'RAW') as MessageType,
    algorithm: readString(input, 'SigningAlgorithm', {
      values: Object.keys(signingAlgorithms),
    }) as SigningAlgorithm,
  };
  const dryRun = readBoolean(input, 'DryRun');
  const key = resolveKey(store, id, { operation: 'Sign', aliases: true, invalidArn: false });
  assertUsable(key);
  assertFits(request, key);
  if (dryRun) throw new KmsError('DryRunOperationException');
  const signature = await key.sign(request);
  return {
    KeyId: key.shown.arn,
    Signature: Buffer.from(signature).toString('base64'),
    SigningAlgorithm: request.algorithm,
  };
}

function assertFits({ algorithm, messageType, message }: SigningRequest, key: StoredKey): void {
  if (key.usage !== 'SIGN_VERIFY') {
    const text = `${key.shown.arn} key usage is ${key.usage} which is not valid for Sign.`;
    throw new KmsError('InvalidKeyUsageException', text);
  }
  if (!keySpecRow(key.spec).signing.includes(algorithm)) {
    const text = `Algorithm ${algorithm} is incompatible with key spec ${key.spec}.`;
    throw new KmsError('InvalidKeyUsageException', text);
  }
  const { types } = algorithmRow(algorithm);
  if (!types.includes(messageType)) {
    const text = `Message type ${messageType} is incompatible with algorithm ${algorithm}.`;
    throw new KmsError('ValidationException', text);
  }
  const length = readyLength(algorithm, messageType);
  if (length === undefined || message.length === length) return;
  const what = messageType === 'DIGEST' ? 'Digest' : 'External Mu';
  throw new KmsError('ValidationException', `${what} is invalid length for algorithm ${algorithm}.`);
}

const digestLengths = { sha256: 32, sha384: 48, sha512: 64 };

/** The one length that a message of this type may have. */
function readyLength(algorithm: SigningAlgorithm, messageType: MessageType): number | undefined {
  // FIPS 204, algorithm 7: mu has 64 bytes
  if (messageType === 'EXTERNAL_MU') return 64;
  const { digest } = algorithmRow(algorithm);
  return messageType === 'DIGEST' && digest ? digestLengths[digest] : undefined;
}
