/** Knows how one entry of a card is evaluated: which keys it can mean, which forms it can be over, whether one matches. */
import { getForm } from '../canonical/index.js';
import type { JsonValue } from '../json/value.js';
import { readEntry, type SignatureEntry } from '../signature/entry.js';
import { judgeUnread, matchEntry, type Match, type MatchContext } from '../signature/match-entry.js';
import { isRefusal, type Refusal } from '../signature/outcomes.js';
import type { Payload } from '../signature/payloads.js';
import type { ProtectedHeader } from '../signature/protected-header.js';
import { toTime } from '../time.js';
import type { VerificationPolicy } from './policy.js';
import type { EntryReport } from './report.js';
import type { EntryResult } from './verdict.js';

export type EvaluationContext = MatchContext & {
  readonly policy: VerificationPolicy;
  /** Seconds since the epoch. */
  readonly now: number;
};

export type EvaluatedEntry = EntryResult & {
  readonly report: EntryReport;
  /** What the entry is over; where it is genuine. */
  readonly payload?: Payload;
  /** The entry without its unprotected header; where it is genuine. */
  readonly entry?: SignatureEntry;
};

/** Evaluates one element of `signatures`. Throws nothing that the card or the key set could cause. */
export async function evaluateEntry(
  value: JsonValue,
  index: number,
  context: EvaluationContext,
): Promise<EvaluatedEntry> {
  const entry = readEntry(value);
  if (isRefusal(entry)) return toEvaluated(index, undefined, await judgeUnread(value, entry, context));
  const match = await matchEntry(entry, context);
  if (isRefusal(match)) return toEvaluated(index, entry.header, match);
  const { outcome, message } = judgeGenuine(entry.header, match, context);
  const { thumbprint } = match.key;
  const { payload } = match;
  return {
    outcome,
    thumbprint,
    payloadId: payload.id,
    payload,
    entry: { protected: entry.protected, signature: entry.signature },
    report: describeEntry(index, { outcome, message }, entry.header, match),
  };
}

/** A genuine entry counts when it is in time and in an accepted form. */
function judgeGenuine(header: ProtectedHeader, { payload }: Match, context: EvaluationContext): Refusal {
  const { policy, now } = context;
  if (header.expiresAt !== undefined && now >= header.expiresAt + policy.leewaySeconds) {
    return { outcome: 'expired', message: `genuine, but expired at ${toTime(header.expiresAt)}` };
  }
  if (header.form !== undefined && !policy.acceptedForms.includes(header.form)) {
    const { leavesOut } = getForm(header.form);
    const message = `genuine, but form ${header.form} is not accepted here; it leaves out ${leavesOut}`;
    return { outcome: 'form-not-accepted', message };
  }
  return { outcome: 'verified', message: `matches the card in form ${payload.form}` };
}

function toEvaluated(index: number, header: ProtectedHeader | undefined, refusal: Refusal): EvaluatedEntry {
  return { outcome: refusal.outcome, report: describeEntry(index, refusal, header) };
}

/** Member by member: conditional spreads cost more than all else that is done for an entry here. */
function describeEntry(
  index: number,
  { outcome, message }: Refusal,
  header: ProtectedHeader | undefined,
  match?: Match,
): EntryReport {
  const report: Writable<EntryReport> = { index, outcome, message };
  if (header === undefined) return report;
  report.kid = header.kid;
  report.alg = header.algorithm.name;
  report.formMarked = header.form !== undefined;
  if (header.typ !== undefined) report.typ = header.typ;
  if (header.jku !== undefined) report.jku = header.jku;
  const form = match?.payload.form ?? header.form;
  if (form !== undefined) report.form = form;
  if (header.issuedAt !== undefined) report.issuedAt = toTime(header.issuedAt);
  if (header.expiresAt !== undefined) report.expiresAt = toTime(header.expiresAt);
  if (match !== undefined) report.thumbprint = match.key.thumbprint;
  return report;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
