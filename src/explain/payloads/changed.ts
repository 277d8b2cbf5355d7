/** Knows the payloads of a former copy of the card: one that matches shows that the card was changed since. */
import { FormError } from '../../canonical/form.js';
import { formNames } from '../../canonical/form-names.js';
import { toListed } from '../../trust/report.js';
import type { EntryParts } from '../entry-parts.js';
import type { FormerCard } from '../former-card.js';
import type { PayloadSource } from '../payload-source.js';
import { toCause, type Cause } from '../report.js';
import type { Variant } from '../variant.js';
import { explainForm, listDue } from './forms.js';

/** Under every form, the one that is due first. */
export function* listChanged(parts: EntryParts, { former }: PayloadSource): Generator<Variant<string>> {
  if (former === undefined) return;
  const due = listDue(parts);
  for (const name of [...due, ...formNames.filter((other) => !due.includes(other))]) {
    const list = former.payloads.list(name);
    if (list instanceof FormError) continue;
    for (const payload of list)
      yield {
        value: payload.text,
        faults: due.includes(name) ? 1 : 2,
        // What is unsigned there is said of the former card.
        explain: () => [explainChange(former), ...explainForm({ form: name }, parts)],
      };
  }
}

function explainChange({ source, changes: { differences, count } }: FormerCard): Cause {
  const what = count === 1 ? 'one value differs' : `${count} values differ`;
  return toCause('card-changed', `the signature is over ${source}, of which ${what} in this card`, {
    pointers: toListed(differences.map(({ path }) => path)),
    pointerCount: count,
  });
}
