/** Knows how it is kept book of what an SDK leaves out of a card: the least number of pointers that says it. */
import { escapePointer } from '../../json/pointer.js';
import { isObject, type JsonValue } from '../../json/value.js';
import { SdkError } from './form.js';

export type Coverage = { readonly unsigned: string[]; readonly defaults: string[] };

/** Where the books stood before a part of the card was read. */
export type Mark = { readonly unsigned: number; readonly defaults: number };

export function createCoverage(): Coverage {
  return { unsigned: [], defaults: [] };
}

export function markCoverage({ unsigned, defaults }: Coverage): Mark {
  return { unsigned: unsigned.length, defaults: defaults.length };
}

/** A card can be made of nothing else than what is left out, below names of half a megabyte. */
const maximumRecorded = 10_000;
const longestRecorded = 4000;

/** Writes a pointer into a list. Throws `SdkError` where the card leaves out more than anyone could look through. */
export function record(list: string[], path: string): void {
  if (list.length >= maximumRecorded)
    throw new SdkError('', `the card holds more than ${maximumRecorded} values that the SDK leaves out`);
  if (path.length > longestRecorded)
    throw new SdkError(
      '',
      `a value that the SDK leaves out has a path of more than ${longestRecorded} characters`,
    );
  list.push(path);
}

/** A part that is left out whole is said by its own pointer, in place of those of what stood in it. */
export function leaveOut(coverage: Coverage, path: string, mark: Mark): void {
  coverage.unsigned.length = mark.unsigned;
  coverage.defaults.length = mark.defaults;
  record(coverage.unsigned, path);
}

/** The pointers that `record` took, in the order in which the card has their values. */
export function listInOrder(value: JsonValue, pointers: ReadonlySet<string>, path = ''): string[] {
  if (path.length > longestRecorded) return [];
  if (pointers.has(path)) return [path];
  if (Array.isArray(value))
    return value.flatMap((element, index) => listInOrder(element, pointers, `${path}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listInOrder(member, pointers, `${path}/${escapePointer(name)}`),
  );
}
