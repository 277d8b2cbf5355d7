/** Knows how it is told that SDKs have another text for a card than we do: whose, where it differs, and what ends it. */
import { locate } from '../json/position.js';
import type { JsonObject } from '../json/value.js';
import { advise, describeDifference } from './sdk/advice.js';
import type { Cause, CauseKind } from './sdk/cause.js';
import { listInOrder } from './sdk/coverage.js';
import { describeSdks, listSdks } from './sdks.js';

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

/** What forms make of a card where it is not our text. */
export type OtherReading = {
  readonly forms: readonly string[];
  /** JSON Pointers, in the card, of what it does not hold. */
  readonly left: readonly string[];
  /** In place of a text, where the SDK refuses the card. */
  readonly refusal?: { readonly message: string };
  /** All that the card has. */
  readonly causes: readonly Cause[];
};

/** The difference that a reading makes. `signedFor` names the forms that have an entry of their own. */
export function toDifference(
  card: JsonObject,
  { forms, left, refusal, causes }: OtherReading,
  signedFor: readonly string[],
): FormDifference {
  const sdks = describeSdks(forms);
  const names = listSdks(forms);
  const isOne = names.length === 1;
  const relevant = causes.filter(({ kind }) => forms.some((form) => concerns(kind, form)));
  if (refusal !== undefined) {
    const message = `${sdks} ${isOne ? 'refuses' : 'refuse'} this card: ${refusal.message}`;
    return { forms, pointers: left, message, hint: advise(relevant, { sdks, option: undefined }) };
  }
  const option = forms.every((form) => signedFor.includes(form)) ? undefined : names.join(',');
  const places = listInOrder(card, new Set(left));
  const written = relevant.filter(({ kind }) => isSpelling(kind)).map(({ path }) => path);
  const verb = isOne ? 'verifies' : 'verify';
  return {
    forms,
    pointers: [...places, ...written],
    message: `${sdks} ${verb} another text of the card: ${describeDifference(places, written)}`,
    hint: advise(relevant, { sdks, option }),
  };
}

/** The one form that spells what others write alike. */
export const spellingForm = 'a2a-python-1.0';

/** Whether it is held by every text, but written otherwise. */
export function isSpelling(kind: CauseKind): boolean {
  return kind === 'not-ascii' || kind === 'number';
}

/** Python before 1.1.4 writes as nobody else does; JavaScript alone loses a name. */
export function concerns(kind: CauseKind, form: string): boolean {
  if (isSpelling(kind)) return form === spellingForm;
  return kind !== 'rename' || form.startsWith('a2a-js-');
}

/**
 * With its place in `bytes`, which the card was read from. `renamed` has the JSON Pointers, there, of members that stood
 * under their proto name.
 */
export function placeDifference(
  difference: FormDifference,
  { bytes, renamed }: { readonly bytes: Uint8Array; readonly renamed: readonly string[] },
): PlacedDifference {
  const path = toSourcePath(difference.pointers[0] ?? '', new Set(renamed));
  const { line, column } = locate(bytes, path, 'value');
  return { ...difference, path: path.length > 2000 ? `${path.slice(0, 2000)}...` : path, line, column };
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
