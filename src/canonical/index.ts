/** Knows which canonical forms there are: the table that a new form gets one row in. */
import { CardctlError } from '../errors.js';
import { isObject, type JsonObject } from '../json/value.js';
import { a2a10 } from './forms/a2a-1.0.js';
import { jcs } from './forms/jcs.js';
import { adaptSdkForm } from './adapt-sdk-form.js';
import { findAmbiguity } from './ambiguity.js';
import { formNames, isSdkForm } from './form-names.js';
import { FormError, type EncodedCard, type EncodeOptions, type Form } from './form.js';
import { isPlainObject } from './jcs.js';
import { findSdkForm } from './sdk-forms.js';

export { defaultFormNames, formNames, sdkFormNames } from './form-names.js';

/** `defaultFormNames` has the same names. */
const forms: readonly Form[] = [a2a10, jcs];

/** The form that `sign` writes and names in the protected header (A2A 8.4.1). */
export const specificationForm: Form = a2a10;

/** The form of a name, or `undefined`. */
export function findForm(name: string): Form | undefined {
  if (!isSdkForm(name)) return forms.find((form) => form.name === name);
  const sdkForm = findSdkForm(name);
  return sdkForm === undefined ? undefined : adaptSdkForm(sdkForm);
}

/** The form of a name; throws `form-unknown` with the names there are. */
export function getForm(name: string): Form {
  const form = findForm(name);
  if (form !== undefined) return form;
  throw new CardctlError('form-unknown', `canonical form "${name}" is not known`, {
    hint: `use one of ${formNames.join(', ')}`,
  });
}

/** The name of a form, and the SDK whose form it is: for sentences. Throws `form-unknown`. */
export function describeForm(name: string): string {
  const { source } = getForm(name);
  return source === undefined ? name : `${name} (${source})`;
}

/**
 * The canonical bytes of a card value without its signatures: what a signature is made over (A2A 8.4.1 for
 * `a2a-1.0`, the default; RFC 8785). UTF-8, no newline.
 *
 * `form` names the form. `aliases` says whether a member under its proto name (snake_case) is read as its field: true
 * unless told, as for `sign`; false gives what verification takes a received card for. Under `jcs` it means nothing.
 *
 * Throws `form-unknown`, `FormError` where the form has no text for the card, and `TypeError` where the value is not a
 * JSON object.
 */
export function canonicalizeCard(
  card: JsonObject,
  options: { form?: string; aliases?: boolean } = {},
): Uint8Array {
  if (!isObject(card) || !isPlainObject(card)) throw new TypeError('a card is a JSON object');
  const form = options.form === undefined ? specificationForm : getForm(options.form);
  return encoder.encode(encodeCard(card, form, { aliases: options.aliases ?? true }).text);
}

/** The text of an unambiguous card under a form, and what it leaves out. Throws `FormError`. */
export function encodeCard(card: JsonObject, form: Form, options: EncodeOptions): EncodedCard {
  if (form !== specificationForm) assertUnambiguous(card);
  return form.encode(card, options);
}

/** A card that is ambiguous has no text under any form. */
function assertUnambiguous(card: JsonObject): void {
  const ambiguity = findAmbiguity(card, tryEncode(card, specificationForm));
  if (ambiguity !== undefined) throw new FormError(ambiguity.code, ambiguity.path, ambiguity.message);
}

/** The card under a form as verification takes it: a member under its proto name is an unknown one. */
export function tryEncode(card: JsonObject, form: Form): EncodedCard | FormError {
  return attempt(() => form.encode(card, { aliases: false }));
}

/** Likewise, with every text that readers of the form take the card for. */
export function tryEncodeAll(
  card: JsonObject,
  form: Form,
  literals?: EncodeOptions['literals'],
): readonly EncodedCard[] | FormError {
  const options: EncodeOptions = { aliases: false, ...(literals === undefined ? {} : { literals }) };
  return attempt(() => form.encodeAll?.(card, options) ?? [form.encode(card, options)]);
}

function attempt<T>(encode: () => T): T | FormError {
  try {
    return encode();
  } catch (error) {
    if (error instanceof FormError) return error;
    throw error;
  }
}

const encoder = new TextEncoder();
