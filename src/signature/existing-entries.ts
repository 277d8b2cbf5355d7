/** Knows what becomes of the entries a card has when it is signed again: kept, replaced, dropped, or in the way. */
import { CardctlError } from '../errors.js';
import { escapePointer } from '../json/pointer.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { defaultFormNames, specificationForm } from '../canonical/index.js';
import type { KeySet } from '../keys/key-set.js';
import { assertEntryCount, readEntry, type ParsedEntry } from './entry.js';
import { findOwner, isMadeBy, type OwnerContext } from './entry-owner.js';
import { judgeUnread, matchEntry, type MatchContext } from './match-entry.js';
import { isRefusal, standingOf, type Refusal } from './outcomes.js';
import type { SignCardOptions, SigningKey } from './signing-keys.js';

export type KeptEntry = {
  /** Where it stood. */
  readonly index: number;
  readonly entry: JsonObject;
  /** `undefined` where it cannot be read. */
  readonly kid: string | undefined;
  readonly alg: string | undefined;
  /** The signing key whose own entry it is, and which need not sign again. */
  readonly owner: SigningKey | undefined;
  readonly isVerified: boolean;
  /** Whether a key of the given set is named, and did not make it: verifiers who trust that key see a tampered card. */
  readonly isForged: boolean;
  /** NumericDate. */
  readonly expiresAt: number | undefined;
  /** JSON Pointers of its members that are not written. */
  readonly uncovered: readonly string[];
};

export type ReplacedEntry = {
  readonly index: number;
  readonly kid: string;
  /** NumericDate (RFC 7519 2). */
  readonly expiresAt: number | undefined;
};

export type EntryPlan = {
  readonly kept: readonly KeptEntry[];
  /** The entry that a key's new one takes the place of. */
  readonly replaced: ReadonlyMap<SigningKey, ReplacedEntry>;
};

const tooManyToRead =
  'remove those that are of no use any more from the card, or all of them: of so many none is looked at, not even for --drop-others';

/** Sorts the entries out. Throws `entry-unverified` for one of another key that does not verify and may not stay. */
export async function planEntries(entries: JsonArray, context: OwnerContext): Promise<EntryPlan> {
  assertEntryCount(entries.length, tooManyToRead);
  const kept: KeptEntry[] = [];
  const replaced = new Map<SigningKey, ReplacedEntry>();
  for (const [index, value] of entries.entries()) {
    const parsed = readEntry(value);
    const owner = isRefusal(parsed) ? undefined : await findOwner(parsed, context);
    if (owner === undefined || isRefusal(parsed)) {
      const other = await judgeOther({ index, value, parsed }, context);
      if (other !== undefined) kept.push(other);
    } else if (!kept.some((entry) => entry.owner === owner) && (await stillHolds(parsed, owner, context))) {
      kept.push(describe(parsed, { index, value, owner }));
    } else if (!replaced.has(owner)) {
      const { kid, expiresAt } = parsed.header;
      replaced.set(owner, { index, kid, expiresAt });
    }
  }
  return { kept, replaced };
}

type Place = { readonly index: number; readonly value: JsonValue; readonly owner: SigningKey | undefined };

/** A verified entry as it is written: what no signature covers is not passed on. */
function describe({ header, ...rest }: ParsedEntry, { index, value, owner }: Place): KeptEntry {
  const entry = { protected: rest.protected, signature: rest.signature };
  const others = Object.keys(value as JsonObject).filter((name) => !Object.hasOwn(entry, name));
  return {
    index,
    owner,
    entry,
    kid: header.kid,
    alg: header.algorithm.name,
    isVerified: true,
    isForged: false,
    expiresAt: header.expiresAt,
    uncovered: others.map((name) => `/signatures/${index}/${escapePointer(name)}`),
  };
}

/**
 * Whether a key's own entry says what a new one would, and has more than a third of its lifetime left: then it
 * stays as it is, and with it the card's bytes and ETag.
 */
async function stillHolds(entry: ParsedEntry, key: SigningKey, context: OwnerContext): Promise<boolean> {
  const { header } = entry;
  const { options } = context;
  const sameFields =
    header.kid === key.kid &&
    header.algorithm.name === key.algorithm &&
    header.jku === options.jku &&
    header.form === specificationForm.name &&
    (header.expiresAt === undefined) === (options.expiresIn === undefined) &&
    (options.issuedAt !== true || header.issuedAt !== undefined);
  if (!sameFields || !hasLifetimeLeft(header, options)) return false;
  return isMadeBy(key, entry, context);
}

