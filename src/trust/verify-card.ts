/** Knows the whole way from a card's bytes to the verdict on it. */
import { findInexactIntegers } from '../card/content.js';
import { findDemands } from '../card/demands.js';
import { normalizeCard } from '../card/presence.js';
import { detectShape, refuseNonCard } from '../card/shape.js';
import { encodeHex } from '../hex.js';
import { severityOf, type Finding, type FindingCode } from '../findings.js';
import { JsonError } from '../json/error.js';
import { createLiterals } from '../json/literals.js';
import { locate, pointerAt } from '../json/position.js';
import { defaultMaxBytes, tryReadJson, type JsonDocument } from '../json/read.js';
import type { JsonArray, JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet } from '../keys/key-set.js';
import { maximumEntries, type SignatureEntry } from '../signature/entry.js';
import { standingOf } from '../signature/outcomes.js';
import { createPayloads, type Payload, type Payloads } from '../signature/payloads.js';
import { findAmbiguity } from '../canonical/ambiguity.js';
import { FormError } from '../canonical/form.js';
import { jcs } from '../canonical/forms/jcs.js';
import { formNames, specificationForm } from '../canonical/index.js';
import { toTime } from '../time.js';
import { evaluateEntry, type EvaluatedEntry, type EvaluationContext } from './evaluate-entry.js';
import { createHandedOnCards } from './handed-on.js';
import { toPolicy, type VerificationPolicy } from './policy.js';
import { findUnprovable } from './unprovable.js';
import { toListed, type Verdict, type VerificationReport } from './report.js';
import { decideVerdict, type Decision } from './verdict.js';

export type VerifyCardOptions = {
  /** The keys the caller trusts, from `readKeySet`; never the card's own. */
  readonly keySet: KeySet;
  /** The time to judge expiry by. */
  readonly now: Date;
  readonly crypto: CryptoPort;
  readonly policy?: Partial<VerificationPolicy>;
  /** How the report names the card; "card" by default. */
  readonly source?: string;
  /**
   * Whether what no signature covers is taken away, so that the rest can be trusted and handed on; `false` by default:
   * then it stands in the way.
   */
  readonly stripUnsigned?: boolean;
  /** Caps what is read, and the payload made of it, in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
};

export type VerificationResult = {
  readonly report: VerificationReport;
  /** What was verified; only where the verdict is `trusted`. */
  readonly verified?: VerifiedContent;
};

export type VerifiedContent = {
  readonly form: string;
  /** The canonical bytes: the one thing that the signatures speak of. */
  readonly payload: Uint8Array;
  /** The entries that count, without their unprotected headers. */
  readonly entries: readonly SignatureEntry[];
};

/**
 * Verifies an Agent Card (A2A 8.4.3, RFC 7515 5.2) against keys that the caller trusts.
 *
 * A negative verdict is a report, never an exception. Use the card that `toVerifiedCard` makes of the result, not
 * the received text. Throws only for a caller's bug (`TypeError`) or an unknown form in the policy.
 */
export async function verifyCard(bytes: Uint8Array, options: VerifyCardOptions): Promise<VerificationResult> {
  return await verifyDocument(readCardText(bytes, options.maxBytes), options);
}

/** A card's text as read, or why it cannot be read. */
export function readCardText(bytes: Uint8Array, maxBytes: number | undefined): JsonDocument | Finding {
  const document = tryReadJson(bytes, { maxBytes });
  return document instanceof JsonError ? document.toFinding() : document;
}

