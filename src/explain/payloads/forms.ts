/** Knows the canonical forms that an entry may be over, and what it means where that is not the one that it should be. */
import { FormError } from '../../canonical/form.js';
import { defaultFormNames, formNames, getForm } from '../../canonical/index.js';
import { isSdkForm } from '../../canonical/form-names.js';
import type { Payload, Payloads } from '../../signature/payloads.js';
import { toListed } from '../../trust/report.js';
import type { EntryParts } from '../entry-parts.js';
import { toCause, type Cause } from '../report.js';
import type { PayloadSource } from '../payload-source.js';
import type { Variant } from '../variant.js';

/** Under every form there is; the one that is due first, then those that cover all of a card. */
export function listForms(parts: EntryParts, { payloads }: PayloadSource): Variant<string>[] {
  const due = listDue(parts);
  const names = [...due, ...formNames.filter((name) => !due.includes(name))];
  return names.flatMap((name) => listUnder(name, payloads, parts));
}

/** The forms that verification would try for an entry. */
export function listDue({ form }: Pick<EntryParts, 'form'>): readonly string[] {
  return form !== undefined && formNames.includes(form) ? [form] : defaultFormNames;
}

function listUnder(name: string, payloads: Payloads, parts: EntryParts): Variant<string>[] {
  const list = payloads.list(name);
  if (list instanceof FormError) return [];
  return list.map((payload) => {
    const causes = explainForm(payload, parts);
    // A header that names another form, and a form of an SDK beside, are two faults.
    const faults = listDue(parts).includes(name) ? 0 : causes.length;
    return { value: payload.text, faults, explain: () => causes };
  });
}

/** Of a signature over a payload. */
export function explainForm(
  { form, unsigned = [] }: Pick<Payload, 'form' | 'unsigned'>,
  parts: Pick<EntryParts, 'form'>,
): readonly Cause[] {
  return [
    ...(parts.form === undefined || parts.form === form ? [] : [explainMark(form, parts.form)]),
    ...(isSdkForm(form) ? [explainSdkForm(form, unsigned)] : []),
  ];
}

function explainMark(form: string, named: string): Cause {
  return toCause('form-mark', `the header names form ${named}; the signature is over form ${form}`, { form });
}

function explainSdkForm(form: string, unsigned: readonly string[]): Cause {
  const { source: sdk = form, leavesOut, neverProves = '' } = getForm(form);
  const counts = unsigned.length === 1 ? 'this member' : `these ${unsigned.length} members`;
  const uncovered =
    unsigned.length === 0
      ? `covers all that this card holds, but never proves ${neverProves}`
      : `does not cover ${counts} of the card`;
  const accept =
    unsigned.length === 0 ? `--accept-form ${form}` : `--strip-unsigned --accept-form ${form} --out FILE`;
  return toCause(
    'sdk-form',
    `the signature is by ${sdk}, over form ${form}, which leaves out ${leavesOut}: it ${uncovered}`,
    {
      form,
      sdk,
      ...(unsigned.length === 0 ? {} : { pointers: toListed(unsigned), pointerCount: unsigned.length }),
      next: `if you sign it: \`cardctl sign\` covers all of the card, and --for adds an entry for the users of that SDK; if you receive it: \`cardctl verify ${accept}\` lets you use what is signed`,
    },
  );
}
