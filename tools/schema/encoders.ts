/** Knows the shape of `src/canonical/forms/regular.generated.ts`: one function per message, one line per member. */
import type { SchemaField, SchemaMessage } from './descriptors.js';

/** The module's text: the canonical form of regular cards, unrolled from the table so that the engine inlines it. */
export function toEncoders(messages: readonly SchemaMessage[]): string {
  return [
    '/** Knows the members of each message in canonical order, as code. Generated, do not edit: npm run generate. */',
    "import type { JsonValue } from '../../json/value.js';",
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

function toEncoder({ name, fields }: SchemaMessage): string[] {
  const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
  return [
    '',
    `${name === 'AgentCard' ? 'export ' : ''}function encode${name}(message: JsonValue, walk: Walk): string {`,
    '  const value = object(message, walk);',
    "  let out = '{', known = 0, member: JsonValue | undefined;",
    ...oneofs.map((oneof) => `  let ${oneof} = 0;`),
    ...fields.map((field) => `  ${toLine(name, field)}`),
    ...oneofs.map((oneof) => `  if (${oneof} > 1) walk.stop();`),
    '  if (known !== Object.keys(value).length) walk.stop();',
    '  return `${out}}`;',
    '}',
  ];
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

/** A text has its quotes in the pieces around it, so that there are fewer pieces. */
function toWrite(field: SchemaField): string {
  const isText = field.cardinality === 'singular' && field.kind === 'string';
  const label = `"${field.name}":${isText ? '"' : ''}`;
  const prefix = `out += out.length > 1 ? ',${label}' : '${label}';`;
  return `${prefix} out += ${toValue(field)};${isText ? ` out += '"';` : ''}`;
}

function toValue({ kind, message, cardinality }: SchemaField): string {
  if (cardinality === 'repeated')
    return kind === 'string' ? 'texts(member, walk)' : `array(member, encode${message ?? ''}, walk)`;
  if (cardinality === 'map')
    return kind === 'string' ? 'map(member, quoted, walk)' : `map(member, encode${message ?? ''}, walk)`;
  switch (kind) {
    case 'string':
      return 'text(member, walk)';
    case 'bool':
      return 'flag(member, walk)';
    case 'struct':
      return 'struct(member, walk)';
    case 'message':
      return `encode${message ?? ''}(member, walk)`;
  }
}

function toDefaultTest({ kind, cardinality }: SchemaField): string {
  if (cardinality === 'repeated') return 'Array.isArray(member) && member.length === 0';
  if (cardinality === 'map') return 'isEmptyMap(member)';
  return kind === 'bool' ? 'member === false' : "member === ''";
}
