/** Knows what becomes of another key's entries when a card is signed: kept where they verify, else what the caller says. */
import { defaultFormNames, sdkFormNames } from '../canonical/index.js';
import { CardctlError } from '../errors.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { KeySet } from '../keys/key-set.js';
import type { ParsedEntry } from './entry.js';
import type { OwnerContext } from './entry-owner.js';
import { describeVerified, type KeptEntry } from './kept-entry.js';
import { judgeUnread, matchEntry, type MatchContext } from './match-entry.js';
import { isRefusal, standingOf, type Refusal } from './outcomes.js';

type OtherEntry = {
  readonly index: number;
  readonly value: JsonValue;
  readonly parsed: ParsedEntry | Refusal;
};

/** An entry of another key: kept where it verifies, else what the options say. */
export async function judgeOther(other: OtherEntry, context: OwnerContext): Promise<KeptEntry | undefined> {
  const { index, value, parsed } = other;
  const { unverified = 'refuse' } = context.options;
  if (unverified === 'drop-others') return undefined;
  const fault = isRefusal(parsed)
    ? await explainUnread(value, parsed, context)
    : await findFault(parsed, context);
  if (fault === undefined && !isRefusal(parsed))
    return describeVerified(parsed, { index, value, owner: undefined });
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
  // What an SDK signed is genuine for the users of that SDK, whatever else the card holds.
  return {
    keySet,
    payloads,
    acceptedForms: defaultFormNames,
    otherForms: sdkFormNames,
    crypto: options.crypto,
  };
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
    form: header?.form,
    isVerified: false,
    isForged: fault?.isForged === true,
    expiresAt: undefined,
    uncovered: [],
  };
}
