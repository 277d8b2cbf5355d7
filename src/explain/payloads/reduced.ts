/** Knows the payloads of the card without one of its members: one that matches shows what was added after signing. */
import { FormError } from '../../canonical/form.js';
import { defaultFormNames, getForm, tryEncode } from '../../canonical/index.js';
import { legacyMembers } from '../../card/legacy.js';
import { escapePointer } from '../../json/pointer.js';
import { withoutMembers } from '../../json/value.js';
import type { Draft, PayloadSource } from './draft.js';
import { toCause, type Cause } from '../report.js';

/** Cards have fewer; a hostile one does not decide how much work this is. */
const maximumMembers = 40;

/** Those that cover all of a card, and the one of an SDK that covers unknown members. */
const forms = [...defaultFormNames, 'a2a-js-1.0.1'];

/** Without all members of 0.x, which servers add for old clients, and without each single one. */
export function* listReduced({ card }: PayloadSource): Generator<Draft> {
  const names = Object.keys(card).filter((name) => name !== 'signatures');
  const legacy = names.filter((name) => Object.hasOwn(legacyMembers['AgentCard'] ?? {}, name));
  const groups = [
    ...(legacy.length > 1 ? [legacy] : []),
    ...names.slice(0, maximumMembers).map((name) => [name]),
  ];
  for (const form of forms) {
    for (const group of groups) {
      const encoded = tryEncode(withoutMembers(card, group), getForm(form));
      if (encoded instanceof FormError) continue;
      yield { text: encoded.text, form, faults: [() => explain(group)] };
    }
  }
}

function explain(names: readonly string[]): Cause {
  const pointers = names.map((name) => `/${escapePointer(name)}`);
  const members = names.length === 1 ? 'this member' : `these ${names.length} members`;
  return toCause('member-added', `the signature is over the card without ${members}`, {
    pointers,
    pointerCount: names.length,
  });
}
