/** Knows which entries cannot show that nothing was taken away from the card that they are over. */
import { isSdkForm } from '../canonical/form-names.js';
import { severityOf, type Finding } from '../findings.js';
import type { EvaluatedEntry } from './evaluate-entry.js';
import type { HandedOnCards } from './handed-on.js';

/**
 * One finding for each entry that does not name its form and whose payload an SDK would have signed for a larger card
 * too: with a requirement without scopes, say, which someone on the way took out.
 */
export function findUnprovable(entries: readonly EvaluatedEntry[], handedOn: HandedOnCards): Finding[] {
  return entries.flatMap(({ payload, isMarked, report }) => {
    if (payload === undefined) return [];
    const form = isMarked === true ? toNamed(payload.form) : handedOn.get(payload).findSdkForm();
    return form === undefined ? [] : [toFinding(report.index, form)];
  });
}

/** An entry that names the form of an SDK says itself that it is over less than the card. */
function toNamed(form: string): string | undefined {
  return isSdkForm(form) ? form : undefined;
}

function toFinding(index: number, form: string): Finding {
  return {
    code: 'removal-not-provable',
    severity: severityOf('removal-not-provable'),
    path: `/signatures/${index}`,
    line: 0,
    column: 0,
    message: `signature ${index} could be over a larger card in form ${form}: it cannot show that no requirement without scopes, and nothing else that is empty, was taken away`,
    hint: 'ask its publisher to sign with cardctl, whose entries name a form that covers everything',
  };
}
