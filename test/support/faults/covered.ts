/** Knows which texts verification accepts for a card, so that no fault is made where there is none. */
import type { Subject } from './fault.js';

/** Whether it is one of the two forms that cover all of a card. */
export function isCovered(subject: Subject, payload: string): boolean {
  return payload === subject.canonical || payload === toJcs(JSON.parse(subject.text));
}

/** RFC 8785 of values without lone surrogates. */
export function toJcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toJcs).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toJcs(member)}`).join(',')}}`;
}
