/** Knows what may be given as a key id (`kid`, RFC 7515 4.1.4) in place of the thumbprint. */
import { CardctlError } from '../errors.js';
import { looksLikeKey } from './key-ref.js';

const unnamed = 'leave it out: each key has its thumbprint';

/** Throws `usage` for a kid that several keys would share, and for one that is empty, a key's own text, or of several lines. */
export function assertKid(kid: string | undefined, keys: number): void {
  if (kid === undefined) return;
  if (keys > 1) throw new CardctlError('usage', 'a kid can be given with one key only', { hint: unnamed });
  if (kid === '') throw new CardctlError('usage', 'the kid is empty', { hint: unnamed });
  // What is published must not be a secret that was pasted into the wrong place.
  if (looksLikeKey(kid)) {
    throw new CardctlError('usage', 'the kid looks like the text of a key, or has a line break', {
      hint: unnamed,
    });
  }
}
