/** Knows which entries are left over from an earlier signing of the card. */
import { standingOf } from '../signature/outcomes.js';
import { toCause, type Cause, type EntryExplanation } from './report.js';

/**
 * Names them beside an entry that is good: one that matches a former copy, and one of the same key that matches
 * nothing, which may as well be damaged; the message says so.
 */
export function nameStale(entries: readonly EntryExplanation[]): EntryExplanation[] {
  const good = entries.filter(isGood);
  return entries.map((entry) => {
    const cause = findStale(entry, good);
    return cause === undefined ? entry : { ...entry, causes: [...entry.causes, cause] };
  });
}

function isGood({ outcome }: EntryExplanation): boolean {
  const standing = outcome === undefined ? 'unknown' : standingOf(outcome);
  return standing === 'verified' || standing === 'genuine';
}

function findStale(entry: EntryExplanation, good: readonly EntryExplanation[]): Cause | undefined {
  const [other] = good;
  if (other === undefined || entry.outcome !== 'signature-mismatch') return undefined;
  if (entry.causes.some(({ code }) => code === 'card-changed'))
    return toCause('stale-entry', `entry ${other.index} is good for the card as it is now`);
  const same = good.find(({ kid }) => kid !== undefined && kid === entry.kid);
  if (same === undefined || entry.causes.length > 0) return undefined;
  return toCause(
    'stale-entry',
    `entry ${same.index} by the same key "${same.kid ?? ''}" is good: this one was made for an earlier version of the card, or is damaged (--against shows which)`,
    { certainty: 'inferred' },
  );
}