/** `verifyCard` of what `readCardText` gave. */
export async function verifyDocument(
  document: JsonDocument | Finding,
  options: VerifyCardOptions,
): Promise<VerificationResult> {
  assertOptions(options);
  const call = describeCall(options);
  const read = readCard(document, options.maxBytes ?? defaultMaxBytes);
  if ('finding' in read)
    return { report: refuse(call, 'invalid-card', read.finding.message, [read.finding]) };
  const { card, payloads, inexact } = read;
  const signatures = readSignatures(card);
  if (typeof signatures === 'string')
    return { report: { ...refuse(call, 'untrusted', signatures), card: describeHead(card) } };
  const { keySet, crypto } = options;
  const { policy } = call;
  const { acceptedForms } = policy;
  const now = options.now.getTime() / 1000;
  const { stripUnsigned = false } = options;
  const otherForms = listOtherForms(acceptedForms);
  const handedOn = createHandedOnCards();
  const context = {
    keySet,
    policy,
    acceptedForms,
    otherForms,
    payloads,
    crypto,
    now,
    stripUnsigned,
    handedOn,
  };
  const entries = await evaluateEntries(signatures, context);
  const decision = decideVerdict(entries, policy.threshold, inexact);
  const counted = entries.filter(
    ({ outcome, payloadId }) => standingOf(outcome) === 'verified' && payloadId === decision.payloadId,
  );
  const signed = counted[0]?.payload;
  const digest = signed === undefined ? undefined : await crypto.sha256(signed.bytes);
  const payload = describePayload(signed, digest, card);
  const findings = signed === undefined ? [] : findUnprovable(counted, handedOn);
  const report = toReport({ call, card: describeHead(card), payload, decision, entries, findings });
  return signed === undefined ? { report } : { report, verified: toContent(signed, counted) };
}

/** To try every form there is costs time that whoever made the card decides on. */
const maximumExplained = 8;

async function evaluateEntries(signatures: JsonArray, context: EvaluationContext): Promise<EvaluatedEntry[]> {
  const entries: EvaluatedEntry[] = [];
  let current = context;
  let mismatches = 0;
  for (const signature of signatures) {
    const entry = await evaluateEntry(signature, entries.length, current);
    entries.push(entry);
    if (standingOf(entry.outcome) !== 'forged') continue;
    mismatches++;
    if (mismatches === maximumExplained) current = { ...context, otherForms: [] };
  }
  return entries;
}

/** Those that an entry is tried in to say what it is over, and not to count. */
function listOtherForms(acceptedForms: readonly string[]): readonly string[] {
  return formNames.filter((name) => !acceptedForms.includes(name));
}

/** What a report says of the call, whatever the card holds. */
type DescribedCall = Pick<VerificationReport, 'source' | 'time' | 'policy' | 'keySet'>;

function describeCall({ source = 'card', now, policy, keySet }: VerifyCardOptions): DescribedCall {
  return {
    source,
    time: toTime(now.getTime() / 1000),
    policy: toPolicy(policy),
    keySet: {
      source: keySet.source,
      keys: keySet.keys.length,
      skipped: keySet.skipped,
      duplicateKids: keySet.duplicateKids,
    },
  };
}

/** The report on a card whose entries are not evaluated. */
function refuse(
  call: DescribedCall,
  verdict: Verdict,
  reason: string,
  findings: readonly Finding[] = [],
): VerificationReport {
  return { verdict, reason, ...call, entries: [], findings };
}

/** A time that is none would let every expiry pass. */
function assertOptions({ keySet, now }: VerifyCardOptions): void {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) throw new TypeError('now is not a valid Date');
  // Without types, both are easily forgotten.
  if (!((keySet as unknown) instanceof Object) || !(keySet.byKid instanceof Map)) {
    throw new TypeError('keySet is missing; readKeySet makes one');
  }
}

type ReadCard = {
  readonly card: JsonObject;
  readonly payloads: Payloads;
  /** JSON Pointer of an integer that the text holds and no payload can. */
  readonly inexact: string | undefined;
};

/** The shape, and the ambiguities that make a card invalid under every form. */
function readCard(
  document: JsonDocument | Finding,
  maxBytes: number,
): ReadCard | { readonly finding: Finding } {
  if ('code' in document) return { finding: document };
  const value = document.value;
  const refusal = refuseNonCard(value);
  if (refusal === 'card-not-object')
    return { finding: place(document, refusal, '', 'a card is a JSON object') };
  if (refusal !== undefined)
    return { finding: place(document, refusal, '', 'not an Agent Card of any version') };
  const card = value as JsonObject;
  const payloads = createPayloads(card, createLiterals(document.bytes));
  const payload = payloads.get(specificationForm.name);
  const ambiguous = findAmbiguity(card, payload);
  if (ambiguous !== undefined)
    return { finding: place(document, ambiguous.code, ambiguous.path, ambiguous.message) };
  const size = sizeOf(payload instanceof FormError ? payloads.get(jcs.name) : payload);
  if (size > maxBytes) {
    const message = `the canonical form of the card is ${size} bytes; the limit is ${maxBytes}`;
    return { finding: place(document, 'json-size', '', message) };
  }
  return { card, payloads, inexact: findInexact(document) };
}

