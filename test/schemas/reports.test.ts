/** Holds the reports that the library makes against the JSON Schemas that describe them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/explain/causes.js';
import type { ExplainReport } from '../../src/explain/report.js';
import { findingKinds } from '../../src/findings.js';
import { toJsonText } from '../../src/formats/json.js';
import { getFormat } from '../../src/formats/index.js';
import { createStyle } from '../../src/formats/style.js';
import { checkCard } from '../../src/index.js';
import { outcomes } from '../../src/signature/outcomes.js';
import { createChance } from '../support/faults/chance.js';
import { explainFaulty } from '../support/faults/explain.js';
import { faults, noFaults } from '../support/faults/index.js';
import { makeSubjects } from '../support/faults/subject.js';
import { cardText, signWith, verifyWith, createTestSigner } from '../support/signed-cards.js';

const root = join(import.meta.dirname, '../..');
const plain = createStyle(false);

type SchemaNode = { [name: string]: SchemaNode } & {
  enum?: string[];
  required?: string[];
  properties?: SchemaNode;
};

function readSchema(name: string): SchemaNode {
  return JSON.parse(readFileSync(join(root, 'schemas', name), 'utf8')) as SchemaNode;
}

describe('verification-report.schema.json', () => {
  const schema = readSchema('verification-report.schema.json');
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema);

  it('names exactly the outcomes there are', () => {
    expect(schema.$defs?.entry?.properties?.outcome?.enum).toEqual(Object.keys(outcomes));
  });

  it.each(['trusted', 'tampered', 'unsigned', 'untrusted', 'unmet-policy', 'invalid-card'] as const)(
    'accepts a report with the verdict %s',
    async (verdict) => {
      const signer = await createTestSigner('ES256');
      const stranger = await createTestSigner('ES256');
      const text = await signWith([signer], cardText(), { expiresIn: 3600 });
      const inputs = {
        'trusted': [text, signer, {}],
        'tampered': [text.replace('Stock', 'Stack'), signer, {}],
        'unsigned': [cardText(), signer, {}],
        'untrusted': [text, stranger, {}],
        'unmet-policy': [text, signer, { policy: { threshold: 2 } }],
        'invalid-card': ['{', signer, {}],
      } as const;
      const [card, key, options] = inputs[verdict];
      const { report } = await verifyWith([key], card, options);
      expect(report.verdict).toBe(verdict);
      const printed = JSON.parse(
        getFormat('json').render(
          { command: 'verify', reports: [report], errors: [], isTimeGiven: false },
          plain,
        ),
      ) as unknown;
      expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  it('refuses a report that claims a payload without trust', async () => {
    const signer = await createTestSigner('ES256');
    const { report } = await verifyWith([signer], await signWith([signer], cardText()));
    const forged = { version: 1, errors: [], reports: [{ ...report, verdict: 'untrusted' }] };
    expect(validate(JSON.parse(JSON.stringify(forged)))).toBe(false);
  });
});

describe('check-report.schema.json', () => {
  it('accepts what check prints, for a good and a bad card', () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(
      readSchema('check-report.schema.json'),
    );
    const reports = [cardText(), '{"name": 1}', '['].map((text) => {
      const findings = checkCard(new TextEncoder().encode(text));
      expect(findings.every(({ code }) => code in findingKinds)).toBe(true);
      return { source: 'card.json', valid: findings.length === 0, findings };
    });
    const printed = JSON.parse(
      getFormat('json').render({ command: 'check', reports, errors: [] }, plain),
    ) as unknown;
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('explain-report.schema.json', () => {
  const schema = readSchema('explain-report.schema.json');
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema);
  const toPrinted = (report: ExplainReport) =>
    JSON.parse(toJsonText({ version: 1, ...report })) as Record<string, unknown>;
  const accept = (report: ExplainReport) => {
    expect(validate(toPrinted(report)), JSON.stringify(validate.errors)).toBe(true);
  };
  const subjects = makeSubjects(30, 3);

  it('names exactly the outcomes and the causes there are', () => {
    const names = Object.keys(outcomes);
    expect(schema.$defs?.entry?.properties?.outcome?.enum).toEqual(names);
    expect(schema.$defs?.cause?.properties?.code?.enum).toEqual([
      ...new Set([...Object.keys(causes), ...names]),
    ]);
  });

  it.each([...faults, ...noFaults])('accepts the report of: $id', async ({ apply }) => {
    const chance = createChance(5);
    let held = 0;
    for (const subject of subjects) {
      const faulty = await apply(subject, chance);
      if (faulty === undefined) continue;
      accept(await explainFaulty(faulty, { maxWork: 100 }));
      if (++held === 3) break;
    }
    expect(held).toBe(3);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no signatures', cardText()],
    [
      'odd signatures',
      `{"signatures": [7, {}, {"protected": "e30", "signature": ""}], ${cardText().slice(1)}`,
    ],
    ['signatures that are no list', `{"signatures": 7, ${cardText().slice(1)}`],
    ['65 signatures', `{"signatures": [${Array(65).fill('{}').join()}], ${cardText().slice(1)}`],
  ])('accepts the report of a card with %s', async (_, card) => {
    accept(await explainFaulty({ card, jwks: '{"keys": [{"kty": "oct"}]}', against: cardText() }));
  });

  it('refuses a member that is not in it, in every object', async () => {
    const [subject] = subjects;
    const fault = faults.find(({ causes: [code] }) => code === 'card-changed');
    const faulty = subject && (await fault?.apply(subject, createChance(5)));
    if (faulty === undefined) throw new Error('the fault does not apply');
    const report = await explainFaulty(faulty, { maxWork: 100 });
    const [entry] = report.entries;
    const [cause] = entry?.causes ?? [];
    const odd = [
      { ...report, odd: 1 },
      { ...report, against: { ...report.against, odd: 1 } },
      { ...report, keySet: { ...report.keySet, odd: 1 } },
      { ...report, entries: [{ ...entry, odd: 1 }] },
      { ...report, entries: [{ ...entry, causes: [{ ...cause, odd: 1 }] }] },
      { ...report, entries: [{ ...entry, causes: [{ ...cause, code: 'odd' }] }] },
    ];
    expect(odd.map((one) => validate(toPrinted(one as ExplainReport)))).toEqual(odd.map(() => false));
  });
});
