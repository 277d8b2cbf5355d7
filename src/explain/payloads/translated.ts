/** Knows the payloads of a card that was signed in one version of A2A and translated to another. */
import { FormError } from '../../canonical/form.js';
import { formNames } from '../../canonical/form-names.js';
import { detectShape } from '../../card/shape.js';
import { createPayloads } from '../../signature/payloads.js';
import type { EntryParts } from '../entry-parts.js';
import type { PayloadSource } from '../payload-source.js';
import { toCause, type Cause } from '../report.js';
import { listAsLegacy, listAsCurrent } from '../translate.js';
import { wrong, type Variant } from '../variant.js';

/** The card as each version that it is not in, under every form: the version is the fault, whatever signed it. */
export function* listTranslated(_parts: EntryParts, { card }: PayloadSource): Generator<Variant<string>> {
  const shape = detectShape(card);
  if (shape === '1.0') yield* listUnderForms(listAsLegacy(card), '0.3', '1.0');
  if (shape === '0.3') yield* listUnderForms(listAsCurrent(card), '1.0', '0.3');
}

function* listUnderForms(
  cards: ReturnType<typeof listAsLegacy>,
  signed: string,
  now: string,
): Generator<Variant<string>> {
  for (const card of cards) {
    const payloads = createPayloads(card);
    for (const form of formNames) {
      const list = payloads.list(form);
      if (list instanceof FormError) continue;
      for (const { text } of list) yield wrong(text, () => explain(form, signed, now));
    }
  }
}

function explain(form: string, signed: string, now: string): Cause {
  const message = `the signature is over this card as A2A ${signed} has it, in form ${form}; it was translated to ${now} since`;
  return toCause('translated', message, { form });
}
