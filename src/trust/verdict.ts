/** Knows the verdict as a pure function of what the entries turned out to be, and of what the policy demands. */
import { standingOf, type Outcome } from '../signature/outcomes.js';
import type { Verdict } from './report.js';

/** What the verdict needs to know of one entry. */
export type EntryResult = {
  readonly outcome: Outcome;
  /** Of the key that made it; for a genuine entry. */
  readonly thumbprint?: string;
  /** Tells payloads apart; for a genuine entry. */
  readonly payloadId?: string;
  /** Whether the payload leaves out nothing of the card but nulls and defaults; for a genuine entry. */
  readonly isWhole?: boolean;
};

export type Decision = {
  readonly verdict: Exclude<Verdict, 'invalid-card'>;
  readonly reason: string;
  /** The payload that the threshold is met over; only where trusted. */
  readonly payloadId?: string;
};

/**
 * The first row that fits. An empty list of entries is `unsigned`: a loop that never runs proves nothing. `inexact`
 * is the JSON Pointer of an integer that the received text holds and the payload does not.
 */
export function decideVerdict(
  entries: readonly EntryResult[],
  threshold: number,
  inexact?: string,
): Decision {
  if (entries.length === 0) return { verdict: 'unsigned', reason: 'the card has no signatures' };
  const best = findSufficientPayload(entries, threshold);
  const keys = best?.keys ?? 0;
  if (best !== undefined && keys >= threshold) {
    if (inexact !== undefined) {
      const reason = `the integer at ${inexact} has more digits than a double keeps, so another was signed than stands there`;
      return { verdict: 'unmet-policy', reason };
    }
    return {
      verdict: 'trusted',
      reason: `signed by ${sayKeys(keys)} of the trusted keys`,
      payloadId: best.id,
    };
  }
  const genuine = entries.find(({ outcome }) => ['verified', 'genuine'].includes(standingOf(outcome)));
  if (genuine !== undefined)
    return { verdict: 'unmet-policy', reason: sayUnmet(genuine.outcome, keys, threshold) };
  if (entries.some(({ outcome }) => standingOf(outcome) === 'forged')) {
    return { verdict: 'tampered', reason: 'a trusted key is named, but did not sign this content' };
  }
  return { verdict: 'untrusted', reason: 'no entry is by a trusted key' };
}

/** Of the whole card, where enough keys stand behind that; else of what of it is signed. */
function findSufficientPayload(entries: readonly EntryResult[], threshold: number) {
  const whole = findBestPayload(entries.filter(({ isWhole }) => isWhole !== false));
  return whole !== undefined && whole.keys >= threshold ? whole : findBestPayload(entries);
}

/** The payload most distinct keys stand behind; of several, the one the first entry is over. */
function findBestPayload(entries: readonly EntryResult[]): { id: string; keys: number } | undefined {
  let best: { id: string; keys: number } | undefined;
  for (const { outcome, payloadId: id } of entries) {
    if (standingOf(outcome) !== 'verified' || id === undefined || id === best?.id) continue;
    const keys = countKeys(entries, id);
    if (keys > (best?.keys ?? 0)) best = { id, keys };
  }
  return best;
}

/** Keys are counted, not entries: one key that signs twice is one key. */
function countKeys(entries: readonly EntryResult[], id: string): number {
  const thumbprints = entries
    .filter(({ outcome, payloadId }) => standingOf(outcome) === 'verified' && payloadId === id)
    .flatMap(({ thumbprint }) => thumbprint ?? []);
  return new Set(thumbprints).size;
}

function sayKeys(count: number): string {
  return count === 1 ? 'one' : String(count);
}

function sayUnmet(outcome: Outcome, keys: number, threshold: number): string {
  if (keys > 0)
    return `${keys} distinct ${keys === 1 ? 'key has' : 'keys have'} signed where ${threshold} are needed`;
  if (outcome === 'expired') return 'the signature is genuine, but has expired';
  if (outcome === 'content-unsigned') return 'the signature is genuine, but does not cover all of the card';
  if (outcome === 'content-unverifiable')
    return 'the signature is genuine, but what it covers would not verify again by itself';
  return 'the signature is genuine, but in a canonical form that is not accepted here';
}
