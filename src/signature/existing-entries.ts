/** Knows what becomes of the entries a card has when it is signed again: kept, replaced, dropped, or in the way. */
import { isSdkForm } from '../canonical/form-names.js';
import type { JsonArray } from '../json/value.js';
import { assertEntryCount, readEntry, type ParsedEntry } from './entry.js';
import { findOwner, matchOwn, type OwnerContext } from './entry-owner.js';
import { describeVerified, type KeptEntry } from './kept-entry.js';
import { judgeOther } from './other-entries.js';
import { isRefusal } from './outcomes.js';
import type { SigningForm } from './signing-forms.js';
import type { SignCardOptions, SigningKey } from './signing-keys.js';

/** An own entry of a key that is not kept. */
export type RemovedEntry = {
  readonly index: number;
  readonly owner: SigningKey;
  /** Of the new entry that takes its place; or that it is marked with, where this call makes none in that form. */
  readonly form: string;
  readonly kid: string;
  /** NumericDate (RFC 7519 2). */
  readonly expiresAt: number | undefined;
};

export type EntryPlan = {
  readonly kept: readonly KeptEntry[];
  /** The entries that new ones of their key and form take the place of. */
  readonly replaced: readonly RemovedEntry[];
  /** Those in forms of SDKs that this call makes no entry in. */
  readonly dropped: readonly RemovedEntry[];
};

export type PlanContext = OwnerContext & {
  /** That each key signs in, our own first. */
  readonly forms: readonly SigningForm[];
};

const tooManyToRead =
  'remove those that are of no use any more from the card, or all of them: of so many none is looked at, not even for --drop-others';

/** Sorts the entries out. Throws `entry-unverified` for one of another key that does not verify and may not stay. */
export async function planEntries(entries: JsonArray, context: PlanContext): Promise<EntryPlan> {
  assertEntryCount(entries.length, tooManyToRead);
  const kept: KeptEntry[] = [];
  const replaced: RemovedEntry[] = [];
  const dropped: RemovedEntry[] = [];
  for (const [index, value] of entries.entries()) {
    const parsed = readEntry(value);
    const owner = isRefusal(parsed) ? undefined : await findOwner(parsed, context);
    if (owner === undefined || isRefusal(parsed)) {
      const other = await judgeOther({ index, value, parsed }, context);
      if (other !== undefined) kept.push(other);
      continue;
    }
    const { form, removed, isWanted } = findPlace(parsed, index, { owner, forms: context.forms });
    const isOfPlace = (entry: KeptEntry | RemovedEntry) =>
      entry.owner === owner && entry.form === removed.form;
    if (!isWanted) dropped.push(removed);
    else if (!kept.some(isOfPlace) && (await stillHolds(parsed, { key: owner, form }, context)))
      kept.push(describeVerified(parsed, { index, value, owner }));
    else if (!replaced.some(isOfPlace)) replaced.push(removed);
  }
  return { kept, replaced, dropped };
}

/** Which of the new entries an own one stands for: that of its form; without a mark, ours. */
function findPlace(
  { header }: ParsedEntry,
  index: number,
  { owner, forms }: { readonly owner: SigningKey; readonly forms: readonly SigningForm[] },
): { form: SigningForm; removed: RemovedEntry; isWanted: boolean } {
  const { kid, expiresAt } = header;
  const own = forms[0] as SigningForm;
  const found = forms.find(({ form }) => form === header.form);
  const isWanted = found !== undefined || header.form === undefined || !isSdkForm(header.form);
  const form = found?.form ?? (isWanted ? own.form : header.form);
  return { form: found ?? own, isWanted, removed: { index, owner, form, kid, expiresAt } };
}

/**
 * Whether a key's own entry says what a new one would, and has more than a third of its lifetime left: then it
 * stays as it is, and with it the card's bytes and ETag.
 */
async function stillHolds(
  entry: ParsedEntry,
  { key, form }: { readonly key: SigningKey; readonly form: SigningForm },
  context: OwnerContext,
): Promise<boolean> {
  const { header } = entry;
  const { options } = context;
  const sameFields =
    header.kid === key.kid &&
    header.algorithm.name === key.algorithm &&
    header.jku === options.jku &&
    header.form === form.form &&
    (header.expiresAt === undefined) === (options.expiresIn === undefined) &&
    (options.issuedAt !== true || header.issuedAt !== undefined);
  if (!sameFields || !hasLifetimeLeft(header, options)) return false;
  const match = await matchOwn(key, entry, context);
  return match?.payload.text === form.payload.text;
}

function hasLifetimeLeft(header: ParsedEntry['header'], { expiresIn, now }: SignCardOptions): boolean {
  if (header.expiresAt === undefined || expiresIn === undefined) return true;
  const lifetime = header.expiresAt - (header.issuedAt ?? header.expiresAt - expiresIn);
  // Another lifetime than the one that is asked for is another entry.
  return lifetime === expiresIn && header.expiresAt - now.getTime() / 1000 > lifetime / 3;
}
