/** Knows the payloads of the card without one of its members: one that matches shows what was added after signing. */
import { FormError } from '../../canonical/form.js';
import { defaultFormNames, getForm, tryEncode } from '../../canonical/index.js';
import { legacyMembers } from '../../card/legacy.js';
import { escapePointer } from '../../json/pointer.js';
import { withoutMembers } from '../../json/value.js';
import type { EntryParts } from '../entry-parts.js';
import type { PayloadSource } from '../payloads.js';
import { toCause } from '../report.js';
import type { Variant } from '../variant.js';
import { explainForm, listDue } from './forms.js';

/** Cards have fewer; a hostile one does not decide how much work this is. */
const maximumMembers = 40;

/** In the forms that cover all of a card, and those of SDKs that cover unknown members. */
const sdkForms = ['a2a-js-1.0.1'];

/** Without all members of 0.x, which servers add for old clients, and without each single one. */
export function* listReduced(parts: EntryParts, { card }: PayloadSource): Generator<Variant<string>> {
  const names = Object.keys(card).filter((name) => name !== 'signatures');
  const legacy = names.filter((name) => Object.hasOwn(legacyMembers['AgentCard'] ?? {}, name));
  const groups = [
    ...(legacy.length > 1 ? [legacy] : []),
    ...names.slice(0, maximumMembers).map((name) => [name]),
  ];
  const due = listDue(parts);
  const forms = [...new Set([...due, ...defaultFormNames, ...sdkForms])];
  for (const form of forms) {
    for (const group of groups) {
      const encoded = tryEncode(withoutMembers(card, group), getForm(form));
      if (encoded instanceof FormError) continue;
      const pointers = group.map((name) => `/${escapePointer(name)}`);
      const member = pointers.length === 1 ? 'this member' : `these ${pointers.length} members`;
      yield {
        value: encoded.text,
        faults: due.includes(form) ? 1 : 2,
        explain: () => [
          toCause('member-added', `the signature is over the card without ${member}`, {
            pointers,
            pointerCount: pointers.length,
          }),
          ...explainForm({ form }, parts),
        ],
      };
    }
  }
}
