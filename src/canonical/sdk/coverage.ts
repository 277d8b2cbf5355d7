/** Knows how it is kept book of what an SDK leaves out of a card: the least number of pointers that says it. */
import { escapePointer } from '../../json/pointer.js';
import { isObject, type JsonValue } from '../../json/value.js';

export type Coverage = { readonly unsigned: string[]; readonly defaults: string[] };

/** Where the books stood before a part of the card was read. */
export type Mark = { readonly unsigned: number; readonly defaults: number };

export function createCoverage(): Coverage {
  return { unsigned: [], defaults: [] };
}

export function markCoverage({ unsigned, defaults }: Coverage): Mark {
  return { unsigned: unsigned.length, defaults: defaults.length };
}

/** A part that is left out whole is said by its own pointer, in place of those of what stood in it. */
export function leaveOut(coverage: Coverage, path: string, mark: Mark): void {
  coverage.unsigned.length = mark.unsigned;
  coverage.defaults.length = mark.defaults;
  coverage.unsigned.push(path);
}

/** The pointers in the order in which the card has their values. */
export function listInOrder(value: JsonValue, pointers: ReadonlySet<string>, path = ''): string[] {
  if (pointers.has(path)) return [path];
  if (Array.isArray(value))
    return value.flatMap((element, index) => listInOrder(element, pointers, `${path}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listInOrder(member, pointers, `${path}/${escapePointer(name)}`),
  );
}
