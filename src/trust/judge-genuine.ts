/** Knows whether an entry that is by a trusted key counts: in time, in an accepted form, over all that is handed on. */
import { isSdkForm } from '../canonical/form-names.js';
import { describeForm, getForm } from '../canonical/index.js';
import type { Match } from '../signature/match-entry.js';
import type { Refusal } from '../signature/outcomes.js';
import type { Payload } from '../signature/payloads.js';
import type { ProtectedHeader } from '../signature/protected-header.js';
import { toTime } from '../time.js';
import type { HandedOnCards } from './handed-on.js';
import type { VerificationPolicy } from './policy.js';

export type JudgeContext = {
  readonly policy: VerificationPolicy;
  /** Seconds since the epoch. */
  readonly now: number;
  /** Whether what no signature covers is taken away instead of standing in the way. */
  readonly stripUnsigned: boolean;
  /** Of the payloads of the card that is verified. */
  readonly handedOn: HandedOnCards;
};

/** The outcome of a genuine entry. */
export function judgeGenuine(header: ProtectedHeader, { payload }: Match, context: JudgeContext): Refusal {
  const { policy, now } = context;
  if (header.expiresAt !== undefined && now >= header.expiresAt + policy.leewaySeconds)
    return { outcome: 'expired', message: `genuine, but expired at ${toTime(header.expiresAt)}` };
  const unsigned = payload.unsigned ?? [];
  if (!isAccepted(header, payload, context)) return refuseForm(payload);
  const loss = explainLoss(header, payload, context);
  if (loss !== undefined) return refuseContent(payload, loss);
  if (unsigned.length > 0 && !context.stripUnsigned) {
    const message = `genuine in form ${describeForm(payload.form)}, which does not cover all of the card`;
    return { outcome: 'content-unsigned', message };
  }
  return { outcome: 'verified', message: `matches the card in form ${payload.form}` };
}

function refuseContent(payload: Payload, loss: string): Refusal {
  const message = `genuine in form ${describeForm(payload.form)}, but what it covers would not verify again by itself: ${loss}`;
  return { outcome: 'content-unverifiable', message };
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
  return (
    payload.unsigned !== undefined && context.handedOn.get(payload).explainLoss(acceptedForms) === undefined
  );
}

/**
 * Why what is handed on would not verify again, in the forms that the entry is tried in then. A text of our own forms
 * always does; an SDK may refuse the card once the empty values are gone, though the text is that of `a2a-1.0`, too.
 */
function explainLoss(
  { form }: ProtectedHeader,
  payload: Payload,
  { policy, handedOn }: JudgeContext,
): string | undefined {
  if (!isSdkForm(payload.form)) return undefined;
  return handedOn.get(payload).explainLoss(form === undefined ? policy.acceptedForms : [form]);
}
