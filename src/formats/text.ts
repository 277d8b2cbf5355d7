/** Knows the format for people: the answer first, then the reasons, then the next step. */
import type { Finding } from '../findings.js';
import type { EntryReport, VerificationReport, Verdict } from '../trust/report.js';
import { outcomes, standingOf } from '../signature/outcomes.js';
import { quotePath } from '../shell.js';
import { escapeText, longestText } from './escape.js';
import { listPointers } from './pointers.js';
import { standardInput, type CheckReport, type Format } from './report.js';
import type { Style } from './style.js';

export const textFormat: Format = {
  name: 'text',
  render: (report, style) =>
    report.command === 'check'
      ? report.reports.map((one) => renderCheck(one, style)).join('')
      : report.reports.map((one) => renderVerification(one, style, report.isTimeGiven)).join(''),
};

function renderCheck({ source, valid, shape, findings }: CheckReport, style: Style): string {
  const counts = (['error', 'warning', 'note'] as const)
    .map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? '' : 's'}`);
  const verdict = valid ? style.good('valid') : style.bad('invalid');
  const what =
    shape === undefined || shape === 'other'
      ? ''
      : shape === 'mixed'
        ? 'A2A card of mixed versions'
        : `A2A ${shape} card`;
  const details = [what, ...counts].filter((text) => text !== '').join(', ');
  const head = `${escapeText(source)}: ${verdict}${details === '' ? '' : ` (${details})`}\n`;
  return head + renderFindings(findings, { source, style });
}

/** A next step that many findings share is told once. */
export function renderFindings(
  findings: readonly Finding[],
  context: { source: string; style: Style },
): string {
  const told = new Set<string>();
  return findings
    .map((finding) => {
      const { hint, ...rest } = finding;
      const isNew = hint !== undefined && !told.has(hint);
      if (isNew) told.add(hint);
      return renderFinding(isNew ? finding : rest, context);
    })
    .join('');
}

/** `file:line:column: severity code: message`, as editors and people jump to it; the next step below. */
export function renderFinding(finding: Finding, { source, style }: { source: string; style: Style }): string {
  const { severity, code, line, column, message, hint } = finding;
  const place = line === 0 ? escapeText(source) : `${escapeText(source)}:${line}:${column}`;
  const paint = severity === 'error' ? style.bad : severity === 'warning' ? style.doubtful : style.faint;
  const next = hint === undefined ? '' : `    ${style.faint(`next: ${escapeText(hint, longestText)}`)}\n`;
  return `  ${place}: ${paint(severity)} ${code}: ${escapeText(message, longestText)}\n${next}`;
}

/** Of the verdicts that no entry explains. */
const nextSteps: Readonly<Partial<Record<Verdict, string>>> = {
  'invalid-card': 'run `cardctl check` on it for all findings, where it is yours to mend',
  'unsigned': 'ask the publisher for a signed card, or sign your own with `cardctl sign`',
};

/** The next step of the entry that decided: for `tampered` the forged one, else the first that does not count. */
function findNextStep({ verdict, card, entries, keySet, policy }: VerificationReport): string {
  // What is no card of A2A 1.0 cannot be signed.
  if (verdict === 'unsigned' && card?.shape !== '1.0')
    return 'ask the publisher for a signed card; if it is yours, `cardctl check` says what A2A 1.0 wants of it first';
  const fixed = verdict === 'trusted' ? '' : nextSteps[verdict];
  if (fixed !== undefined) return fixed;
  if (verdict === 'untrusted' && keySet.keys === 0)
    return `give a key set with usable keys; ${keySet.source} has none`;
  const standing = { 'tampered': 'forged', 'unmet-policy': 'genuine' }[verdict as string];
  const entry = entries.find(({ outcome }) => standing === undefined || standingOf(outcome) === standing);
  if (entry !== undefined) {
    const next = adviseForm(entry) ?? outcomes[entry.outcome].next;
    return verdict === 'tampered' ? `${next}; if it is yours, \`cardctl explain\` says why` : next;
  }
  // Without an entry that was evaluated, there are too many of them.
  if (verdict !== 'unmet-policy')
    return 'ask its publisher to remove the signatures that are of no use any more';
  const keys = new Set(
    entries.filter(({ outcome }) => outcome === 'verified').map(({ thumbprint }) => thumbprint),
  );
  if (keys.size < policy.threshold)
    return `ask for the signatures of ${policy.threshold} keys that you trust`;
  return 'ask its publisher to write that number as a string, and to sign again';
}

/** Of a genuine entry in a form that is not accepted; its message says what the form leaves out. */
function adviseForm({ outcome, form, unsigned }: EntryReport): string | undefined {
  if (outcome !== 'form-not-accepted' || form === undefined) return undefined;
  // To accept the form alone would not be enough.
  if (unsigned !== undefined)
    return `use what is signed and nothing else: --strip-unsigned --accept-form ${form} --out FILE writes it; or ask its publisher to sign in one that is accepted`;
  return `accept the form ${form} too, with --accept-form ${form}, if you can do without what it leaves out; or ask its publisher to sign in one that is accepted`;
}

