/** Knows the payloads of a card that was signed in one version of A2A and translated to another. */
import { FormError } from '../../canonical/form.js';
import { defaultFormNames, formNames } from '../../canonical/form-names.js';
import { createLiterals } from '../../json/literals.js';
import type { JsonObject } from '../../json/value.js';
import { detectShape } from '../../card/shape.js';
import { createPayloads } from '../../signature/payloads.js';
import type { Draft, PayloadSource } from './draft.js';
import { toCause, type Cause } from '../report.js';
import { listAsCurrent } from '../translate/to-current.js';
import { listAsLegacy } from '../translate/to-legacy.js';

type Forms = { readonly names: readonly string[]; readonly signed: string; readonly now: string };

const ofLegacy = ['a2a-python-0.3.24', 'a2a-python-0.3.21'];
const legacyForms: Forms = { names: [...ofLegacy, ...defaultFormNames], signed: '0.3', now: '1.0' };
const currentForms: Forms = {
  names: formNames.filter((name) => !ofLegacy.includes(name)),
  signed: '1.0',
  now: '0.3',
};

/** The card as the version that it is not in: the version is the fault, whatever form was signed. */
export function* listTranslated({ card, document }: PayloadSource): Generator<Draft> {
  // Where numbers may stand, in the parameters of extensions, both versions have them in one place.
  const literals = createLiterals(document.bytes);
  const shape = detectShape(card);
  if (shape === '1.0') yield* listUnder(legacyForms, listAsLegacy(card), literals);
  if (shape === '0.3') yield* listUnder(currentForms, listAsCurrent(card), literals);
}

function* listUnder(
  forms: Forms,
  cards: Iterable<JsonObject>,
  literals: ReturnType<typeof createLiterals>,
): Generator<Draft> {
  for (const card of cards) {
    const payloads = createPayloads(card, literals);
    for (const form of forms.names) {
      const list = payloads.list(form);
      if (list instanceof FormError) continue;
      for (const { text } of list) yield { text, faults: [() => explain(form, forms)], isAlone: true };
    }
  }
}

function explain(form: string, { signed, now }: Forms): Cause {
  const message = `the signature is over this card as A2A ${signed} has it, in form ${form}; it was translated to ${now} since`;
  return toCause('translated', message, { form });
}