function hasLifetimeLeft(header: ParsedEntry['header'], { expiresIn, now }: SignCardOptions): boolean {
  if (header.expiresAt === undefined || expiresIn === undefined) return true;
  const lifetime = header.expiresAt - (header.issuedAt ?? header.expiresAt - expiresIn);
  // Another lifetime than the one that is asked for is another entry.
  return lifetime === expiresIn && header.expiresAt - now.getTime() / 1000 > lifetime / 3;
}

type OtherEntry = {
  readonly index: number;
  readonly value: JsonValue;
  readonly parsed: ParsedEntry | Refusal;
};

/** An entry of another key: kept where it verifies, else what the options say. */
async function judgeOther(other: OtherEntry, context: OwnerContext): Promise<KeptEntry | undefined> {
  const { index, value, parsed } = other;
  const { unverified = 'refuse' } = context.options;
  if (unverified === 'drop-others') return undefined;
  const fault = isRefusal(parsed)
    ? await explainUnread(value, parsed, context)
    : await findFault(parsed, context);
  if (fault === undefined && !isRefusal(parsed)) return describe(parsed, { index, value, owner: undefined });
  if (unverified === 'keep' && isObject(value)) return describeUnverified(other, value, fault);
  const { message = 'not an entry', remedy } = fault ?? {};
  throw new CardctlError('entry-unverified', `signature ${index} of the card cannot be kept: ${message}`, {
    hint: [...(remedy === undefined ? [] : [remedy]), isObject(value) ? choice : removal].join(', or '),
  });
}

const choice = 'choose: --drop-others removes it, --keep-unverified leaves it as it is';
/** Of what is no object, and so is never written. */
const removal = '--drop-others removes it';

type Fault = {
  readonly message: string;
  /** What would make it verify, if anything on this side can. */
  readonly remedy?: string;
  readonly isForged?: boolean;
};

function toFault({ outcome, message }: Refusal): Fault {
  const remedy = outcome === 'kid-unknown' ? { remedy: 'give the key set that has its key with --jwks' } : {};
  return { message, ...remedy, isForged: standingOf(outcome) === 'forged' };
}

/** Why the entry is not genuine over the card as it will be written, and in time. */
async function findFault(parsed: ParsedEntry, context: OwnerContext): Promise<Fault | undefined> {
  const { keys, options } = context;
  const { kid, expiresAt } = parsed.header;
  if (options.others === undefined) {
    const own = keys.find((key) => key.kid === kid);
    if (own === undefined)
      return { message: `its key "${kid}" is not at hand`, remedy: 'give its key set with --jwks' };
    return {
      message: `it has the kid "${kid}" of this call and does not verify with its key`,
      remedy: `if it is yours, say so with your key set: cardctl keys jwks ${own.signer.ref} --kid ${kid} --out FILE, then --jwks FILE`,
    };
  }
  const match = await matchEntry(parsed, toMatchContext(options.others, context));
  if (isRefusal(match)) return toFault(match);
  if (expiresAt === undefined || expiresAt > options.now.getTime() / 1000) return undefined;
  return { message: 'it has expired' };
}

async function explainUnread(value: JsonValue, refusal: Refusal, context: OwnerContext): Promise<Fault> {
  const { others } = context.options;
  return toFault(
    others === undefined ? refusal : await judgeUnread(value, refusal, toMatchContext(others, context)),
  );
}

function toMatchContext(keySet: KeySet, { payloads, options }: OwnerContext): MatchContext {
  return { keySet, payloads, acceptedForms: defaultFormNames, crypto: options.crypto };
}

function describeUnverified(
  { index, parsed }: OtherEntry,
  entry: JsonObject,
  fault: Fault | undefined,
): KeptEntry {
  const header = isRefusal(parsed) ? undefined : parsed.header;
  return {
    index,
    owner: undefined,
    entry,
    kid: header?.kid,
    alg: header?.algorithm.name,
    isVerified: false,
    isForged: fault?.isForged === true,
    expiresAt: undefined,
    uncovered: [],
  };
}
