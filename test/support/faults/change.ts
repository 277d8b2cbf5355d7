/** Knows how values of a card are changed, as people and programs do it. */
import type { Chance } from './chance.js';
import type { Subject } from './fault.js';
import { toSubject } from './subject.js';

type Slot = { readonly holder: Record<string, unknown>; readonly name: string };

/** Changes one to three values; `undefined` where the canonical form stays as it was, or there is none. */
export function changeValues(subject: Subject, chance: Chance): Subject | undefined {
  const copy = JSON.parse(subject.text) as Record<string, unknown>;
  const slots = listSlots(copy);
  if (slots.length === 0) return undefined;
  for (let count = 1 + chance.below(3); count > 0; count--) {
    const { holder, name } = chance.pick(slots);
    holder[name] = changeValue(holder[name], chance);
  }
  try {
    const changed = toSubject(JSON.stringify(copy));
    return changed.canonical === subject.canonical ? undefined : changed;
  } catch {
    return undefined;
  }
}

/** All that hold a string, a number or a boolean. */
function listSlots(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' ? listSlots(member) : [{ holder: value as Record<string, unknown>, name }],
  );
}

function changeValue(value: unknown, { pick }: Chance): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return pick([`${String(value)} 2`, `new ${String(value)}`, 'https://other.example/']);
}