function renderVerification(report: VerificationReport, style: Style, isTimeGiven: boolean): string {
  const { verdict, source, reason, card, entries, findings } = report;
  const paint = verdict === 'trusted' ? style.good : style.bad;
  const [finding] = verdict === 'invalid-card' ? findings : [];
  const place = finding === undefined ? '' : `:${finding.line}:${finding.column}`;
  const lines = [`${escapeText(source)}${place}: ${paint(verdict)}: ${escapeText(reason)}`];
  if (card !== undefined) lines.push(`  card     ${describeCard(card)}`);
  lines.push(`  keys     ${describeKeySet(report.keySet)}`);
  if (isTimeGiven) lines.push(`  time     judged at ${report.time}, as the call says`);
  if (report.payload !== undefined) {
    lines.push(`  content  ${describePayload(report.payload)}`, ...renderStripped(report.payload, style));
  }
  for (const entry of entries) lines.push(...renderEntry(entry, style));
  lines.push(...describeNotices(findings, report));
  const next = findNextStep(report);
  if (next !== '') lines.push(`  ${style.faint(`next: ${escapeText(next, 600)}`)}`);
  return `${lines.join('\n')}\n`;
}

/** A card's source as an argument of a command. */
export function quoteSource(source: string): string {
  return source === standardInput ? '-' : quotePath(escapeText(source));
}

/** Its name and version, and the version of A2A that it is written in. */
export function describeCard({ name, version, shape }: NonNullable<VerificationReport['card']>): string {
  const title = [name, version].filter((text) => text !== undefined).map((text) => escapeText(text, 80));
  return `${title.join(' ')}${title.length === 0 ? '' : ', '}A2A ${shape}`;
}

function describeKeySet({ source, keys }: VerificationReport['keySet']): string {
  return `${keys} usable ${keys === 1 ? 'key' : 'keys'} in ${escapeText(source)}`;
}

function describePayload({
  form,
  sha256,
  defaultsLeftOut,
}: NonNullable<VerificationReport['payload']>): string {
  const left = defaultsLeftOut.length;
  const defaults =
    left === 0
      ? ''
      : `, ${left} ${left === 1 ? 'default' : 'defaults'} not signed (${listPointers(defaultsLeftOut)})`;
  return `form ${form}, sha256 ${sha256}${defaults}`;
}

function renderEntry(entry: EntryReport, style: Style): string[] {
  const { index, outcome, message, kid, alg, expiresAt } = entry;
  const standing = standingOf(outcome);
  const paint = standing === 'verified' ? style.good : standing === 'genuine' ? style.doubtful : style.bad;
  const facts = [
    ...(alg === undefined ? [] : [alg]),
    ...(kid === undefined ? [] : [`kid ${escapeText(kid, 80)}`]),
    ...(expiresAt === undefined ? [] : [`expires ${expiresAt}`]),
  ];
  return [
    `  entry ${index}  ${paint(outcome)}: ${escapeText(message)}`,
    ...(facts.length === 0 ? [] : [`           ${style.faint(facts.join(', '))}`]),
    ...renderCoverage(entry),
  ];
}

/** What the form of a genuine entry leaves open. */
function renderCoverage({ sameForms, unsigned = [], unsignedCount, neverProves }: EntryReport): string[] {
  return [
    ...(sameForms === undefined ? [] : [`           the same text as in form ${sameForms.join(', ')}`]),
    ...(unsigned.length === 0 ? [] : [`           not covered: ${listPointers(unsigned, unsignedCount)}`]),
    ...(neverProves === undefined ? [] : [`           never proves ${neverProves}`]),
  ];
}

/** What was taken away; each member that may say how callers authenticate on a line of its own. */
function renderStripped(
  {
    stripped = [],
    strippedCount,
    strippedSecurity = [],
    strippedSecurityCount = 0,
  }: NonNullable<VerificationReport['payload']>,
  style: Style,
): string[] {
  if (stripped.length === 0) return [];
  return [
    `  stripped ${listPointers(stripped, strippedCount)}`,
    ...strippedSecurity.map(
      (pointer) =>
        `  ${style.bad('security')} taken away, for no signature covers it: ${escapeText(pointer, 120)}`,
    ),
    ...sayMoreStripped(strippedSecurityCount - strippedSecurity.length, style),
  ];
}

function sayMoreStripped(count: number, style: Style): string[] {
  return count > 0 ? [`  ${style.bad('security')} and ${count} more`] : [];
}

/** A key set can hold thousands of keys. */
const listedKeys = 20;

function sayMore(count: number, what: string): string[] {
  return count > 0 ? [`  note     ${count} more ${what}`] : [];
}

function describeNotices(
  findings: readonly Finding[],
  { keySet, source, verdict }: VerificationReport,
): string[] {
  const isOfEntry = ({ code }: Finding) => code === 'removal-not-provable';
  const errors = findings.filter((finding) => finding.severity !== 'note' && !isOfEntry(finding)).length;
  return [
    ...findings.filter(isOfEntry).map(({ code, message }) => `  note     ${code}: ${escapeText(message)}`),
    ...keySet.skipped
      .slice(0, listedKeys)
      .map(
        ({ index, kid, reason }) =>
          `  note     key ${index}${kid === undefined ? '' : ` (${escapeText(kid, 80)})`} ${escapeText(reason)}; it is skipped`,
      ),
    ...sayMore(keySet.skipped.length - listedKeys, 'keys are skipped'),
    ...keySet.duplicateKids
      .slice(0, listedKeys)
      .map((kid) => `  note     several keys have the kid ${escapeText(kid, 80)}; each is tried`),
    ...(errors === 0 || verdict === 'invalid-card'
      ? []
      : [
          `  note     ${errors} ${errors === 1 ? 'finding' : 'findings'} about the card itself: cardctl check ${quoteSource(source)}`,
        ]),
  ];
}
