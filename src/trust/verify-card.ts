/** Knows the whole way from a card's bytes to the verdict on it. */
import { findAmbiguities } from '../card/checks/members.js';
import { normalizeCard } from '../card/presence.js';
import { detectShape, refuseNonCard } from '../card/shape.js';
import { encodeHex } from '../hex.js';
import { severityOf, type Finding, type FindingCode } from '../findings.js';
import { JsonError } from '../json/error.js';
import { locate, pointerAt } from '../json/position.js';
import { readJson, type JsonDocument } from '../json/read.js';
import type { JsonArray, JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet } from '../keys/key-set.js';
import { maximumEntries, type SignatureEntry } from '../signature/entry.js';
import { standingOf } from '../signature/outcomes.js';
import { createPayloads, type Payload, type Payloads } from '../signature/payloads.js';
import { FormError } from '../canonical/form.js';
import { toTime } from '../time.js';
import { evaluateEntry, type EvaluatedEntry } from './evaluate-entry.js';
import { toPolicy, type VerificationPolicy } from './policy.js';
import type { VerificationReport } from './report.js';
import { decideVerdict } from './verdict.js';

export type VerifyCardOptions = {
  /** The keys the caller trusts, from `readKeySet`; never the card's own. */
  readonly keySet: KeySet;
  /** The time to judge expiry by. */
  readonly now: Date;
  readonly crypto: CryptoPort;
  readonly policy?: Partial<VerificationPolicy>;
  /** How the report names the card; "card" by default. */
  readonly source?: string;
  /** Caps what is read; 1 MiB by default. */
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
  return verifyDocument(readCardText(bytes, options.maxBytes), options);
}

/** A card's text as read, or why it cannot be read. */
export function readCardText(bytes: Uint8Array, maxBytes: number | undefined): JsonDocument | Finding {
  try {
    return readJson(bytes, maxBytes === undefined ? {} : { maxBytes });
  } catch (error) {
    if (error instanceof JsonError) return error.toFinding();
    throw error;
  }
}

/** `verifyCard` of what `readCardText` gave. */
export async function verifyDocument(
  document: JsonDocument | Finding,
  options: VerifyCardOptions,
): Promise<VerificationResult> {
  const { keySet, now, crypto, source = 'card' } = options;
  assertOptions(options);
  const policy = toPolicy(options.policy);
  const seconds = now.getTime() / 1000;
  const { skipped, duplicateKids } = keySet;
  const base = {
    source,
    time: toTime(seconds),
    policy,
    keySet: { source: keySet.source, keys: keySet.keys.length, skipped, duplicateKids },
    entries: [],
    findings: [],
  };
  const read = readCard(document);
  if ('finding' in read) {
    const { finding } = read;
    return { report: { ...base, verdict: 'invalid-card', reason: finding.message, findings: [finding] } };
  }
  const { card, payloads, unsigned } = read;
  const described = { ...base, card: describeCard(card) };
  const signatures = readSignatures(card);
  if (typeof signatures === 'string')
    return { report: { ...described, verdict: 'untrusted', reason: signatures } };
  const { acceptedForms } = policy;
  const context = { keySet, policy, acceptedForms, payloads, crypto, now: seconds };
  const entries: EvaluatedEntry[] = [];
  for (const [index, entry] of signatures.entries()) entries.push(await evaluateEntry(entry, index, context));
  return concludeReport({ card, described, entries, crypto, unsigned });
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
  /** JSON Pointers of what the text holds and no payload can. */
  readonly unsigned: readonly string[];
};

/** The shape, and the ambiguities that make a card invalid under every form. */
function readCard(document: JsonDocument | Finding): ReadCard | { readonly finding: Finding } {
  if ('code' in document) return { finding: document };
  const value = document.value;
  const refusal = refuseNonCard(value);
  if (refusal === 'card-not-object')
    return { finding: place(document, refusal, '', 'a card is a JSON object') };
  if (refusal !== undefined)
    return { finding: place(document, refusal, '', 'not an Agent Card of any version') };
  const card = value as JsonObject;
  const payloads = createPayloads(card);
  // The specification's form walks the whole schema; only where it stops early, or passes over a proto name, is a
  // second walk needed.
  const payload = payloads.get('a2a-1.0');
  const isSure = !(payload instanceof FormError) && !payload.hasAliases;
  const ambiguous = isSure ? undefined : findAmbiguities(card)[0];
  if (ambiguous === undefined) return { card, payloads, unsigned: findUnsigned(document) };
  return { finding: place(document, ambiguous.code, ambiguous.path, ambiguous.message) };
}

/** An integer that a double cannot hold: the payload has another one than a reader of big numbers finds in the text. */
function findUnsigned({ bytes, inexactIntegers }: JsonDocument): readonly string[] {
  return inexactIntegers
    .slice(0, listedPointers)
    .map((offset) => pointerAt(bytes, offset))
    .filter((pointer) => !pointer.startsWith('/signatures/'));
}

/** One would do for the verdict; to find the place of each costs a walk over the text. */
const listedPointers = 20;

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

function describeCard(card: JsonObject): NonNullable<VerificationReport['card']> {
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
  readonly card: JsonObject;
  readonly described: Omit<VerificationReport, 'verdict' | 'reason'>;
  readonly entries: readonly EvaluatedEntry[];
  readonly crypto: CryptoPort;
  readonly unsigned: readonly string[];
};

async function concludeReport({
  card,
  described,
  entries,
  crypto,
  unsigned,
}: Conclusion): Promise<VerificationResult> {
  const { verdict, reason, payloadId } = decideVerdict(entries, described.policy.threshold, unsigned);
  const report = { ...described, verdict, reason, entries: entries.map((entry) => entry.report) };
  const counted = entries.filter(
    (entry) => standingOf(entry.outcome) === 'verified' && entry.payloadId === payloadId,
  );
  const payload = counted[0]?.payload;
  if (payload === undefined) return { report };
  return {
    report: { ...report, payload: await describePayload(payload, card, crypto) },
    verified: {
      form: payload.form,
      payload: payload.bytes,
      entries: counted.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
    },
  };
}

async function describePayload(
  payload: Payload,
  card: JsonObject,
  crypto: CryptoPort,
): Promise<NonNullable<VerificationReport['payload']>> {
  return {
    form: payload.form,
    sha256: encodeHex(await crypto.sha256(payload.bytes)),
    defaultsLeftOut: payload.exact ? [] : normalizeCard(card, { aliases: false }).leftOut,
  };
}

/**
 * The card that was verified: the parsed payload with the entries that count, and nothing else of what was
 * received. Verifying its JSON text again gives the same verdict. An ordinary object, also for `__proto__`.
 */
export function toVerifiedCard(content: VerifiedContent): JsonObject {
  const card = JSON.parse(new TextDecoder().decode(content.payload)) as JsonObject;
  return { ...card, signatures: content.entries.map((entry) => ({ ...entry })) };
}
