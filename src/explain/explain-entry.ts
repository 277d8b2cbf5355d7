/** Knows how the causes of one entry are put together: what can be read, and what the search proves. */
import { outcomes, standingOf, type Outcome } from '../signature/outcomes.js';
import type { JsonValue } from '../json/value.js';
import type { KeySet } from '../keys/key-set.js';
import type { EntryReport } from '../trust/report.js';
import type { CauseCode } from './causes.js';
import { readParts } from './entry-parts.js';
import { explainForm } from './due-form.js';
import { toCause, type Cause, type EntryExplanation } from './report.js';
import { searchFaults, type SearchContext } from './search.js';

/** Explains one element of `signatures`, of which `verify` says `report`. */
export function explainEntry(
  value: JsonValue | undefined,
  report: EntryReport,
  context: SearchContext,
): EntryExplanation {
  const head = describe(report);
  const standing = standingOf(report.outcome);
  if (standing === 'verified') return { ...head, causes: [] };
  if (standing === 'genuine') return { ...head, causes: explainGenuine(report) };
  const facts = readFacts(report, context.keySet);
  const parts = readParts(value);
  const found = parts === undefined ? undefined : searchFaults(parts, context);
  if (found === undefined) return { ...head, causes: facts };
  if ('causes' in found)
    return { ...head, causes: [...facts.filter(isLeftBy(found.causes)), ...found.causes] };
  return { ...head, causes: facts, tried: found };
}

function describe({ index, outcome, message, kid, alg }: EntryReport): Omit<EntryExplanation, 'causes'> {
  return {
    index,
    outcome,
    message,
    ...(kid === undefined ? {} : { kid }),
    ...(alg === undefined ? {} : { alg }),
  };
}

function explainGenuine(report: EntryReport): readonly Cause[] {
  const { outcome, message, form = '', formMarked, unsigned, unsignedCount } = report;
  // To accept the form would not be enough.
  if (outcome === 'content-unverifiable') return [toOutcomeCause(outcome, message)];
  const ofForm = explainForm(
    { form, ...(unsigned === undefined ? {} : { unsigned }) },
    { form: formMarked === true ? form : undefined },
  ).map((cause) => (unsignedCount === undefined ? cause : { ...cause, pointerCount: unsignedCount }));
  const isExpired = outcome === 'expired';
  if (!isExpired && ofForm.length === 0) return [toOutcomeCause(outcome, message)];
  return [...(isExpired ? [toCause('expired', message)] : []), ...ofForm];
}

/** What stands in the entry and in the key set. That a signature does not match says nothing of why. */
function readFacts({ outcome, message }: EntryReport, keySet: KeySet): readonly Cause[] {
  switch (outcome) {
    case 'signature-mismatch':
      return [];
    case 'kid-unknown':
      return [toCause('kid-unknown', `${message}; ${sayKids(keySet)}`, { certainty: 'read' })];
    case 'key-unusable':
      return [toCause('key-unusable', message, { certainty: 'read' })];
    default:
      return [toOutcomeCause(outcome, message)];
  }
}

/** The outcome itself, where it says all. */
export function toOutcomeCause(outcome: Outcome, message: string): Cause {
  return { code: outcome, certainty: 'read', message, next: outcomes[outcome].next };
}

/** Kids that a sentence lists; the report has more. */
const listedKids = 12;

function sayKids(keySet: KeySet): string {
  const kids = listKids(keySet);
  if (kids.length === 0) return 'the set has no usable key';
  const more = kids.length > listedKids ? ` and ${kids.length - listedKids} more` : '';
  return `the set has ${kids
    .slice(0, listedKids)
    .map((kid) => `"${kid}"`)
    .join(', ')}${more}`;
}

/** What a header can name the keys of a set by: their kid, or the thumbprint of one that has none (RFC 7638). */
export function listKids({ keys }: KeySet): string[] {
  return [...new Set(keys.map(({ kid, thumbprint }) => kid ?? thumbprint))];
}

/** What a proof says better. */
const replaced: Readonly<Partial<Record<Cause['code'], readonly CauseCode[]>>> = {
  'header-malformed': ['base64'],
  'key-mismatch': ['key-limits', 'algorithm', 'rsa-padding'],
  'form-unknown': ['form-mark'],
  'form-inapplicable': ['form-mark'],
  'alg-refused': ['algorithm'],
};

/** A signature that matches is not malformed but for what the proof names. */
function isLeftBy(proof: readonly Cause[]): (fact: Cause) => boolean {
  return ({ code }) =>
    code !== 'signature-malformed' &&
    !proof.some((cause) => (replaced[code] as readonly string[] | undefined)?.includes(cause.code));
}
