/** Knows in which canonical forms a card is signed: our own, and those that the users of SDKs need beside it. */
import { sdkFormNames, specificationForm } from '../canonical/index.js';
import { listSdks, parseSdk } from '../canonical/sdks.js';
import { listInOrder } from '../canonical/sdk/coverage.js';
import type { SdkName } from '../canonical/sdk/form.js';
import type { JsonObject } from '../json/value.js';
import type { Payload, Payloads } from './payloads.js';

/** One form that each key signs in. */
export type SigningForm = {
  /** Its name, which goes into the protected header. */
  readonly form: string;
  readonly payload: Payload;
  /** For an entry of SDKs. */
  readonly sdk?: SdkEntry;
};

export type SdkEntry = {
  /** All the forms that have this payload, and were asked for. */
  readonly forms: readonly string[];
  readonly for: readonly SdkName[];
  /** JSON Pointers, in the card that is written, of what the payload does not hold. */
  readonly uncovered: readonly string[];
};

export type SigningForms = {
  /** Our own form first. */
  readonly forms: readonly SigningForm[];
  /** Those that were asked for and need no entry: their payload is that of our own form. */
  readonly served: readonly string[];
};

/**
 * The forms for the SDKs that `sdks` names, one for each distinct payload. Throws `usage` for an SDK that there is not,
 * and `FormError` where an SDK refuses the card.
 */
export function toSigningForms(
  card: JsonObject,
  { payloads, own, sdks = [] }: { payloads: Payloads; own: Payload; sdks?: readonly string[] | undefined },
): SigningForms {
  const asked = parseSdks(sdks).map((form) => ({ form, payload: getPayload(form, payloads) }));
  const others = asked.filter(({ payload }) => payload.text !== own.text);
  const distinct = others.filter(
    ({ payload }, index) => others.findIndex((other) => other.payload.text === payload.text) === index,
  );
  return {
    forms: [
      { form: specificationForm.name, payload: own },
      ...distinct.map(({ form, payload }) => ({
        form,
        payload,
        sdk: toSdkEntry(
          card,
          payload,
          others.filter((other) => other.payload.text === payload.text).map((other) => other.form),
        ),
      })),
    ],
    served: asked.filter(({ payload }) => payload.text === own.text).map(({ form }) => form),
  };
}

/** The names of the forms to sign in, in the order of the table, however they are asked for. Throws `usage`. */
export function parseSdks(sdks: readonly string[]): readonly string[] {
  const forms = new Set(sdks.flatMap((sdk) => parseSdk(sdk)));
  return sdkFormNames.filter((name) => forms.has(name));
}

function getPayload(form: string, payloads: Payloads): Payload {
  const payload = payloads.get(form);
  if (payload instanceof Error) throw payload;
  return payload;
}

/** What stands at a default, too, for it is not in the text: someone on the way can take it out. */
function toSdkEntry(
  card: JsonObject,
  { unsigned = [], defaults = [] }: Payload,
  forms: readonly string[],
): SdkEntry {
  const left = new Set([...unsigned, ...defaults]);
  return { forms, for: listSdks(forms), uncovered: listInOrder(card, left) };
}
