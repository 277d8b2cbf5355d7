/** Knows how it is told on standard error what `sign` has done. */
import { isSdkForm } from '../canonical/form-names.js';
import { describeSdks, listSdks } from '../canonical/sdks.js';
import type { Finding, FindingCode } from '../findings.js';
import { escapeText } from '../formats/escape.js';
import { listPointers } from '../formats/pointers.js';
import type { Style } from '../formats/style.js';
import { renderFinding } from '../formats/text.js';
import type { SignedCard } from '../signature/sign-card.js';
import type { SignedEntry } from '../signature/signed-entry.js';

/** What was done, for standard error: one line for each entry, and for all that is written otherwise than it was. */
export function describeSigned(signed: SignedCard, source: string, style: Style): string[] {
  const { entries, servedForms, removedEntries, uncovered, content } = signed;
  const { leftOut, renamed, unknown, unknownAction, findings } = content;
  return [
    ...entries.map((entry) => describeEntry(entry, style)),
    ...describeUncovered(entries),
    ...(servedForms.length === 0
      ? []
      : [`no further signature: ${describeSdks(servedForms)} can verify the one in form a2a-1.0`]),
    ...[...entries.flatMap(describeChange), ...describeDropped(signed)].map(
      (text) => `${style.doubtful('note')}: ${text}`,
    ),
    ...(removedEntries === 0
      ? []
      : [`removed: ${removedEntries} earlier ${removedEntries === 1 ? 'signature' : 'signatures'}`]),
    ...list('left out of a signature that is kept, for nothing covers it', uncovered),
    ...list('left out, being a default or null', leftOut),
    ...list('written under the JSON name', renamed),
    ...list(
      unknownAction === 'kept'
        ? 'signed although the schema does not have it'
        : 'dropped, for the schema does not have it',
      unknown,
    ),
    ...findings
      .filter(({ code }) => toldOfCards.includes(code))
      .map((finding) => (finding.code === 'json-bom' ? withoutHint(finding) : finding))
      .map((finding) => renderFinding(finding, { source, style }).trimEnd()),
  ];
}

/** Those that a signer has to know; all others are `check`'s to tell. */
const toldOfCards: readonly FindingCode[] = ['json-bom', 'oneof-empty', 'form-differs'];

/** What is written has no byte order mark: nothing is left to do. */
function withoutHint({ hint: _, ...finding }: Finding): Finding {
  return finding;
}

function describeEntry({ action, alg, kid, form, forms, expiresAt }: SignedEntry, style: Style): string {
  const never = action === 'signed' ? ', without an expiry' : '';
  const expiry = expiresAt === undefined ? never : `, expires ${expiresAt}`;
  const what =
    alg === undefined || kid === undefined
      ? 'an entry that cannot be read'
      : `${escapeText(alg)} by ${escapeText(kid, 80)}`;
  const which = form !== undefined && isSdkForm(form) ? ` in form ${form}` : '';
  const whom = forms === undefined ? which : `${which} for ${describeSdks(forms)}`;
  return `${style.good(action)}: ${what}${whom}${expiry}`;
}

/** Each list once, however many keys sign. */
function describeUncovered(entries: readonly SignedEntry[]): string[] {
  const lines = entries.flatMap(({ forms = [], uncovered = [] }) =>
    list(`not covered for ${describeSdks(forms)}`, uncovered),
  );
  return [...new Set(lines)];
}

/** Who verifies with an SDK may have relied on it. */
function describeDropped({ entries, servedForms, droppedForms }: SignedCard): string[] {
  const made = [...servedForms, ...entries.flatMap(({ forms = [] }) => forms)];
  return droppedForms.map(({ kid, form }) => {
    const [sdk] = listSdks([form]);
    const why = made.includes(form)
      ? 'another one serves the same users'
      : sdk === undefined
        ? 'this call makes none in it'
        : `this call makes none in it; --for ${sdk} does`;
    return `the earlier signature by ${escapeText(kid, 80)} in form ${form} is removed, for ${why}`;
  });
}

/** What someone who only meant to sign again may not have meant. */
function describeChange(entry: SignedEntry): string[] {
  const { kid, expiresAt, replacedExpiry, replacedKid, isForged } = entry;
  const isEndless = expiresAt === undefined && replacedExpiry !== undefined;
  return [
    ...(isEndless
      ? [
          `the earlier signature was to expire at ${replacedExpiry}, this one never does; --expires-in sets it`,
        ]
      : []),
    ...(replacedKid === undefined
      ? []
      : [
          `the earlier signature was by ${escapeText(replacedKid, 80)}, this one is by ${escapeText(kid ?? '', 80)}; --kid sets it`,
        ]),
    ...(isForged === true
      ? [
          `the signature ${kid === undefined ? 'that cannot be read' : `that names ${escapeText(kid, 80)}`} is not over this card: who trusts its key sees a tampered card`,
        ]
      : []),
  ];
}

function list(what: string, pointers: readonly string[]): string[] {
  return pointers.length === 0 ? [] : [`${what}: ${listPointers(pointers)}`];
}
