/** Knows keys held in AWS KMS: `awskms://[HOST]/KEY[?region=REGION]` or a bare ARN. They never leave it. */
import type { KeyProvider } from '../provider.js';
import { createKmsKey } from './create.js';
import { examineKmsKey } from './examine.js';
import { openKmsSigner } from './signer.js';

export const awskmsProvider: KeyProvider = {
  openSigner: openKmsSigner,
  examineKey: examineKmsKey,
  createKey: createKmsKey,
};
