/** Knows the canonical forms that an entry may be over. */
import { FormError } from '../../canonical/form.js';
import { formNames } from '../../canonical/index.js';
import type { Draft, PayloadSource } from './draft.js';

/** Under every form there is; those that cover all of a card first. */
export function listForms({ payloads }: Pick<PayloadSource, 'payloads'>): Draft[] {
  return formNames.flatMap((form) => {
    const list = payloads.list(form);
    if (list instanceof FormError) return [];
    return list.map(({ text, unsigned }) => ({
      text,
      form,
      ...(unsigned === undefined ? {} : { unsigned }),
      faults: [],
    }));
  });
}
