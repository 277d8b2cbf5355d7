/** Knows the whole way from a card's bytes to the causes for which its signatures fail. */
import { createLiterals } from '../json/literals.js';
import type { JsonDocument } from '../json/read.js';
import { isObject, type JsonArray, type JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import { toKeySet, type KeySet } from '../keys/key-set.js';
import type { Prober } from '../keys/prober.js';
import { createPayloads } from '../signature/payloads.js';
import { toListed, type EntryReport, type VerificationReport } from '../trust/report.js';
import { readCardText, verifyDocument } from '../trust/verify-card.js';
import { explainEntry, listKids, toOutcomeCause } from './explain-entry.js';
import { createCandidates } from './candidates.js';
import { readFormerCard, type FormerCard } from './former-card.js';
import { toCause, type Difference, type EntryExplanation, type ExplainReport } from './report.js';
import { nameStale } from './stale-entries.js';

export type ExplainCardOptions = {
  /** The keys the caller trusts, from `readKeySet`; never the card's own. Without it, only what can be read is told. */
  readonly keySet?: KeySet;
  /** Why there is no key set, where it holds a private key: that is then the cause. */
  readonly keySetFault?: string;
  /** A former copy of the card, from `readJson`: shows what was changed since. A JSON object. */
  readonly against?: { readonly document: JsonDocument; readonly source: string };
  /** The time to judge expiry by. */
  readonly now: Date;
  readonly crypto: CryptoPort;
  readonly prober: Prober;
  /** How the report names the card; "card" by default. */
  readonly source?: string;
  /** Caps what is read, in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Caps the search for causes, in milliseconds that it takes on a machine of 2024, about; 2,000 by default. The report
   * says where it was not enough.
   */
  readonly maxWork?: number;
};

/** Entries that are explained; each of the others has its outcome from `verify`. */
const maximumExplained = 8;
/** Milliseconds that all entries of a card together are worth. */
const defaultMaxWork = 2000;

/**
 * Explains why the signatures of an Agent Card do not verify. A cause is named where undoing it makes the signature
 * match, or where it can be read in the entry or the key set; else what was tried is listed. An explanation is no
 * verdict: nothing becomes trusted by it.
 *
 * Throws only for a caller's bug (`TypeError`).
 */
export async function explainCard(bytes: Uint8Array, options: ExplainCardOptions): Promise<ExplainReport> {
  const { keySet = noKeys, now, crypto, source = 'card', maxBytes } = options;
  const document = readCardText(bytes, maxBytes);
  const { report } = await verifyDocument(document, {
    keySet,
    now,
    crypto,
    source,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  const head = toHead(report, options);
  if (report.card === undefined || 'code' in document) return { ...head, entries: [], entriesLeftOut: 0 };
  const card = document.value as JsonObject;
  const former = readFormer(options, card);
  const entries = explainEntries(card, { document, former, report, options });
  return {
    ...head,
    ...(former === undefined ? {} : { against: toAgainst(former) }),
    entries,
    entriesLeftOut: countEntries(card) - entries.length,
  };
}

const noKeys = toKeySet({ source: 'none', keys: [], skipped: [] });

function readFormer({ against }: ExplainCardOptions, card: JsonObject): FormerCard | undefined {
  if (against === undefined) return undefined;
  const { document, source } = against;
  if (!isObject(document.value)) throw new TypeError('the former copy is not a JSON object');
  return readFormerCard(document, source, card);
}

function countEntries({ signatures }: JsonObject): number {
  return Array.isArray(signatures) ? signatures.length : 0;
}

type Context = {
  readonly document: JsonDocument;
  readonly former: FormerCard | undefined;
  readonly report: VerificationReport;
  readonly options: ExplainCardOptions;
};

function explainEntries(card: JsonObject, context: Context): readonly EntryExplanation[] {
  const { document, former, report, options } = context;
  const { keySet, keySetFault, prober, maxWork = defaultMaxWork } = options;
  const reports = report.entries.slice(0, maximumExplained);
  if (keySet === undefined) return reports.map((entry) => explainWithoutKeys(entry, keySetFault));
  const payloads = createPayloads(card, createLiterals(document.bytes));
  const candidates = createCandidates({ card, document, payloads, former });
  const explained = reports.map((entry) =>
    explainEntry((card['signatures'] as JsonArray)[entry.index], entry, {
      keySet,
      prober,
      candidates,
      former: former?.source,
      index: entry.index,
      budget: { work: (1000 * maxWork) / reports.length },
    }),
  );
  return nameStale(explained);
}

/** What is wrong with it whatever the keys are; that no key has its kid is no news then. */
function explainWithoutKeys(entry: EntryReport, keySetFault: string | undefined): EntryExplanation {
  const { index, outcome, message, kid, alg } = entry;
  const named = { index, ...(kid === undefined ? {} : { kid }), ...(alg === undefined ? {} : { alg }) };
  const ofKeys =
    keySetFault === undefined ? [] : [toCause('key-private', keySetFault, { certainty: 'read' })];
  if (outcome === 'kid-unknown') return { ...named, causes: ofKeys };
  return { ...named, outcome, message, causes: [...ofKeys, toOutcomeCause(outcome, message)] };
}

type Head = Omit<ExplainReport, 'entries' | 'entriesLeftOut' | 'against'>;

function toHead(report: VerificationReport, { keySet, keySetFault }: ExplainCardOptions): Head {
  const { verdict, reason, source, time, card, findings } = report;
  const isForLack = keySet === undefined && verdict === 'untrusted';
  return {
    verdict,
    reason: isForLack ? (keySetFault ?? 'no keys were given to verify it with') : reason,
    source,
    time,
    ...(card === undefined ? {} : { card }),
    ...(keySet === undefined ? {} : { keySet: describeKeySet(keySet) }),
    findings,
  };
}

/** Of lists that a key set can make long. */
const maximumListed = 100;

function describeKeySet(keySet: KeySet): NonNullable<ExplainReport['keySet']> {
  return {
    source: keySet.source,
    keys: keySet.keys.length,
    kids: listKids(keySet).slice(0, maximumListed),
    skipped: keySet.skipped.slice(0, maximumListed),
  };
}

function toAgainst({ source, changes }: FormerCard): NonNullable<ExplainReport['against']> {
  return {
    source,
    differences: changes.differences.map(toListedDifference),
    differenceCount: changes.count,
  };
}

function toListedDifference({ path, change }: Difference): Difference {
  return { path: toListed([path])[0] ?? '', change };
}
