/** Knows the signer of a key in AWS KMS: asked for its public key once, it names the key by its ARN from then on. */
import { CardctlError } from '../../../errors.js';
import type { KeyRef } from '../../key-ref.js';
import { signerClosed, type Signer } from '../../signer.js';
import type { ProviderContext } from '../provider.js';
import { connectKms, type Kms } from './kms.js';
import { parseAwsKeyName, type AwsKeyName } from './name.js';
import { requestPublicKey, type AwsPublicKey } from './public-key.js';
import { largestRawMessage, signInKms } from './sign.js';

/** Throws `key-ref-invalid`, and `CardctlError` of the kind `provider`. */
export async function openKmsSigner(ref: KeyRef, context: ProviderContext): Promise<Signer> {
  const name = parseAwsKeyName(ref);
  assertNamed(ref, name, context);
  const kms = await connectKms(ref, name, context);
  try {
    const key = await requestPublicKey(kms, name, ref.text);
    return toKmsSigner(ref, kms, key);
  } catch (error) {
    kms.close();
    throw error;
  }
}

/** The signer of a key that is known. Closing it closes the connection, after which it signs no more. */
export function toKmsSigner({ text: ref }: KeyRef, kms: Kms, key: AwsPublicKey): Signer {
  let isOpen = true;
  return {
    ref,
    keyName: key.arn,
    publicJwk: key.publicJwk,
    algorithms: key.algorithms,
    ...(key.publicJwk.kty === 'OKP' ? { largestInput: largestRawMessage } : {}),
    sign: async (name, signingInput) => {
      // The client of the SDK would connect again.
      if (!isOpen) throw signerClosed(ref);
      return signInKms({ kms, key, ref }, name, signingInput);
    },
    close: () => {
      isOpen = false;
      kms.close();
      return Promise.resolve();
    },
  };
}

function assertNamed({ text }: KeyRef, { kind }: AwsKeyName, { requireArn }: ProviderContext): void {
  if (requireArn !== true || kind === 'arn') return;
  throw new CardctlError('key-ref-invalid', `the key ref "${text}" is no ARN of a key`, {
    hint: 'give the ARN (arn:aws:kms:REGION:ACCOUNT:key/ID): whoever may change an alias could have another key sign; `cardctl keys show` prints it',
  });
}
