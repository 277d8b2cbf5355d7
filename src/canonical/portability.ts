/** Knows which SDKs take a card for another text than we do, what of it differs, and what would end that. */
import type { JsonObject } from '../json/value.js';
import { locate } from '../json/position.js';
import { a2a10 } from './forms/a2a-1.0.js';
import { a2aJs101 } from './forms/a2a-js-1.0.1.js';
import { a2aPython10 } from './forms/a2a-python-1.0.js';
import { a2aPython114 } from './forms/a2a-python-1.1.4.js';
import { describeSdks, listSdks } from './sdks.js';
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

/** The same with its first place in the text that the card was read from. */
export type PlacedDifference = FormDifference & {
  /** JSON Pointer in that text; cut after 2,000 characters, as in every finding. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
};

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
  const names = new Set(renamed);
  return listFormDifferences(card, signedFor).map((difference) => {
    const path = toSourcePath(difference.pointers[0] ?? '', names);
    const { line, column } = locate(bytes, path, 'value');
    return { ...difference, path: path.length > 2000 ? `${path.slice(0, 2000)}...` : path, line, column };
  });
}

/** The pointer in the text that the card was read from, where members may stand under their proto names. */
function toSourcePath(path: string, renamed: ReadonlySet<string>): string {
  let source = '';
  for (const segment of path.split('/').slice(1)) {
    const named = `${source}/${segment.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    source = renamed.has(named) ? named : `${source}/${segment}`;
  }
  return source;
}

/**
 * How the forms that cards of A2A 1.0 are verified with differ from `a2a-1.0`, one difference for each other text. The card is as it is written when it is signed. `signedFor` names the forms that have
 * an entry of their own.
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
    const names = others.filter((other) => other.text === one.text).map(({ name }) => name);
    const isSigned = names.every((name) => signedFor.includes(name));
    return toDifference(card, one, { names, causes, isSigned });
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
