/** Knows which key and which payload an entry can mean, and finds the pair that its signature matches. */
import { FormError } from '../canonical/form.js';
import { findForm } from '../canonical/index.js';
import { isObject, type JsonValue } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet, TrustedKey } from '../keys/key-set.js';
import { readEntry, type ParsedEntry } from './entry.js';
import { isRefusal, standingOf, type Refusal } from './outcomes.js';
import type { Payload, Payloads } from './payloads.js';
import type { ProtectedHeader } from './protected-header.js';
import { KeyImportError, refuseKey, refuseSignature, verifyEntry } from './verify-entry.js';

/** Keys with one kid that an entry is tried with. */
const maximumCandidates = 4;

export type MatchContext = {
  readonly keySet: KeySet;
  readonly payloads: Payloads;
  /** The forms that an unmarked entry is tried under, in this order. */
  readonly acceptedForms: readonly string[];
  /** Those that it is tried under where none of them matches: to say what it is over, not to make it count. */
  readonly otherForms?: readonly string[];
  readonly crypto: CryptoPort;
};

export type Match = { readonly key: TrustedKey; readonly payload: Payload };

/** The key and the payload that the signature matches, or why there are none. */
export async function matchEntry(entry: ParsedEntry, context: MatchContext): Promise<Match | Refusal> {
  const candidates = findCandidates(entry.header, context.keySet);
  if (isRefusal(candidates)) return candidates;
  const refusal = await matchKeys(entry, candidates, context);
  const { otherForms = [] } = context;
  if (!isRefusal(refusal) || !isMismatch(refusal) || entry.header.form !== undefined) return refusal;
  if (otherForms.length === 0) return refusal;
  const other = await matchKeys(entry, candidates, { ...context, acceptedForms: otherForms });
  return isRefusal(other) ? refusal : other;
}

/** Of an entry that could be over a form that was not tried. */
function isMismatch({ outcome }: Refusal): boolean {
  return outcome === 'signature-mismatch' || outcome === 'form-inapplicable';
}

async function matchKeys(
  entry: ParsedEntry,
  candidates: readonly TrustedKey[],
  context: MatchContext,
): Promise<Match | Refusal> {
  const payloads = findPayloads(entry.header, context);
  let refusal: Refusal | undefined;
  for (const key of candidates) {
    const result =
      refuseUse(entry, key) ??
      (isRefusal(payloads) ? payloads : await matchKey(entry, { key, payloads, crypto: context.crypto }));
    if (!isRefusal(result)) return result;
    refusal = preferRefusal(refusal, result);
  }
  return refusal ?? unknownKid(entry.header);
}

/**
 * What an entry that `readEntry` refused is. Anyone may write the unprotected header: it is refused for a name that
 * stands in both (RFC 7515 7.2.1), but that must not hide that its signature is forged.
 */
export async function judgeUnread(
  value: JsonValue,
  refusal: Refusal,
  context: MatchContext,
): Promise<Refusal> {
  if (refusal.outcome !== 'header-overlap' || !isObject(value)) return refusal;
  const entry = readEntry({ ...value, header: null });
  const match = isRefusal(entry) ? entry : await matchEntry(entry, context);
  return isRefusal(match) && standingOf(match.outcome) === 'forged' ? match : refusal;
}

function refuseUse(entry: ParsedEntry, key: TrustedKey): Refusal | undefined {
  return refuseKey(key, entry.header.algorithm) ?? refuseSignature(entry, key);
}

/**
 * Of several keys with one kid, one that could have signed and did not tells most, and one that could not have signed
 * least. The order of the key set decides nothing else.
 */
function preferRefusal(first: Refusal | undefined, second: Refusal): Refusal {
  if (first === undefined || first.outcome === 'key-mismatch') return second;
  return standingOf(second.outcome) === 'forged' && standingOf(first.outcome) !== 'forged' ? second : first;
}

function findCandidates(header: ProtectedHeader, keySet: KeySet): readonly TrustedKey[] | Refusal {
  const keys = keySet.byKid.get(header.kid);
  if (keys === undefined) return explainUnknownKid(header, keySet);
  if (keys.length <= maximumCandidates) return keys;
  return {
    outcome: 'key-ambiguous',
    message: `${keys.length} keys have the kid "${header.kid}"; at most ${maximumCandidates} are tried`,
  };
}

/** A key that is there but had to be skipped is the likelier trouble than one that is not there. */
function explainUnknownKid(header: ProtectedHeader, keySet: KeySet): Refusal {
  const skipped = keySet.skipped.find(({ kid }) => kid === header.kid);
  if (skipped === undefined) return unknownKid(header);
  return { outcome: 'key-unusable', message: `key "${header.kid}" ${skipped.reason}` };
}

function unknownKid(header: ProtectedHeader): Refusal {
  return { outcome: 'kid-unknown', message: `no trusted key has the kid "${header.kid}"` };
}

/** A marked entry is over its form and no other; an unmarked one may be over any accepted form. */
function findPayloads(
  header: ProtectedHeader,
  { acceptedForms, payloads }: MatchContext,
): readonly Payload[] | Refusal {
  if (header.form !== undefined && findForm(header.form) === undefined) {
    return { outcome: 'form-unknown', message: `canonical form "${header.form}" is not known` };
  }
  if (header.form !== undefined) {
    const list = payloads.list(header.form);
    return list instanceof FormError ? inapplicable(list) : list;
  }
  const found = acceptedForms.flatMap<Payload | FormError>((name) => payloads.list(name));
  const usable = found.filter((payload): payload is Payload => !(payload instanceof FormError));
  const [error] = found.filter((payload) => payload instanceof FormError);
  if (usable.length === 0 && error !== undefined) return inapplicable(error);
  return usable.filter(({ id }, index) => usable.findIndex((other) => other.id === id) === index);
}

function inapplicable({ message }: FormError): Refusal {
  return { outcome: 'form-inapplicable', message };
}

type KeyContext = {
  readonly key: TrustedKey;
  readonly payloads: readonly Payload[];
  readonly crypto: CryptoPort;
};

async function matchKey(entry: ParsedEntry, { key, payloads, crypto }: KeyContext): Promise<Match | Refusal> {
  try {
    for (const payload of payloads) {
      if (await verifyEntry(entry, key, { payload: payload.bytes, crypto })) return { key, payload };
    }
  } catch (error) {
    if (error instanceof KeyImportError) return { outcome: 'key-unusable', message: error.message };
    throw error;
  }
  const forms = payloads.map(({ form }) => form).join(' or ');
  return {
    outcome: 'signature-mismatch',
    message: `the signature by key "${entry.header.kid}" does not match (${forms})`,
  };
}
