/** Knows which SDKs take a card for another text than we do: it is read as each of them reads it. */
import type { JsonObject } from '../json/value.js';
import {
  concerns,
  placeDifference,
  toDifference,
  type FormDifference,
  type PlacedDifference,
} from './form-difference.js';
import { a2a10 } from './forms/a2a-1.0.js';
import { a2aJs101 } from './forms/a2a-js-1.0.1.js';
import { a2aPython10 } from './forms/a2a-python-1.0.js';
import { a2aPython114 } from './forms/a2a-python-1.1.4.js';
import { findCauses } from './sdk/causes.js';
import { noLiterals, type SdkForm } from './sdk/form.js';

/** A card as it is written when it is signed. */
type WrittenCard = {
  readonly card: JsonObject;
  /** JSON Pointers, in what it was read from, of members that stood under their proto name. */
  readonly renamed: readonly string[];
};

/** `listFormDifferences`, with places in `bytes`, which the card was read from. */
export function placeFormDifferences(
  { card, renamed }: WrittenCard,
  { bytes, signedFor }: { readonly bytes: Uint8Array; readonly signedFor: readonly string[] },
): PlacedDifference[] {
  return listFormDifferences(card, signedFor).map((one) => placeDifference(one, { bytes, renamed }));
}

/**
 * How the forms that cards of A2A 1.0 are verified with differ from `a2a-1.0`, one difference for each other text. The
 * card is as it is written when it is signed. `signedFor` names the forms that have an entry of their own.
 */
export function listFormDifferences(card: JsonObject, signedFor: readonly string[] = []): FormDifference[] {
  const { text } = a2a10.encode(card, { aliases: false });
  const causes = findCauses(card);
  // A form without a cause has our text; it need not be asked.
  const others = verifyingForms
    .filter(({ name }) => causes.some(({ kind }) => concerns(kind, name)))
    .map((form) => readIn(form, card))
    .filter((one) => one.text !== text);
  const first = others.filter((one, index) => others.findIndex(({ text }) => text === one.text) === index);
  return first.map((one) => {
    const forms = others.filter((other) => other.text === one.text).map(({ name }) => name);
    return toDifference(card, { ...one, forms, causes }, signedFor);
  });
}

/** As `verifyingFormNames` has them. The other forms are no use here, and take long to load. */
const verifyingForms: readonly SdkForm[] = [a2aJs101, a2aPython114, a2aPython10];

type Reading = {
  readonly name: string;
  /** Absent where the SDK refuses the card. */
  readonly text?: string;
  readonly left: readonly string[];
  readonly refusal?: { readonly path: string; readonly message: string };
};

function readIn({ name, read }: SdkForm, card: JsonObject): Reading {
  const readings = read(card, noLiterals);
  if ('message' in readings) return { name, left: [readings.path], refusal: readings };
  const [first] = readings;
  return { name, text: first?.text ?? '', left: [...(first?.unsigned ?? []), ...(first?.defaults ?? [])] };
}
