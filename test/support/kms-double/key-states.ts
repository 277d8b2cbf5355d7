/** Knows what the state of a key forbids (the table "Key states of AWS KMS keys" of the developer guide). */
import { KmsError } from './errors.js';
import type { StoredKey } from './key-store.js';

/** For what uses the key itself: neither disabled nor pending deletion. */
export function assertUsable(key: StoredKey): void {
  assertStays(key);
  if (key.state === 'Disabled') throw new KmsError('DisabledException', `${key.shown.arn} is disabled.`);
}

/** For what changes the key: not pending deletion. */
export function assertStays(key: StoredKey): void {
  if (key.state === 'PendingDeletion')
    throw new KmsError('KMSInvalidStateException', `${key.shown.arn} is pending deletion.`);
}
