/** Knows the payloads of a former copy of the card: one that matches shows that the card was changed since. */
import { toListed } from '../../trust/report.js';
import type { FormerCard } from '../former-card.js';
import type { Draft, PayloadSource } from './draft.js';
import { toCause, type Cause } from '../report.js';
import { listForms } from './forms.js';

/** Under every form there is. What is unsigned there is said of the former card, not of this one. */
export function listChanged({ former }: PayloadSource): Draft[] {
  if (former === undefined) return [];
  return listForms(former).map(({ text, form = '' }) => ({
    text,
    form,
    faults: [() => explainChange(former)],
  }));
}

function explainChange({ source, changes: { differences, count } }: FormerCard): Cause {
  const what = count === 1 ? 'one value differs' : `${count} values differ`;
  return toCause('card-changed', `the signature is over ${source}, of which ${what} in this card`, {
    pointers: toListed(differences.map(({ path }) => path)),
    pointerCount: count,
  });
}
