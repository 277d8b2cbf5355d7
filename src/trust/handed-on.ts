/** Knows the cards that payloads are the text of, as they are handed on, each read once for all entries over it. */
import { findAmbiguity } from '../canonical/ambiguity.js';
import { FormError } from '../canonical/form.js';
import { specificationForm, tryEncode } from '../canonical/index.js';
import { isObject, type JsonObject } from '../json/value.js';
import { readJson } from '../json/read.js';
import { createPayloads, type Payload, type Payloads } from '../signature/payloads.js';

/** What is handed on of a payload. */
export type HandedOnCard = {
  /** Its own payloads: those that the next reader finds. */
  readonly payloads: Payloads;
  /** Whether a reader may take it for two things. */
  readonly isAmbiguous: boolean;
};

/** `undefined` where nothing is left of the card that a payload is the text of. */
export type HandedOnCards = (payload: Payload) => HandedOnCard | undefined;

/** By the payload's id, which one text has under all forms. */
export function createHandedOnCards(): HandedOnCards {
  const known = new Map<string, HandedOnCard | undefined>();
  return (payload) => {
    const { id } = payload;
    if (!known.has(id)) known.set(id, readHandedOn(payload));
    return known.get(id);
  };
}

function readHandedOn({ bytes }: Payload): HandedOnCard | undefined {
  const card = readContent(bytes);
  if (card === undefined) return undefined;
  const isAmbiguous = findAmbiguity(card, tryEncode(card, specificationForm)) !== undefined;
  return { payloads: createPayloads(card), isAmbiguous };
}

/** The card that a payload is the text of, written anew. */
function readContent(bytes: Uint8Array): JsonObject | undefined {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
  const { value } = readJson(new TextEncoder().encode(text), { maxBytes: Number.MAX_SAFE_INTEGER });
  return isObject(value) ? value : undefined;
}

/** Whether a card has a text under a form. */
export function findPayload({ payloads }: HandedOnCard, form: string, text: string): Payload | undefined {
  const found = payloads.list(form);
  return found instanceof FormError ? undefined : found.find((one) => one.text === text);
}
