/** Knows the shape of `src/canonical/forms/regular.generated.ts`: one function per message, one line per member. */
import type { SchemaField, SchemaMessage } from './descriptors.js';

/** The module's text: the canonical form of regular cards, unrolled from the table so that the engine inlines it. */
export function toEncoders(messages: readonly SchemaMessage[]): string {
  return [
    '/** Knows the members of each message in canonical order, as code. Generated, do not edit: npm run generate. */',
    "import type { JsonValue } from '../../json/value.js';",
    "import { isPlainObject } from '../jcs.js';",
    "import { array, flag, isEmptyMap, map, object, quoted, struct, text, texts, type Walk } from './regular-values.js';",
    ...messages.filter(({ name }) => isReached(name, messages)).flatMap(toEncoder),
    '',
  ].join('\n');
}

/** The card, and what stands in something other than its signatures, which are no content. */
function isReached(name: string, messages: readonly SchemaMessage[]): boolean {
  return (
    name === 'AgentCard' ||
    messages.some((holder) =>
      holder.fields.some((field) => field.message === name && !isEntries(holder.name, field)),
    )
  );
}

function isEntries(message: string, { name }: SchemaField): boolean {
  return message === 'AgentCard' && name === 'signatures';
}

/** `open` is 0 before the first member, 1 behind a value, and 2 behind a text whose closing quote is still due. */
function toEncoder({ name, fields }: SchemaMessage): string[] {
  const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
  return [
    '',
    `${name === 'AgentCard' ? 'export ' : ''}function encode${name}(before: string, message: JsonValue, walk: Walk): string {`,
    '  const value = object(message, walk);',
    '  let out = before, open = 0, known = 0, member: JsonValue | undefined;',
    ...oneofs.map((oneof) => `  let ${oneof} = 0;`),
    ...fields.map((field) => `  ${toLine(name, field)}`),
    ...oneofs.map((oneof) => `  if (${oneof} > 1) walk.stop();`),
    '  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();',
    `  return out + ${choose('"}', '}', '{}')};`,
    '}',
  ];
}

/** The text that follows a text, a value, or nothing. */
function choose(behindText: string, behindValue: string, first: string): string {
  return `(open === 2 ? '${behindText}' : open === 1 ? '${behindValue}' : '${first}')`;
}

function toLine(message: string, field: SchemaField): string {
  const count = field.oneof === undefined ? 'known++;' : `known++; ${field.oneof}++;`;
  const read = `if ((member = value['${field.name}']) !== undefined) { ${count}`;
  if (isEntries(message, field)) return `${read} }`;
  const write = toWrite(field);
  const isDefault = field.explicit || field.required ? undefined : toDefaultTest(field);
  return isDefault === undefined
    ? `${read} ${write} }`
    : `${read} if (${isDefault}) walk.exact = false; else { ${write} } }`;
}

/** Each piece is as long as can be, for the pieces are what costs. */
function toWrite(field: SchemaField): string {
  const isText = field.cardinality === 'singular' && field.kind === 'string';
  const label = `"${field.name}":${isText ? '"' : ''}`;
  const start = `out + ${choose(`",${label}`, `,${label}`, `{${label}`)}`;
  return isText
    ? `out = ${start} + text(member, walk); open = 2;`
    : `out = ${toCall(field, start)}; open = 1;`;
}

function toCall({ kind, message, cardinality }: SchemaField, start: string): string {
  const encode = { string: 'quoted', bool: 'flag', struct: 'struct', message: `encode${message ?? ''}` }[
    kind
  ];
  if (cardinality === 'map') return `map(${start}, member, ${encode}, walk)`;
  if (cardinality === 'singular') return `${encode}(${start}, member, walk)`;
  return kind === 'string' ? `texts(${start}, member, walk)` : `array(${start}, member, ${encode}, walk)`;
}

function toDefaultTest({ kind, cardinality }: SchemaField): string {
  if (cardinality === 'repeated') return 'Array.isArray(member) && member.length === 0';
  if (cardinality === 'map') return 'isEmptyMap(member)';
  return kind === 'bool' ? 'member === false' : "member === ''";
}
