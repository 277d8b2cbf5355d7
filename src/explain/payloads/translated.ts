/** Knows the payloads of a card that was signed in one version of A2A and translated to another. */
import { FormError } from '../../canonical/form.js';
import { formNames } from '../../canonical/form-names.js';
import type { JsonObject } from '../../json/value.js';
import { detectShape } from '../../card/shape.js';
import { createPayloads } from '../../signature/payloads.js';
import type { Draft, PayloadSource } from './draft.js';
import { toCause, type Cause } from '../report.js';
import { listAsLegacy, listAsCurrent } from '../translate.js';

const legacyForms = ['jcs', 'a2a-python-0.3.24', 'a2a-python-0.3.21'];
const currentForms = formNames.filter((name) => !legacyForms.includes(name) || name === 'jcs');

/** The card as the version that it is not in: the version is the fault, whatever form was signed. */
export function* listTranslated({ card }: PayloadSource): Generator<Draft> {
  const shape = detectShape(card);
  if (shape === '1.0')
    yield* listUnder(legacyForms, listAsLegacy(card), (form) => explain(form, '0.3', '1.0'));
  if (shape === '0.3')
    yield* listUnder(currentForms, listAsCurrent(card), (form) => explain(form, '1.0', '0.3'));
}

function* listUnder(
  forms: readonly string[],
  cards: Iterable<JsonObject>,
  say: (form: string) => Cause,
): Generator<Draft> {
  for (const card of cards) {
    const payloads = createPayloads(card);
    for (const form of forms) {
      const list = payloads.list(form);
      if (list instanceof FormError) continue;
      for (const { text } of list) yield { text, faults: [() => say(form)] };
    }
  }
}

function explain(form: string, signed: string, now: string): Cause {
  const message = `the signature is over this card as A2A ${signed} has it, in form ${form}; it was translated to ${now} since`;
  return toCause('translated', message, { form });
}
