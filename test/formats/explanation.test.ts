/** Knows what people read of an explanation: the text of each fault, in explanations.txt. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/explain/causes.js';
import type { ExplainReport } from '../../src/explain/report.js';
import { renderExplanation } from '../../src/formats/explanation.js';
import { createStyle } from '../../src/formats/style.js';
import { createChance } from '../support/faults/chance.js';
import { explainFaulty } from '../support/faults/explain.js';
import { faults, noFaults } from '../support/faults/index.js';
import type { Fault } from '../support/faults/fault.js';
import { toSubject } from '../support/faults/subject.js';
import { cardText } from '../support/signed-cards.js';

const plain = createStyle(false);
const subject = toSubject(JSON.stringify(JSON.parse(cardText())));

/** Of the first choices, from this one on, with which the fault changes something of the card. */
async function explainFault({ id, apply }: Fault): Promise<ExplainReport> {
  const chance = createChance(3);
  for (let tries = 0; tries < 20; tries++) {
    const faulty = await apply(subject, chance);
    if (faulty !== undefined) return explainFaulty(faulty);
  }
  throw new Error(`${id} changes nothing of the card`);
}

/** Without what the keys of a run make come out otherwise: thumbprints, lengths in DER, and letters of base64. */
function mask(text: string): string {
  return text
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, 'THUMBPRINT')
    .replace(/(signature is DER, |signature is )\d+( bytes (?:long; ES|where ES))/g, '$1N$2')
    .replaceAll('the letters + and / of standard base64, padding', 'padding');
}

describe('the text of an explanation', () => {
  it('is, of each fault, as in explanations.txt', async () => {
    const texts = [];
    for (const fault of [...faults, ...noFaults])
      texts.push(`# ${fault.id}\n\n${renderExplanation(await explainFault(fault), plain)}`);
    await expect(mask(texts.join('\n'))).toMatchFileSnapshot(join(import.meta.dirname, 'explanations.txt'));
  });

  it.each(faults)('names cause, SDK, place and next step: $id', async (fault) => {
    const report = await explainFault(fault);
    const text = renderExplanation(report, plain);
    const named = report.entries.flatMap((entry) => entry.causes);
    expect(named.map(({ code }) => code).sort()).toEqual([...fault.causes].sort());
    for (const { code, certainty, message, sdk, form, pointers = [], next } of named) {
      const [line = '', nextLine = ''] =
        /^ {4}cause {2}.*\n.*$/gm
          .exec(text.slice(text.indexOf(`    cause  ${code} (${certainty}): `)))?.[0]
          .split('\n') ?? [];
      expect(line).toContain(message);
      for (const part of [sdk, form, ...pointers]) if (part !== undefined) expect(line).toContain(part);
      expect(nextLine).toBe(`           next: ${next}`);
      expect(next.length).toBeGreaterThan(20);
    }
  });

  it.each([
    ['the form of an SDK', /by (@a2a-js\/sdk|a2a-sdk).*: \/securityRequirements\/0$/m],
    ['a value that was changed since, with the former copy at hand', /: \/capabilities\/streaming$/m],
    ['a member that was added since', /without this member: \/x-served-by$/m],
  ])('has the SDK and the place on the line of its cause: %s', async (id, due) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    expect(renderExplanation(await explainFault(fault), plain)).toMatch(due);
  });

  it('covers every cause there is, but one that test/explain/translate.test.ts has', () => {
    const named = new Set([...faults.flatMap((fault) => fault.causes), 'translated']);
    expect(Object.keys(causes).filter((code) => !named.has(code))).toEqual([]);
  });

  it('has colours only where the style has', async () => {
    const [fault] = faults;
    if (fault === undefined) throw new Error('there is no fault');
    const report = await explainFault(fault);
    expect(renderExplanation(report, createStyle(true))).toContain(
      '    cause  \u001b[33msdk-form\u001b[0m (proved): ',
    );
    expect(renderExplanation(report, plain)).not.toContain('\u001b');
  });
});

describe('long lists', () => {
  const report: ExplainReport = {
    verdict: 'tampered',
    reason: 'a trusted key is named, but did not sign this content',
    source: 'card.json',
    time: '2027-01-15T12:00:00Z',
    keySet: {
      source: 'jwks.json',
      keys: 1,
      kids: ['k'],
      skipped: Array.from({ length: 100 }, (_, index) => ({ index, kid: undefined, reason: 'has no kty' })),
    },
    against: {
      source: 'former.json',
      differences: Array.from({ length: 100 }, (_, index) => ({
        path: `/x/${index}`,
        change: 'added' as const,
      })),
      differenceCount: 250,
    },
    entries: [
      {
        index: 0,
        outcome: 'signature-mismatch',
        message: 'does not match',
        causes: [
          {
            code: 'member-added',
            certainty: 'proved',
            message: 'm'.repeat(2000),
            next: 'n',
            pointers: Array.from({ length: 100 }, (_, index) => `/p/${index}`),
            pointerCount: 300,
          },
        ],
      },
    ],
    entriesLeftOut: 1,
    findings: [],
  };

  it('are cut, and it is said how many are not shown', () => {
    const lines = renderExplanation(report, plain).split('\n');
    expect(lines.filter((line) => line.startsWith('  note     key '))).toHaveLength(20);
    expect(lines.find((line) => line.startsWith('  against'))).toMatch(
      /: \/x\/0 added, .* \/x\/7 added and 242 more$/,
    );
    expect(lines.find((line) => line.startsWith('    cause'))).toMatch(
      /m{1200}\.\.\.: \/p\/0, .*\/p\/7 and 292 more$/,
    );
    expect(lines).toContain('  note     more keys are skipped');
    expect(lines).toContain('  note     1 more entry is not explained');
  });
});
