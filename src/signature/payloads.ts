/** Knows the payloads that a received card has under each form, each computed once and only when asked for. */
import { findForm, specificationForm, tryEncode, tryEncodeAll } from '../canonical/index.js';
import { jcs } from '../canonical/forms/jcs.js';
import { FormError, type EncodedCard, type EncodeOptions, type Form } from '../canonical/form.js';
import { isSdkForm, sdkFormNames } from '../canonical/form-names.js';
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
  /** JSON Pointers, in the card, of what it does not cover; absent where it covers all but nulls and defaults. */
  readonly unsigned?: readonly string[];
  /** JSON Pointers, in the card, of nulls and defaults that it leaves out; absent where the form does not tell. */
  readonly defaults?: readonly string[];
};

export type Payloads = {
  /** The payload under a known form, or the reason why there is none. */
  get(formName: string): Payload | FormError;
  /** Every payload that the readers of a form take the card for, that of `get` first; or why there is none. */
  list(formName: string): readonly Payload[] | FormError;
};

const encoder = new TextEncoder();

/**
 * A member under its proto name is an unknown member here: what verifies is what the text says. `literals` gives the
 * text's own spelling of a number.
 */
export function createPayloads(card: JsonObject, literals?: EncodeOptions['literals']): Payloads {
  const byForm = new Map<string, Payload | FormError>();
  const ofSdks = new Map<string, readonly Payload[] | FormError>();
  const get = (formName: string): Payload | FormError => {
    if (isSdkForm(formName)) return first(list(formName));
    const found = byForm.get(formName) ?? computePayload(card, getKnown(formName), get);
    byForm.set(formName, found);
    return found;
  };
  const list = (formName: string): readonly Payload[] | FormError => {
    if (!isSdkForm(formName)) return toList(get(formName));
    const known = [specificationForm.name, jcs.name].map(get).concat([...ofSdks.values()].flat());
    const found =
      ofSdks.get(formName) ?? readPayloads(tryEncodeAll(card, getKnown(formName), literals), formName, known);
    ofSdks.set(formName, found);
    return found;
  };
  return { get, list };
}

/** The other forms of SDKs that have the same text for the card. */
export function listTwins({ form, text }: Payload, payloads: Payloads): string[] {
  return sdkFormNames.filter((name) => {
    const list = name === form ? [] : payloads.list(name);
    return !(list instanceof FormError) && list.some((one) => one.text === text);
  });
}

function first(list: readonly Payload[] | FormError): Payload | FormError {
  return list instanceof FormError ? list : (list[0] as Payload);
}

function toList(payload: Payload | FormError): readonly Payload[] | FormError {
  return payload instanceof FormError ? payload : [payload];
}

function getKnown(formName: string): Form {
  const form = findForm(formName);
  if (form === undefined) throw new TypeError(`form ${formName} is not known`);
  return form;
}

function computePayload(card: JsonObject, form: Form, get: Payloads['get']): Payload | FormError {
  // An exact form holds the whole card, and so does `jcs`: both are RFC 8785 of the same value.
  const twin = form === jcs ? get(specificationForm.name) : undefined;
  if (twin !== undefined && !(twin instanceof FormError) && twin.exact) return { ...twin, form: form.name };
  const encoded = tryEncode(card, form);
  if (encoded instanceof FormError) return encoded;
  return { form: form.name, id: form.name, ...encoded, bytes: encoder.encode(encoded.text) };
}

/** A text that another form has, too, is one payload with it: it covers what that one covers. */
function readPayloads(
  readings: readonly EncodedCard[] | FormError,
  form: string,
  known: readonly (Payload | FormError)[],
): readonly Payload[] | FormError {
  if (readings instanceof FormError) return readings;
  return readings.map((reading, index) => {
    const twin = known.find((other) => !(other instanceof FormError) && other.text === reading.text);
    if (twin !== undefined) return { ...(twin as Payload), form };
    return { form, id: `${form} ${index}`, ...reading, bytes: encoder.encode(reading.text) };
  });
}
