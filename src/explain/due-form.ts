/** Knows which canonical form an entry should be over, and what it means where it is over another. */
import { isSdkForm } from '../canonical/form-names.js';
import { defaultFormNames, formNames, getForm } from '../canonical/index.js';
import { toListed } from '../trust/report.js';
import type { EntryParts } from './entry-parts.js';
import { toCause, type Cause } from './report.js';

type Mark = Pick<EntryParts, 'form'>;

/** The forms that verification would try for an entry. */
export function listDue({ form }: Mark): readonly string[] {
  return form !== undefined && formNames.includes(form) ? [form] : defaultFormNames;
}

/** A header that names another form, and a form of an SDK beside, are two faults. */
export function countFormFaults(form: string, mark: Mark): number {
  if (listDue(mark).includes(form)) return 0;
  return (mark.form === undefined ? 0 : 1) + (isSdkForm(form) ? 1 : 0);
}

/** Of a signature over a payload; `unsigned` is what of the card the form does not cover. */
export function explainForm(
  { form, unsigned = [] }: { readonly form: string; readonly unsigned?: readonly string[] },
  mark: Mark,
): readonly Cause[] {
  return [
    ...(mark.form === undefined || mark.form === form ? [] : [explainMark(form, mark.form)]),
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
