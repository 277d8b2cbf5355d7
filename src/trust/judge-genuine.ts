/** Knows whether an entry that is by a trusted key counts: in time, in an accepted form, over all that is handed on. */
import { findAmbiguity } from '../canonical/ambiguity.js';
import { FormError } from '../canonical/form.js';
import { describeForm, getForm, specificationForm, tryEncode } from '../canonical/index.js';
import { isObject, type JsonObject } from '../json/value.js';
import { readJson } from '../json/read.js';
import type { Match } from '../signature/match-entry.js';
import type { Refusal } from '../signature/outcomes.js';
import { createPayloads, type Payload } from '../signature/payloads.js';
import type { ProtectedHeader } from '../signature/protected-header.js';
import { toTime } from '../time.js';
import type { VerificationPolicy } from './policy.js';

export type JudgeContext = {
  readonly policy: VerificationPolicy;
  /** Seconds since the epoch. */
  readonly now: number;
  /** Whether what no signature covers is taken away instead of standing in the way. */
  readonly stripUnsigned: boolean;
};

/** The outcome of a genuine entry. */
export function judgeGenuine(header: ProtectedHeader, { payload }: Match, context: JudgeContext): Refusal {
  const { policy, now } = context;
  if (header.expiresAt !== undefined && now >= header.expiresAt + policy.leewaySeconds)
    return { outcome: 'expired', message: `genuine, but expired at ${toTime(header.expiresAt)}` };
  const unsigned = payload.unsigned ?? [];
  if (!isAccepted(header, payload, context)) return refuseForm(payload);
  if (payload.unsigned !== undefined && !isHandedOn(payload, context)) return refuseContent(payload);
  if (unsigned.length > 0 && !context.stripUnsigned) {
    const message = `genuine in form ${describeForm(payload.form)}, which does not cover all of the card`;
    return { outcome: 'content-unsigned', message };
  }
  return { outcome: 'verified', message: `matches the card in form ${payload.form}` };
}

function refuseContent(payload: Payload): Refusal {
  const message = `genuine in form ${describeForm(payload.form)}, but what it covers cannot be written so that it verifies again: a number was signed in a spelling of its own`;
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
  return payload.unsigned !== undefined && holdsItself(payload, acceptedForms);
}

/** What is handed on must verify again: one form tells numbers apart that no reader of JSON does. */
function isHandedOn(payload: Payload, { policy }: JudgeContext): boolean {
  return holdsItself(payload, [payload.form, ...policy.acceptedForms]);
}

/** Whether the card that a payload is the text of has that text under one of the forms, with nothing left out. */
function holdsItself({ bytes, text }: Payload, forms: readonly string[]): boolean {
  const card = readContent(bytes);
  if (card === undefined) return false;
  if (findAmbiguity(card, tryEncode(card, specificationForm)) !== undefined) return false;
  const payloads = createPayloads(card);
  return forms.some((form) => {
    const found = payloads.list(form);
    return !(found instanceof FormError) && found.some((one) => one.text === text && isWhole(one));
  });
}

function isWhole({ unsigned = [] }: Payload): boolean {
  return unsigned.length === 0;
}

/** The card that a payload is the text of, as it is handed on: written anew. Undefined where nothing is left of it. */
export function readContent(bytes: Uint8Array): JsonObject | undefined {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
  const { value } = readJson(new TextEncoder().encode(text), { maxBytes: Number.MAX_SAFE_INTEGER });
  return isObject(value) ? value : undefined;
}
