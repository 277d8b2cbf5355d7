/** Knows the card that is handed on for a payload, and in which forms it verifies again; found out once for each payload. */
import { findAmbiguity } from '../canonical/ambiguity.js';
import { FormError } from '../canonical/form.js';
import { sdkFormNames, specificationForm } from '../canonical/index.js';
import { JsonError } from '../json/error.js';
import { createLiterals } from '../json/literals.js';
import { pointerAt, rangeOf } from '../json/position.js';
import { tryReadJson } from '../json/read.js';
import { isObject } from '../json/value.js';
import { createPayloads, type Payload, type Payloads } from '../signature/payloads.js';

/** The card that a payload is the text of, written anew, as whoever is handed it reads it. */
export type HandedOnCard = {
  /**
   * Why an entry over the payload would not be found over that card in any of the forms, which are tried in this order:
   * a clause with the place, of the payload's own form where that is among them. `undefined` where it would.
   */
  explainLoss(forms: readonly string[]): string | undefined;
  /** The form of an SDK that has the text of the payload for that card, too; `undefined` where none has. */
  findSdkForm(): string | undefined;
};

export type HandedOnCards = {
  /** A card may have 64 entries over one payload: it is read and written once for all of them. */
  get(payload: Payload): HandedOnCard;
};

/** For the payloads of one card: their ids tell them apart. */
export function createHandedOnCards(): HandedOnCards {
  const known = new Map<string, HandedOnCard>();
  return {
    get(payload) {
      const found = known.get(payload.id) ?? createHandedOnCard(payload);
      known.set(payload.id, found);
      return found;
    },
  };
}

function createHandedOnCard(payload: Payload): HandedOnCard {
  const read = readAgain(payload);
  const losses = new Map<string, string | undefined>();
  const lossIn = (form: string): string | undefined => {
    if (!losses.has(form)) losses.set(form, typeof read === 'string' ? read : findLoss(payload, form, read));
    return losses.get(form);
  };
  let sdkForm: { readonly name: string | undefined } | undefined;
  return {
    explainLoss(forms) {
      if (forms.some((form) => lossIn(form) === undefined)) return undefined;
      return lossIn(forms.includes(payload.form) ? payload.form : (forms[0] ?? payload.form));
    },
    findSdkForm() {
      sdkForm ??= { name: typeof read === 'string' ? undefined : findSdkForm(payload, read) };
      return sdkForm.name;
    },
  };
}

/** What verification takes the card for; or why it cannot be read. */
function readAgain({ bytes }: Payload): Payloads | string {
  const written = new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))));
  const document = tryReadJson(written, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (document instanceof JsonError) return document.message;
  const { value } = document;
  if (!isObject(value)) return 'nothing is left of the card';
  // The spelling of a number is that of the text that is written.
  const payloads = createPayloads(value, createLiterals(written));
  return findAmbiguity(value, payloads.get(specificationForm.name))?.message ?? payloads;
}

function findLoss(payload: Payload, form: string, payloads: Payloads): string | undefined {
  const found = payloads.list(form);
  if (found instanceof FormError) return found.message;
  const same = found.find(({ text }) => text === payload.text);
  if (same === undefined) return explainDifference(payload, found[0]?.text ?? '');
  const [left] = same.unsigned ?? [];
  return left === undefined ? undefined : `form ${form} leaves out ${cut(left)} of it`;
}

/** The first place where the texts part; of a number, its two spellings. */
function explainDifference({ text, bytes }: Payload, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const path = pointerAt(bytes, new TextEncoder().encode(text.slice(0, at)).length);
  const { start, end } = rangeOf(bytes, path) ?? { start: 0, end: 0 };
  const signed = new TextDecoder().decode(bytes.subarray(start, end));
  const written = /^-?\d/.test(signed) ? JSON.stringify(JSON.parse(signed)) : signed;
  if (written !== signed)
    return `the number at ${cut(path)} was signed as ${signed} and would be written as ${written}`;
  return `${path === '' ? 'the card' : cut(path)} would be read otherwise`;
}

function cut(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}...` : path;
}

function findSdkForm({ text }: Payload, payloads: Payloads): string | undefined {
  return sdkFormNames.find((name) => {
    const found = payloads.list(name);
    return !(found instanceof FormError) && found.some((payload) => payload.text === text);
  });
}
