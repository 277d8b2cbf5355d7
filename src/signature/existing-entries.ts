/** Knows what becomes of the entries a card has when it is signed again: kept, replaced, dropped, or in the way. */
import { CardctlError } from '../errors.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { toKeySet, type KeySet, type TrustedKey } from '../keys/key-set.js';
import { defaultFormNames, specificationForm } from '../canonical/index.js';
import { assertEntryCount, readEntry, type ParsedEntry } from './entry.js';
import { matchEntry } from './match-entry.js';
import { isRefusal } from './outcomes.js';
import type { Payloads } from './payloads.js';
import type { SignCardOptions, SigningKey } from './signing-keys.js';

export type KeptEntry = {
  /** Where it stood. */
  readonly index: number;
  readonly entry: JsonObject;
  readonly kid: string;
  readonly alg: string;
  /** The signing key whose own entry it is, and which need not sign again. */
  readonly owner: SigningKey | undefined;
  readonly isVerified: boolean;
  /** NumericDate. */
  readonly expiresAt: number | undefined;
};

/** `expiresAt` is a NumericDate (RFC 7519 2). */
export type ReplacedEntry = { readonly index: number; readonly expiresAt: number | undefined };

export type EntryPlan = {
  readonly kept: readonly KeptEntry[];
  /** The entry that a key's new one takes the place of. */
  readonly replaced: ReadonlyMap<SigningKey, ReplacedEntry>;
};

type Context = {
  readonly keys: readonly SigningKey[];
  readonly payloads: Payloads;
  readonly options: SignCardOptions;
};

/** Sorts the entries out. Throws `entry-unverified` for one of another key that does not verify and may not stay. */
export async function planEntries(entries: JsonArray, context: Context): Promise<EntryPlan> {
  assertEntryCount(entries.length);
  const kept: KeptEntry[] = [];
  const replaced = new Map<SigningKey, ReplacedEntry>();
  for (const [index, value] of entries.entries()) {
    const parsed = readEntry(value);
    const owner = isRefusal(parsed) ? undefined : context.keys.find((key) => isOwn(parsed, key));
    if (owner === undefined || isRefusal(parsed)) {
      const other = await judgeOther(value, index, context);
      if (other !== undefined) kept.push(other);
    } else if (!kept.some((entry) => entry.owner === owner) && (await stillHolds(parsed, owner, context))) {
      kept.push(describe(parsed, { index, owner }));
    } else if (!replaced.has(owner)) {
      replaced.set(owner, { index, expiresAt: parsed.header.expiresAt });
    }
  }
  return { kept, replaced };
}

/** By the kid it would be signed with, or by the key's thumbprint, which earlier entries may have been named by. */
function isOwn({ header }: ParsedEntry, key: SigningKey): boolean {
  return header.kid === key.kid || header.kid === key.thumbprint;
}

function describe(parsed: ParsedEntry, place: { index: number; owner: SigningKey | undefined }): KeptEntry {
  return {
    ...place,
    entry: { protected: parsed.protected, signature: parsed.signature },
    kid: parsed.header.kid,
    alg: parsed.header.algorithm.name,
    isVerified: true,
    expiresAt: parsed.header.expiresAt,
  };
}

/**
 * Whether a key's own entry says what a new one would, and has more than a third of its lifetime left: then it
 * stays as it is, and with it the card's bytes and ETag.
 */
async function stillHolds(
  { header, ...rest }: ParsedEntry,
  key: SigningKey,
  context: Context,
): Promise<boolean> {
  const { options } = context;
  const now = options.now.getTime() / 1000;
  const sameFields =
    header.kid === key.kid &&
    header.algorithm.name === key.algorithm &&
    header.jku === options.jku &&
    header.form === specificationForm.name &&
    (header.expiresAt === undefined) === (options.expiresIn === undefined) &&
    (options.issuedAt !== true || header.issuedAt !== undefined);
  if (!sameFields || !hasLifetimeLeft(header, options, now)) return false;
  return verifies({ header, ...rest }, { ...context, keySet: toOwnKeySet(key) });
}

function hasLifetimeLeft(
  header: ParsedEntry['header'],
  { expiresIn }: SignCardOptions,
  now: number,
): boolean {
  if (header.expiresAt === undefined || expiresIn === undefined) return true;
  const lifetime = header.expiresAt - (header.issuedAt ?? header.expiresAt - expiresIn);
  // Another lifetime than the one that is asked for is another entry.
  return lifetime === expiresIn && header.expiresAt - now > lifetime / 3;
}

function toOwnKeySet({ signer, kid, thumbprint }: SigningKey): KeySet {
  const unlimited = { alg: undefined, use: undefined, keyOps: undefined };
  const key: TrustedKey = { jwk: signer.publicJwk, kid, thumbprint, imported: new Map(), ...unlimited };
  return toKeySet({ source: signer.ref, keys: [key], skipped: [] });
}

/** Whether the entry is genuine over the card as it will be written, and in time. */
async function verifies(
  parsed: ParsedEntry,
  context: Context & { readonly keySet: KeySet },
): Promise<boolean> {
  return (await findFault(parsed, context)) === undefined;
}

async function findFault(
  parsed: ParsedEntry,
  context: Context & { keySet: KeySet },
): Promise<string | undefined> {
  const { options, payloads, keySet } = context;
  const match = await matchEntry(parsed, {
    keySet,
    payloads,
    acceptedForms: defaultFormNames,
    crypto: options.crypto,
  });
  if (isRefusal(match)) return match.message;
  const { expiresAt } = parsed.header;
  if (expiresAt === undefined || expiresAt > options.now.getTime() / 1000) return undefined;
  return 'it has expired';
}

/** An entry of another key: kept where it verifies, else what the options say. */
async function judgeOther(value: JsonValue, index: number, context: Context): Promise<KeptEntry | undefined> {
  const { others, unverified = 'refuse' } = context.options;
  if (unverified === 'drop-others') return undefined;
  const parsed = readEntry(value);
  const fault = isRefusal(parsed)
    ? parsed.message
    : others === undefined
      ? `its key "${parsed.header.kid}" is not at hand`
      : await findFault(parsed, { ...context, keySet: others });
  if (fault === undefined && !isRefusal(parsed)) return describe(parsed, { index, owner: undefined });
  if (unverified === 'keep' && isObject(value)) {
    const kid = isRefusal(parsed) ? '(unreadable)' : parsed.header.kid;
    const alg = isRefusal(parsed) ? '(unreadable)' : parsed.header.algorithm.name;
    return { index, owner: undefined, entry: value, kid, alg, isVerified: false, expiresAt: undefined };
  }
  throw new CardctlError(
    'entry-unverified',
    `signature ${index} of the card cannot be kept: ${fault ?? 'not an entry'}`,
    {
      hint: 'give its key set with --jwks, or choose: --drop-others removes it, --keep-unverified leaves it as it is',
    },
  );
}
