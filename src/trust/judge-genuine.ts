/** Knows whether an entry that is by a trusted key counts: in time, in an accepted form, over all that is handed on. */
import { isSdkForm } from '../canonical/form-names.js';
import { describeForm, getForm } from '../canonical/index.js';
import type { Match } from '../signature/match-entry.js';
import type { Refusal } from '../signature/outcomes.js';
import type { Payload } from '../signature/payloads.js';
import type { ProtectedHeader } from '../signature/protected-header.js';
import { toTime } from '../time.js';
import { findPayload, type HandedOnCards } from './handed-on.js';
import type { VerificationPolicy } from './policy.js';

export type JudgeContext = {
  readonly policy: VerificationPolicy;
  /** Seconds since the epoch. */
  readonly now: number;
  /** Whether what no signature covers is taken away instead of standing in the way. */
  readonly stripUnsigned: boolean;
  readonly handedOn: HandedOnCards;
};

/** The outcome of a genuine entry. */
export function judgeGenuine(header: ProtectedHeader, { payload }: Match, context: JudgeContext): Refusal {
  const { policy, now } = context;
  if (header.expiresAt !== undefined && now >= header.expiresAt + policy.leewaySeconds)
    return { outcome: 'expired', message: `genuine, but expired at ${toTime(header.expiresAt)}` };
  const unsigned = payload.unsigned ?? [];
  if (!isAccepted(header, payload, context)) return refuseForm(payload);
  if (isSdkForm(payload.form) && !isHandedOn(header, payload, context)) return refuseContent(payload);
  if (unsigned.length > 0 && !context.stripUnsigned) {
    const message = `genuine in form ${describeForm(payload.form)}, which does not cover all of the card`;
    return { outcome: 'content-unsigned', message };
  }
  return { outcome: 'verified', message: `matches the card in form ${payload.form}` };
}

function refuseContent(payload: Payload): Refusal {
  const message = `genuine in form ${describeForm(payload.form)}, but the card that is left of what it covers does not verify again in a form that is accepted`;
  return { outcome: 'content-unsigned', message };
}

function refuseForm(payload: Payload): Refusal {
  const { leavesOut } = getForm(payload.form);
  const message = `genuine, but form ${describeForm(payload.form)} is not accepted here; it leaves out ${leavesOut}`;
  return { outcome: 'form-not-accepted', message };
}

/**
 * Whether the policy accepts the form, or, where the card is to be stripped, a form that the stripped card would be
 * found in. An entry that names its form counts in no other.
 */
function isAccepted(header: ProtectedHeader, payload: Payload, context: JudgeContext): boolean {
  const { acceptedForms } = context.policy;
  if (acceptedForms.includes(payload.form)) return true;
  if (!context.stripUnsigned || header.form !== undefined) return false;
  return payload.unsigned !== undefined && holdsItself(payload, acceptedForms, context);
}

/**
 * What is handed on must verify again, with the same entry: one form tells numbers apart that no reader of JSON does,
 * another refuses what is empty.
 */
function isHandedOn(header: ProtectedHeader, payload: Payload, context: JudgeContext): boolean {
  return holdsItself(
    payload,
    header.form === undefined ? context.policy.acceptedForms : [header.form],
    context,
  );
}

/** Whether the card that a payload is the text of has that text under one of the forms, with nothing left out. */
function holdsItself(payload: Payload, forms: readonly string[], { handedOn }: JudgeContext): boolean {
  const card = handedOn(payload);
  if (card === undefined || card.isAmbiguous) return false;
  return forms.some((form) => {
    const found = findPayload(card, form, payload.text);
    return found !== undefined && (found.unsigned ?? []).length === 0;
  });
}
