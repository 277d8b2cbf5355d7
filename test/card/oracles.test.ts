/** Knows where `check` and two readers of the same schema differ, that each difference is meant, and that there are no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromJson, type JsonValue as ProtoValue } from '@bufbuild/protobuf';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCard } from '../../src/card/check.js';
import { allMessages, type Field } from '../../src/card/schema.js';
import type { Finding, FindingCode } from '../../src/findings.js';
import { parsePointer } from '../../src/json/pointer.js';
import { getAt } from '../support/pointer.js';
import { isObject, type JsonValue } from '../../src/json/value.js';
import { AgentCardSchema } from '../../tools/generated/lf/a2a/v1/agent_card_pb.js';
import { describeCorpus } from '../peers/require.js';
import { fullCard } from './full-card.js';
import { combineMutations, mutateEverywhere, type Mutant } from './mutations.js';

const root = join(import.meta.dirname, '../..');

type OracleName = 'protobuf' | 'ajv';

/**
 * Findings for which `check` and an oracle differ, each with the reason. `errors` are findings that make a card
 * invalid here and not there; `warnings` are those for which the oracle refuses a card that is valid here.
 */
type Differences = {
  readonly errors: Partial<Record<FindingCode, string>>;
  readonly warnings: Partial<Record<FindingCode, string>>;
};

const differences: Readonly<Record<OracleName, Differences>> = {
  protobuf: {
    errors: {
      'member-missing': 'REQUIRED is an annotation, which the runtime does not look at',
      'card-unrecognised': 'a message of which nothing is set is a message',
      'json-duplicate-name': 'JSON.parse, which stands in for the reader, keeps the last',
      'json-number-range': 'JSON.parse makes it Infinity, and a Struct takes that',
      'json-lone-surrogate': 'a Struct takes it; in every other string the runtime refuses it too',
    },
    warnings: {
      'member-unknown': 'A2A 5.7 has readers ignore it; this oracle is told not to',
      'member-null': 'null means not set, yet it counts for a oneof, and for what 1.0 does not have',
    },
  },
  ajv: {
    errors: {
      'json-duplicate-name': 'JSON.parse, which stands in for the reader, keeps the last',
      'json-number-range': 'JSON.parse makes it Infinity, and a Struct takes that',
      'json-lone-surrogate': 'JSON Schema looks at no encoding',
      'json-depth': 'JSON Schema counts no levels',
    },
    warnings: {
      'member-unknown': 'A2A 5.7 has readers ignore it; an editor should mark it',
      'member-null': 'ProtoJSON has it mean not set; an editor should mark it',
      'member-alias': 'ProtoJSON takes the proto name; an editor should mark it',
    },
  },
};

/** protobuf-es reads 100 levels and the reader 128: the one difference without a finding. */
const protobufDepth = 'maximum recursion depth of 100 reached';

const validate = new Ajv2020({ strict: true }).compile(
  JSON.parse(readFileSync(join(root, 'schemas/agent-card.schema.json'), 'utf8')) as object,
);

