/** Knows which SDKs take a card for another text than we do, what of it differs, and what would end that. */
import type { JsonObject } from '../json/value.js';
import { sdkFormNames } from './form-names.js';
import { findSdkForm } from './sdk-forms.js';
import { describeSdks, listSdks, verifyingFormNames } from './sdks.js';
import { advise, describeDifference } from './sdk/advice.js';
import type { Cause, CauseKind } from './sdk/cause.js';
import { findCauses } from './sdk/causes.js';
import { listInOrder } from './sdk/coverage.js';
import { noLiterals, type SdkForm } from './sdk/form.js';

/** One text that is not ours. */
export type FormDifference = {
  /** The forms that have it. */
  readonly forms: readonly string[];
  /** JSON Pointers, in the card, of what it does not hold, and then of what it holds in another spelling. */
  readonly pointers: readonly string[];
  readonly message: string;
  readonly hint: string;
};

/**
 * How the forms that cards of A2A 1.0 are verified with differ from `text`, the card's own in the form `a2a-1.0`, one
 * difference for each other text. The card is as it is written when it is signed. `signedFor` names the forms that have
 * an entry of their own.
 */
export function listFormDifferences(
  card: JsonObject,
  text: string,
  signedFor: readonly string[] = [],
): FormDifference[] {
  const forms = sdkFormNames.filter((name) => verifyingFormNames.includes(name));
  const others = forms
    .map((name) => readIn(findSdkForm(name) as SdkForm, card))
    .filter((one) => one.text !== text);
  if (others.length === 0) return [];
  const causes = findCauses(card);
  const first = others.filter((one, index) => others.findIndex(({ text }) => text === one.text) === index);
  return first.map((one) => {
    const names = others.filter((other) => other.text === one.text).map(({ name }) => name);
    const isSigned = names.every((name) => signedFor.includes(name));
    return toDifference(card, one, { names, causes, isSigned });
  });
}

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

type Shared = {
  readonly names: readonly string[];
  readonly causes: readonly Cause[];
  readonly isSigned: boolean;
};

function toDifference(
  card: JsonObject,
  { left, refusal }: Reading,
  { names, causes, isSigned }: Shared,
): FormDifference {
  const sdks = describeSdks(names);
  const relevant = causes.filter(({ kind }) => names.some((name) => concerns(kind, name)));
  const written = relevant.filter(({ kind }) => spellings.includes(kind)).map(({ path }) => path);
  const option = isSigned ? undefined : listSdks(names).join(',');
  const isOne = listSdks(names).length === 1;
  if (refusal !== undefined) {
    const message = `${sdks} ${isOne ? 'refuses' : 'refuse'} this card: ${refusal.message}`;
    return { forms: names, pointers: left, message, hint: advise(relevant, { sdks, option: undefined }) };
  }
  const places = listInOrder(card, new Set(left));
  const verb = isOne ? 'verifies' : 'verify';
  return {
    forms: names,
    pointers: [...places, ...written],
    message: `${sdks} ${verb} another text of the card: ${describeDifference(places, written)}`,
    hint: advise(relevant, { sdks, option }),
  };
}

const spellings: readonly CauseKind[] = ['not-ascii', 'number'];

/** Python before 1.1.4 writes as nobody else does; JavaScript alone loses a name. */
function concerns(kind: CauseKind, form: string): boolean {
  if (spellings.includes(kind)) return form === 'a2a-python-1.0';
  return kind !== 'rename' || form.startsWith('a2a-js-');
}
