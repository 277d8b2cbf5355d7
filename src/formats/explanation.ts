/** Knows how `explain` shows to a person why the signatures of a card fail. */
import type { Cause, EntryExplanation, ExplainReport, Trial } from '../explain/report.js';
import { escapeText } from './escape.js';
import { listPointers } from './pointers.js';
import type { Style } from './style.js';
import { describeCard, quoteSource } from './text.js';

/** What fails first, then the reasons of each entry with what to do about it. */
export function renderExplanation(report: ExplainReport, style: Style): string {
  const { source, verdict, reason, card, keySet, against, entries, entriesLeftOut, findings } = report;
  const [finding] = verdict === 'invalid-card' ? findings : [];
  const place = finding === undefined ? '' : `:${finding.line}:${finding.column}`;
  const paint = verdict === 'trusted' ? style.good : style.bad;
  const lines = [
    `${escapeText(source)}${place}: ${paint(verdict)}: ${escapeText(reason)}`,
    ...(card === undefined ? [] : [`  card     ${describeCard(card)}`]),
    ...(keySet === undefined ? [] : describeKeys(keySet)),
    ...(against === undefined ? [] : describeFormer(against)),
    ...entries.flatMap((entry) => renderEntry(entry, report, style)),
    ...(entriesLeftOut === 0 ? [] : [`  note     ${sayLeftOut(report)}`]),
    ...renderEnd(report, style),
  ];
  return `${lines.join('\n')}\n`;
}

function sayLeftOut({ entries, entriesLeftOut }: ExplainReport): string {
  const are = entriesLeftOut === 1 ? 'entry is' : 'entries are';
  return entries.length > 0
    ? `${entriesLeftOut} more ${are} not explained`
    : `none of the ${entriesLeftOut} entries is explained: remove those that are of no use any more`;
}

/** Skipped keys that are shown; a key set can hold thousands, and the report has the first hundred. */
const listedKeys = 20;

function describeKeys({ source, keys, skipped }: NonNullable<ExplainReport['keySet']>): string[] {
  return [
    `  keys     ${keys} usable ${keys === 1 ? 'key' : 'keys'} in ${escapeText(source)}`,
    ...skipped
      .slice(0, listedKeys)
      .map(
        ({ index, kid, reason }) =>
          `  note     key ${index}${kid === undefined ? '' : ` (${escapeText(kid, 80)})`} ${escapeText(reason)}; it is skipped`,
      ),
    ...(skipped.length > listedKeys ? ['  note     more keys are skipped'] : []),
  ];
}

function describeFormer({
  source,
  differences,
  differenceCount,
}: NonNullable<ExplainReport['against']>): string[] {
  if (differenceCount === 0) return [`  against  ${escapeText(source)}: no value differs`];
  const shown = differences.slice(0, 8).map(({ path, change }) => `${escapeText(path, 120)} ${change}`);
  const more = differenceCount > shown.length ? ` and ${differenceCount - shown.length} more` : '';
  return [`  against  ${escapeText(source)}: ${shown.join(', ')}${more}`];
}

function renderEntry(entry: EntryExplanation, report: ExplainReport, style: Style): string[] {
  const { index, outcome, message, kid, alg, causes, tried } = entry;
  const facts = [
    ...(alg === undefined ? [] : [alg]),
    ...(kid === undefined ? [] : [`kid ${escapeText(kid, 80)}`]),
  ];
  const is =
    outcome === undefined
      ? 'not verified: there is no key to verify it with'
      : `${outcome}: ${escapeText(message ?? '')}`;
  const paint = outcome === 'verified' ? style.good : style.bad;
  return [
    `  entry ${index}  ${paint(is)}`,
    ...(facts.length === 0 ? [] : [`           ${style.faint(facts.join(', '))}`]),
    ...causes.flatMap((cause) => renderCause(cause, style)),
    ...(tried === undefined || causes.length > 0 ? [] : renderTrial(tried, report, style)),
  ];
}

const longestText = 1200;

function renderCause(
  { code, certainty, message, next, pointers, pointerCount }: Cause,
  style: Style,
): string[] {
  const places =
    pointers === undefined || pointers.length === 0 ? '' : `: ${listPointers(pointers, pointerCount)}`;
  return [
    `    cause  ${style.doubtful(code)} (${certainty}): ${escapeText(message, longestText)}${places}`,
    `           ${style.faint(`next: ${escapeText(next, longestText)}`)}`,
  ];
}

function renderTrial(
  { what, attempts, complete }: Trial,
  { against }: ExplainReport,
  style: Style,
): string[] {
  const next =
    against === undefined
      ? 'get the card as it was when it was signed, and give it with --against FILE; or fetch the card and the key set again from their origin'
      : 'fetch the card and the key set again from their origin, and ask the signer for the exact bytes that it signs';
  return [
    `    cause  none was found: the signature matches nothing of what follows, each alone and two at a time${complete ? '' : ', as far as it was tried'}`,
    ...what.map((text) => `           tried: ${escapeText(text)}`),
    `           ${attempts} signatures were computed${complete ? '' : '; the card is too large, or has too many entries, to compute all'}`,
    `           ${style.faint(`next: ${next}`)}`,
  ];
}

/** What to do about the card as a whole. */
function renderEnd({ verdict, source, card, keySet, entries }: ExplainReport, style: Style): string[] {
  const codes = entries.flatMap(({ causes }) => causes.map(({ code }) => code));
  switch (verdict) {
    case 'trusted':
      return [
        indent(style.faint(codes.length > 0 ? trustedInSpite : 'it verifies: there is nothing to explain')),
      ];
    case 'invalid-card':
      return [
        indent(style.faint(`next: cardctl check ${quoteSource(source)} says what is wrong with the card`)),
      ];
    case 'unsigned':
      return [indent(style.faint(card?.shape === '1.0' ? signIt : mendIt))];
    case 'unmet-policy':
      return [];
    default:
      if (keySet === undefined && !codes.includes('key-private'))
        return [indent(style.faint('next: give the key set that it should verify with: --jwks FILE'))];
      return [
        indent(style.doubtful('do not use this card until it verifies: a cause makes nothing trusted')),
      ];
  }
}

const trustedInSpite = 'it verifies; an entry with a cause does not count, and does no harm';
const signIt = 'next: sign it with `cardctl sign`, or ask its publisher to';
// What is no card of A2A 1.0 cannot be signed.
const mendIt = 'next: `cardctl check` says what A2A 1.0 wants of the card before it can be signed';

function indent(text: string): string {
  return `  ${text}`;
}