/** Why an oracle refuses a parsed card; `undefined` where it takes it. */
const oracles: Readonly<Record<OracleName, (card: unknown) => string | undefined>> = {
  protobuf: (card) => {
    try {
      fromJson(AgentCardSchema, card as ProtoValue, { ignoreUnknownFields: false });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
  ajv: (card) => {
    if (validate(card)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  },
};

const oracleNames: readonly OracleName[] = ['protobuf', 'ajv'];

const examples = ['erp-stock-check', 'penghitung-kata'].map(
  (name) => JSON.parse(readFileSync(join(root, `examples/${name}.json`), 'utf8')) as object,
);
/** Cards of which next to nothing is left. */
const remains = [
  '{}',
  '{"provider":{}}',
  '{"name":"x"}',
  '{"skills":[]}',
  '[]',
  'null',
  '"x"',
  '{',
  '\ufeff{}',
];
const mutants: readonly Mutant[] = [
  ...remains.map((text) => ({ name: text, text })),
  ...[fullCard, ...examples.slice(1)].flatMap(mutateEverywhere),
  ...combineMutations(fullCard, 700, 20261130),
];

describe.each(oracleNames)('check and %s', (oracle) => {
  let compared: readonly { readonly name: string; readonly result: Comparison }[] = [];

  beforeAll(() => {
    compared = mutants.map(({ name, text }) => ({ name, result: compare(oracle, text) }));
  });

  it.each([fullCard, ...examples])('both take the valid card $name', (card) => {
    expect(checkCard(toBytes(JSON.stringify(card)))).toEqual([]);
    expect(oracles[oracle](card)).toBeUndefined();
  });

  it('differ on no mutated card but for a listed reason', () => {
    expect(compared.length).toBeGreaterThan(3000);
    const unlisted = compared.filter(({ result }) => result.unlisted !== undefined);
    expect(unlisted.map(({ name, result }) => `${name}: ${result.unlisted ?? ''}`)).toEqual([]);
  });

  it('differ for each listed reason, alone, on some card', () => {
    const { errors, warnings } = differences[oracle];
    const alone = new Set(compared.flatMap(({ result }) => (result.codes.length === 1 ? result.codes : [])));
    const listed = [...Object.keys(errors), ...Object.keys(warnings)];
    expect([...alone].sort()).toEqual([...listed, ...(oracle === 'protobuf' ? ['depth'] : [])].sort());
  });

  it('take some mutated cards and refuse others together', () => {
    const same = compared.filter(({ result }) => result.codes.length === 0);
    expect(same.filter(({ result }) => result.isValid).length).toBeGreaterThan(300);
    expect(same.filter(({ result }) => !result.isValid).length).toBeGreaterThan(1500);
  });
});

describe('the full card', () => {
  it('sets every field of every message', () => {
    const seen = new Set<Field>();
    for (const message of allMessages.filter(({ name }) => name === 'AgentCard')) collect(fullCard, message);
    function collect(value: JsonValue, message: (typeof allMessages)[number]): void {
      for (const [name, member] of Object.entries(value as object) as [string, JsonValue][]) {
        const field = message.byName.get(name)!;
        seen.add(field);
        if (field.message === undefined) continue;
        const values = field.cardinality === 'singular' ? [member] : Object.values(member as object);
        for (const inner of values as JsonValue[]) collect(inner, field.message);
      }
    }
    expect(allMessages.flatMap(({ fields }) => fields).filter((field) => !seen.has(field))).toEqual([]);
  });
});

describeCorpus((folder) => {
  const cards = readdirSync(join(folder, 'cards')).map((file) => ({
    file,
    text: readFileSync(join(folder, 'cards', file), 'utf8'),
  }));

  it.each(cards)(
    'holds $file, on which check and the oracles differ for listed reasons alone',
    ({ text }) => {
      expect(oracleNames.map((oracle) => compare(oracle, text).unlisted)).toEqual([undefined, undefined]);
    },
  );
});

type Comparison = {
  /** Whether `check` has no errors. */
  readonly isValid: boolean;
  /** The reasons of the difference; none where there is none. */
  readonly codes: readonly string[];
  /** What is not explained. */
  readonly unlisted?: string;
};

function compare(oracle: OracleName, text: string): Comparison {
  const findings = checkText(text);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isValid = errors.length === 0;
  const card = parse(text);
  const refusal = card === undefined ? 'not JSON' : oracles[oracle](card);
  if (isValid === (refusal === undefined)) return { isValid, codes: [] };
  return { isValid, ...(isValid ? explainRefusal(oracle, card, findings) : explainErrors(oracle, errors)) };
}

const known = new Map<string, readonly Finding[]>();

/** What check finds; it is the same whatever it is compared with. */
function checkText(text: string): readonly Finding[] {
  const findings = known.get(text) ?? checkCard(toBytes(text));
  known.set(text, findings);
  return findings;
}

/** Every error must be one that the oracle does not have. */
function explainErrors(oracle: OracleName, errors: readonly Finding[]): Omit<Comparison, 'isValid'> {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const unlisted = codes.filter((code) => differences[oracle].errors[code] === undefined);
  return { codes, ...(unlisted.length === 0 ? {} : { unlisted: `takes a card with ${unlisted.join()}` }) };
}

/** With the listed findings mended the oracle must take the card: then they were all that it minds. */
function explainRefusal(
  oracle: OracleName,
  card: unknown,
  findings: readonly Finding[],
): Omit<Comparison, 'isValid'> {
  const listed = findings.filter(({ code }) => differences[oracle].warnings[code] !== undefined);
  const codes: string[] = [...new Set(listed.map(({ code }) => code))];
  for (const finding of listed) mend(card as JsonValue, finding);
  const refusal = oracles[oracle](card);
  if (refusal === undefined) return { codes };
  if (oracle === 'protobuf' && refusal.endsWith(protobufDepth)) return { codes: [...codes, 'depth'] };
  return { codes, unlisted: `refuses: ${refusal}` };
}

/** Takes the member out, or gives it its JSON name. */
function mend(card: JsonValue, { code, path }: Finding): void {
  const name = parsePointer(path).at(-1) ?? '';
  const parent = getAt(card, path.slice(0, path.lastIndexOf('/')));
  if (!isObject(parent)) return;
  const value = parent[name];
  Reflect.deleteProperty(parent, name);
  if (code !== 'member-alias' || value === undefined) return;
  parent[name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())] = value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
