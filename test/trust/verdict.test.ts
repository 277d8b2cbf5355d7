/** The verdict as a table that a person can read: what the entries turned out to be, and what follows. */
import { describe, expect, it } from 'vitest';
import { outcomes, type Outcome } from '../../src/signature/outcomes.js';
import { decideVerdict, type EntryResult } from '../../src/trust/verdict.js';

/** `verified:A@p` is an entry by key A over the payload p. */
function parseEntry(text: string): EntryResult {
  const [outcome = '', by] = text.split(':');
  const [thumbprint, payloadId] = by?.split('@') ?? [];
  return {
    outcome: outcome as Outcome,
    ...(thumbprint === undefined ? {} : { thumbprint }),
    ...(payloadId === undefined ? {} : { payloadId }),
  };
}

const table: readonly (readonly [entries: string, threshold: number, verdict: string])[] = [
  ['', 1, 'unsigned'],
  ['', 2, 'unsigned'],
  ['verified:A@p', 1, 'trusted'],
  ['verified:A@p', 2, 'unmet-policy'],
  ['verified:A@p verified:B@p', 2, 'trusted'],
  // One key that signs twice is one key.
  ['verified:A@p verified:A@p', 2, 'unmet-policy'],
  // Two keys over two payloads do not add up.
  ['verified:A@p verified:B@q', 2, 'unmet-policy'],
  ['verified:A@p verified:B@q verified:C@q', 2, 'trusted'],
  ['verified:A@p expired:B@p', 2, 'unmet-policy'],
  ['expired:A@p', 1, 'unmet-policy'],
  ['form-not-accepted:A@p', 1, 'unmet-policy'],
  // Who may append garbage may not take a verdict away.
  ['signature-mismatch verified:A@p', 1, 'trusted'],
  ['entry-malformed kid-unknown alg-refused verified:A@p', 1, 'trusted'],
  ['signature-mismatch', 1, 'tampered'],
  ['signature-malformed', 1, 'tampered'],
  ['form-inapplicable', 1, 'tampered'],
  ['kid-unknown signature-mismatch', 1, 'tampered'],
  ['expired:A@p signature-mismatch', 1, 'unmet-policy'],
  ['kid-unknown', 1, 'untrusted'],
  ['form-unknown', 1, 'untrusted'],
  ['alg-refused', 1, 'untrusted'],
  ['key-mismatch', 1, 'untrusted'],
  ['header-overlap', 1, 'untrusted'],
];

describe('decideVerdict', () => {
  it.each(table)('[%s] with threshold %d is %s', (entries, threshold, verdict) => {
    const parsed = entries === '' ? [] : entries.split(' ').map(parseEntry);
    expect(decideVerdict(parsed, threshold).verdict).toBe(verdict);
  });

  it('trusts nothing but entries that verified, whatever else there is', () => {
    const others = (Object.keys(outcomes) as Outcome[]).filter((outcome) => outcome !== 'verified');
    for (const outcome of others) {
      const entry = { outcome, thumbprint: 'A', payloadId: 'p' };
      expect(decideVerdict([entry, entry], 1).verdict, outcome).not.toBe('trusted');
    }
  });

  it('names the payload that most keys stand behind', () => {
    const entries = ['verified:A@p', 'verified:B@q', 'verified:C@q'].map(parseEntry);
    expect(decideVerdict(entries, 1).payloadId).toBe('q');
  });

  it('names the first of payloads with as many keys', () => {
    for (const [first, second] of ['pq', 'qp']) {
      const entries = [`verified:A@${first}`, `verified:B@${second}`].map(parseEntry);
      expect(decideVerdict(entries, 1).payloadId).toBe(first);
    }
  });
});
