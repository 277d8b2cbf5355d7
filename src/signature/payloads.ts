/** Knows the payloads that a received card has under each form, each computed once and only when asked for. */
import { findForm, specificationForm, tryEncode } from '../canonical/index.js';
import { jcs } from '../canonical/forms/jcs.js';
import { FormError } from '../canonical/form.js';
import type { JsonObject } from '../json/value.js';

export type Payload = {
  /** The form it was asked for by. */
  readonly form: string;
  /** Tells payloads apart: equal ones of several forms have one id. */
  readonly id: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Whether it holds all that the card holds. */
  readonly exact: boolean;
  /** Whether it holds members under their proto names, as unknown ones. */
  readonly hasAliases: boolean;
};

export type Payloads = {
  /** The payload under a known form, or the reason why there is none. */
  get(formName: string): Payload | FormError;
};

const encoder = new TextEncoder();

/** A member under its proto name is an unknown member here: what verifies is what the text says. */
export function createPayloads(card: JsonObject): Payloads {
  const byForm = new Map<string, Payload | FormError>();
  const get = (formName: string): Payload | FormError => {
    const found = byForm.get(formName) ?? computePayload(card, formName, get);
    byForm.set(formName, found);
    return found;
  };
  return { get };
}

function computePayload(card: JsonObject, formName: string, get: Payloads['get']): Payload | FormError {
  const form = findForm(formName);
  if (form === undefined) throw new TypeError(`form ${formName} is not known`);
  // An exact form holds the whole card, and so does `jcs`: both are RFC 8785 of the same value.
  const twin = form === jcs ? get(specificationForm.name) : undefined;
  if (twin !== undefined && !(twin instanceof FormError) && twin.exact) return { ...twin, form: formName };
  const encoded = tryEncode(card, form);
  if (encoded instanceof FormError) return encoded;
  return { form: formName, id: formName, ...encoded, bytes: encoder.encode(encoded.text) };
}
