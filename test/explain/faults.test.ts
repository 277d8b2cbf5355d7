/** Knows that each fault is named, and nothing else: a small sample of what `npm run explain:measure` goes over. */
import { describe, expect, it } from 'vitest';
import { createChance } from '../support/faults/chance.js';
import { explainFaulty, namedCauses } from '../support/faults/explain.js';
import { faults, noFaults } from '../support/faults/index.js';
import { makeSubjects } from '../support/faults/subject.js';

const samples = 2;
const subjects = makeSubjects(60, 7);

describe('explain', () => {
  it.each([...faults, ...noFaults])('names what is due: $id', async ({ causes, apply }) => {
    const chance = createChance(11);
    let done = 0;
    for (const subject of subjects) {
      const faulty = await apply(subject, chance);
      if (faulty === undefined) continue;
      const report = await explainFaulty(faulty);
      expect(namedCauses(report), faulty.card).toEqual([...causes].sort());
      if (++done === samples) break;
    }
    expect(done).toBe(samples);
  });
});
