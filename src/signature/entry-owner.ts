/** Knows which of a card's entries is the own entry of a key that signs it again. */
import { defaultFormNames } from '../canonical/index.js';
import { toKeySet, toUnlimitedKey, type KeySet } from '../keys/key-set.js';
import type { ParsedEntry } from './entry.js';
import { matchEntry, type Match } from './match-entry.js';
import { isRefusal } from './outcomes.js';
import type { Payloads } from './payloads.js';
import type { SignCardOptions, SigningKey } from './signing-keys.js';

export type OwnerContext = {
  readonly keys: readonly SigningKey[];
  /** Of the card as it will be written. */
  readonly payloads: Payloads;
  readonly options: SignCardOptions;
};

/**
 * The key that made the entry: it has a name that can only be that key's, or verifies with the key. `undefined` for
 * an entry that has to be taken for another key's.
 *
 * The kid that the call signs with is no such name, for another key may have it too, and which of them made an entry
 * that a change of the card has outdated can no longer be told.
 */
export async function findOwner(entry: ParsedEntry, context: OwnerContext): Promise<SigningKey | undefined> {
  const { keys, options } = context;
  const named = keys.find((key) => isNameOf(key, entry.header.kid, options.others));
  if (named !== undefined) return named;
  for (const key of keys) if ((await matchOwn(key, entry, context)) !== undefined) return key;
  return undefined;
}

/** The thumbprint (RFC 7638), or the kid of the call where the caller's key set gives it to this key and to no other. */
function isNameOf(key: SigningKey, kid: string, others: KeySet | undefined): boolean {
  const { thumbprint } = key;
  if (kid === thumbprint) return true;
  // A set made by others may give a kid of theirs to this key; only the caller's own word is taken for the name.
  if (kid !== key.kid) return false;
  const named = others?.byKid.get(kid) ?? [];
  return named.length > 0 && named.every((key) => key.thumbprint === thumbprint);
}

/** What the entry is over, where it verifies with the key: under whatever kid, and expired or not. */
export async function matchOwn(
  key: SigningKey,
  entry: ParsedEntry,
  context: OwnerContext,
): Promise<Match | undefined> {
  const match = await matchEntry(entry, {
    keySet: toOwnKeySet(key, entry.header.kid),
    payloads: context.payloads,
    acceptedForms: defaultFormNames,
    crypto: context.options.crypto,
  });
  return isRefusal(match) ? undefined : match;
}

function toOwnKeySet({ signer, thumbprint }: SigningKey, kid: string): KeySet {
  const key = toUnlimitedKey({ jwk: signer.publicJwk, kid, thumbprint });
  return toKeySet({ source: signer.ref, keys: [key], skipped: [] });
}
