/** Knows how a card becomes the subject of a fault. */
import fc from 'fast-check';
import { canonicalizeCard } from '../../../src/index.js';
import { readJson } from '../../../src/json/read.js';
import type { JsonObject } from '../../../src/json/value.js';
import { cards } from '../../arbitraries/card.js';
import type { Subject } from './fault.js';

/** Valid cards of all kinds, always the same for a seed. */
export function makeSubjects(count: number, seed: number): Subject[] {
  return fc
    .sample(cards(), { seed, numRuns: count })
    .map((card) => toSubject(JSON.stringify({ ...card, ...fill(card) })));
}

/** What makes it a card at all, also for an SDK that leaves out what is empty. */
function fill({ name, version }: JsonObject): object {
  return { name: name === '' ? 'Agent' : name, version: version === '' ? '1.0.0' : version };
}

export function toSubject(text: string): Subject {
  const value = readJson(Buffer.from(text)).value as JsonObject;
  const canonical = new TextDecoder().decode(canonicalizeCard(value, { aliases: false }));
  return { text, value, canonical };
}
