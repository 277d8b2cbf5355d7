/** Knows the payloads of the card without some of its members: one that matches shows what was added after signing. */
import { FormError } from '../../canonical/form.js';
import { defaultFormNames, getForm, tryEncode } from '../../canonical/index.js';
import { legacyMembers } from '../../card/legacy.js';
import { normalizeCard } from '../../card/presence.js';
import { escapePointer } from '../../json/pointer.js';
import { withoutMembers, type JsonObject } from '../../json/value.js';
import { toListed } from '../../trust/report.js';
import { toCause, type Cause } from '../report.js';
import type { Draft, PayloadSource } from './draft.js';

/** Cards have fewer; a hostile one does not decide how much work this is. */
const maximumMembers = 40;

/** Those that cover all of a card, and the one of an SDK that covers unknown members. */
const forms = [...defaultFormNames, 'a2a-js-1.0.1'];

/**
 * Without all members of 0.x, which servers add for old clients; without all, wherever they are, that the schema does
 * not have; and without each single one.
 */
export function* listReduced({ card }: PayloadSource): Generator<Draft> {
  const reductions = listReductions(card);
  for (const form of forms) {
    for (const { reduced, pointers } of reductions) {
      const encoded = tryEncode(reduced, getForm(form));
      if (encoded instanceof FormError) continue;
      yield { text: encoded.text, form, faults: [() => explain(pointers)] };
    }
  }
}

type Reduction = { readonly reduced: JsonObject; readonly pointers: readonly string[] };

function listReductions(card: JsonObject): Reduction[] {
  const names = Object.keys(card).filter((name) => name !== 'signatures');
  const legacy = names.filter((name) => Object.hasOwn(legacyMembers['AgentCard'] ?? {}, name));
  const known = normalizeCard(card, { aliases: false, dropUnknown: true });
  return [
    ...(legacy.length > 1 ? [withoutNames(card, legacy)] : []),
    ...(known.unknown.length > 0 ? [{ reduced: known.card, pointers: known.unknown }] : []),
    ...names.slice(0, maximumMembers).map((name) => withoutNames(card, [name])),
  ];
}

function withoutNames(card: JsonObject, names: readonly string[]): Reduction {
  return {
    reduced: withoutMembers(card, names),
    pointers: names.map((name) => `/${escapePointer(name)}`),
  };
}

function explain(pointers: readonly string[]): Cause {
  const members = pointers.length === 1 ? 'this member' : `these ${pointers.length} members`;
  return toCause('member-added', `the signature is over the card without ${members}`, {
    pointers: toListed(pointers),
    pointerCount: pointers.length,
  });
}