/** `1e20`, of four bytes, has 21 in the payload, which is hashed for each entry and key. `sign` writes no such card. */
function sizeOf(payload: Payload | FormError): number {
  return payload instanceof FormError ? 0 : payload.bytes.length;
}

/** An integer of more digits than a double keeps: the payload has another one than a reader of big numbers finds in the text. */
function findInexact(document: JsonDocument): string | undefined {
  const [offset] = findInexactIntegers(document);
  return offset === undefined ? undefined : pointerAt(document.bytes, offset);
}

function place(document: JsonDocument, code: FindingCode, path: string, message: string): Finding {
  const { line, column } = locate(document.bytes, path, 'value');
  return { code, severity: severityOf(code), path, line, column, message };
}

/** The entries; or why they are not evaluated. What is no array holds no entry. */
function readSignatures(card: JsonObject): JsonArray | string {
  const signatures = card['signatures'];
  if (!Array.isArray(signatures)) return [];
  if (signatures.length <= maximumEntries) return signatures;
  return `the card has ${signatures.length} signatures; at most ${maximumEntries} are evaluated`;
}

type DescribedCard = NonNullable<VerificationReport['card']>;

function describeHead(card: JsonObject): DescribedCard {
  const { name, version } = card;
  const shape = detectShape(card);
  if (typeof name === 'string' && typeof version === 'string') return { name, version, shape };
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    shape,
  };
}

type Conclusion = {
  readonly call: DescribedCall;
  readonly card: DescribedCard;
  readonly payload: VerificationReport['payload'] | undefined;
  readonly decision: Decision;
  readonly entries: readonly EvaluatedEntry[];
  readonly findings: readonly Finding[];
};

/** Name by name: to spread what is known of the call costs as much as to judge it. */
function toReport({ call, card, payload, decision, entries, findings }: Conclusion): VerificationReport {
  const { verdict, reason } = decision;
  const { source, time, policy, keySet } = call;
  const reports = entries.map(({ report }) => report);
  if (payload === undefined)
    return { verdict, reason, source, time, card, policy, keySet, entries: reports, findings };
  return { verdict, reason, source, time, card, payload, policy, keySet, entries: reports, findings };
}

function describePayload(
  payload: Payload | undefined,
  digest: Uint8Array | undefined,
  card: JsonObject,
): VerificationReport['payload'] | undefined {
  if (payload === undefined || digest === undefined) return undefined;
  const { form, exact, unsigned = [], defaults } = payload;
  const defaultsLeftOut = defaults ?? (exact ? [] : normalizeCard(card, { aliases: false }).leftOut);
  const described = { form, sha256: encodeHex(digest), defaultsLeftOut };
  if (unsigned.length === 0) return described;
  const security = findDemands(card, unsigned);
  return {
    ...described,
    stripped: toListed(unsigned),
    strippedCount: unsigned.length,
    strippedSecurity: toListed(security),
    strippedSecurityCount: security.length,
  };
}

function toContent({ form, bytes }: Payload, counted: readonly EvaluatedEntry[]): VerifiedContent {
  const entries = counted.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  return { form, payload: bytes, entries };
}

/**
 * The card that was verified: the parsed payload with the entries that count, and nothing else of what was
 * received. Verifying its JSON text again gives the same verdict. An ordinary object, also for `__proto__`.
 */
export function toVerifiedCard(content: VerifiedContent): JsonObject {
  const card = JSON.parse(new TextDecoder().decode(content.payload)) as JsonObject;
  return { ...card, signatures: content.entries.map((entry) => ({ ...entry })) };
}
