/** Knows a former copy of a card: its payloads, and what is different in the card now. */
import { withoutSignatures } from '../card/content.js';
import { createLiterals } from '../json/literals.js';
import { escapePointer } from '../json/pointer.js';
import type { JsonDocument } from '../json/read.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { createPayloads, type Payloads } from '../signature/payloads.js';
import type { Difference } from './report.js';

export type FormerCard = {
  readonly source: string;
  readonly payloads: Payloads;
  readonly changes: Changes;
};

/** What is different, signatures aside. */
export type Changes = {
  /** The first hundred, in the order of the former card. */
  readonly differences: readonly Difference[];
  readonly count: number;
};

/** Of a former copy that is a JSON object. */
export function readFormerCard(document: JsonDocument, source: string, now: JsonObject): FormerCard {
  const card = document.value as JsonObject;
  const payloads = createPayloads(card, createLiterals(document.bytes));
  return { source, payloads, changes: compareCards(card, now) };
}

/** Two hostile cards can differ in half a million places with long names; the paths of all would fill the memory. */
const maximumListed = 100;

/** Compares values that are in one and not, or not so, in the other. */
export function compareCards(former: JsonObject, now: JsonObject): Changes {
  const differences: Difference[] = [];
  let count = 0;
  compareMembers(withoutSignatures(former), withoutSignatures(now), {
    path: '',
    note: (path, change) => {
      if (count++ < maximumListed) differences.push({ path, change });
    },
  });
  return { differences, count };
}

type Place = {
  readonly path: string;
  readonly note: (path: string, change: Difference['change']) => void;
};

function compareMembers(former: JsonObject, now: JsonObject, { path, note }: Place): void {
  for (const name of new Set([...Object.keys(former), ...Object.keys(now)]))
    compare(former[name], now[name], { path: `${path}/${escapePointer(name)}`, note });
}

function compareElements(former: JsonArray, now: JsonArray, { path, note }: Place): void {
  for (let index = 0; index < Math.max(former.length, now.length); index++)
    compare(former[index], now[index], { path: `${path}/${index}`, note });
}

function compare(former: JsonValue | undefined, now: JsonValue | undefined, place: Place): void {
  const { path, note } = place;
  if (former === undefined) note(path, 'added');
  else if (now === undefined) note(path, 'removed');
  else if (isObject(former) && isObject(now)) compareMembers(former, now, place);
  else if (Array.isArray(former) && Array.isArray(now)) compareElements(former, now, place);
  else if (!Object.is(former, now)) note(path, 'changed');
}
