/** Knows how one entry of a card is evaluated: which keys it can mean, which forms it can be over, whether one matches. */
import { getForm } from '../canonical/index.js';
import type { JsonValue } from '../json/value.js';
import { readEntry, type SignatureEntry } from '../signature/entry.js';
import { judgeUnread, matchEntry, type Match, type MatchContext } from '../signature/match-entry.js';
import { isRefusal, type Refusal } from '../signature/outcomes.js';
import { listTwins, type Payload, type Payloads } from '../signature/payloads.js';
import type { ProtectedHeader } from '../signature/protected-header.js';
import { toTime } from '../time.js';
import { judgeGenuine, type JudgeContext } from './judge-genuine.js';
import { toListed, type EntryReport } from './report.js';
import type { EntryResult } from './verdict.js';

export type EvaluationContext = MatchContext & JudgeContext;

export type EvaluatedEntry = EntryResult & {
  readonly report: EntryReport;
  /** What the entry is over; where it is genuine. */
  readonly payload?: Payload;
  /** Whether its protected header names the form. */
  readonly isMarked?: boolean;
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
  const report = describeEntry(index, { outcome, message }, entry.header, match);
  // Of the forms that leave nothing unsigned there is no more to say.
  if (payload.unsigned !== undefined) describeCoverage(payload, context.payloads, report);
  return {
    outcome,
    thumbprint,
    payloadId: payload.id,
    payload,
    isWhole: payload.unsigned === undefined || payload.unsigned.length === 0,
    isMarked: entry.header.form !== undefined,
    entry: { protected: entry.protected, signature: entry.signature },
    report,
  };
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
): Writable<EntryReport> {
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

/** What the payload of an SDK leaves open. */
function describeCoverage(payload: Payload, payloads: Payloads, report: Writable<EntryReport>): void {
  const { unsigned = [] } = payload;
  const { neverProves } = getForm(payload.form);
  if (neverProves !== undefined) report.neverProves = neverProves;
  const twins = listTwins(payload, payloads);
  if (twins.length > 0) report.sameForms = twins;
  if (unsigned.length === 0) return;
  report.unsigned = toListed(unsigned);
  report.unsignedCount = unsigned.length;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
