/** Knows which entries cannot show that nothing was taken away from the card that they are over. */
import { FormError } from '../canonical/form.js';
import { sdkFormNames } from '../canonical/index.js';
import { severityOf, type Finding } from '../findings.js';
import { createPayloads, type Payload } from '../signature/payloads.js';
import type { EvaluatedEntry } from './evaluate-entry.js';
import { readContent } from './judge-genuine.js';

/**
 * One finding for each entry that does not name its form and whose payload an SDK would have signed for a larger card
 * too: with a requirement without scopes, say, which someone on the way took out.
 */
export function findUnprovable(entries: readonly EvaluatedEntry[]): Finding[] {
  return entries.flatMap(({ payload, isMarked, report }) => {
    if (payload === undefined) return [];
    const form = isMarked === true ? toNamed(payload) : findFixedForm(payload);
    return form === undefined ? [] : [toFinding(report.index, form)];
  });
}

/** An entry that names the form of an SDK says itself that it is over less than the card. */
function toNamed({ form }: Payload): string | undefined {
  return (sdkFormNames as readonly string[]).includes(form) ? form : undefined;
}

/** The form of an SDK that makes the same text of what the payload holds. */
function findFixedForm({ bytes, text }: Payload): string | undefined {
  const card = readContent(bytes);
  if (card === undefined) return undefined;
  const payloads = createPayloads(card);
  return sdkFormNames.find((name) => {
    const found = payloads.list(name);
    return !(found instanceof FormError) && found.some((payload) => payload.text === text);
  });
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
