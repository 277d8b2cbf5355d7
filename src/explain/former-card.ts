/** Knows a former copy of a card: its payloads, and what is different in the card now. */
import { createLiterals } from '../json/literals.js';
import { escapePointer } from '../json/pointer.js';
import type { JsonDocument } from '../json/read.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { createPayloads, type Payloads } from '../signature/payloads.js';
import type { Difference } from './report.js';

export type FormerCard = {
  readonly source: string;
  readonly payloads: Payloads;
  /** Without the signatures. */
  readonly differences: readonly Difference[];
};

/** Of a former copy that is a JSON object. */
export function readFormerCard(document: JsonDocument, source: string, now: JsonObject): FormerCard {
  const card = document.value as JsonObject;
  const payloads = createPayloads(card, createLiterals(document.bytes));
  return { source, payloads, differences: compareCards(card, now) };
}

/** Every value that is in one and not, or not so, in the other, in the order of the former; signatures aside. */
export function compareCards(former: JsonObject, now: JsonObject): Difference[] {
  return compareMembers(former, now, '').filter(({ path }) => !/^\/signatures(\/|$)/.test(path));
}

function compareMembers(former: JsonObject, now: JsonObject, path: string): Difference[] {
  const names = new Set([...Object.keys(former), ...Object.keys(now)]);
  return [...names].flatMap((name) => compare(former[name], now[name], `${path}/${escapePointer(name)}`));
}

function compare(former: JsonValue | undefined, now: JsonValue | undefined, path: string): Difference[] {
  if (former === undefined) return [{ path, change: 'added' }];
  if (now === undefined) return [{ path, change: 'removed' }];
  if (isObject(former) && isObject(now)) return compareMembers(former, now, path);
  if (Array.isArray(former) && Array.isArray(now))
    return Array.from({ length: Math.max(former.length, now.length) }).flatMap((_, index) =>
      compare(former[index], now[index], `${path}/${index}`),
    );
  return Object.is(former, now) ? [] : [{ path, change: 'changed' }];
}
