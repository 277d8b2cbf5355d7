/** Knows the shape of `src/card/schema.generated.ts`: one line per field, saying only what is not the rule. */
import type { SchemaField, SchemaMessage } from './descriptors.js';

/** The module's text. */
export function toTable(messages: readonly SchemaMessage[]): string {
  return [
    "/** Knows the card's schema as data, read off schemas/lf/a2a/v1. Generated, do not edit: npm run generate. */",
    'export const messages = [',
    ...messages.flatMap(toRows),
    '] as const;',
    '',
  ].join('\n');
}

function toRows({ name, fields }: SchemaMessage): string[] {
  return ['  {', `    name: '${name}',`, '    fields: [', ...fields.map(toRow), '    ],', '  },'];
}

function toRow(field: SchemaField): string {
  const members = {
    name: field.name,
    protoName: field.protoName === field.name ? undefined : field.protoName,
    kind: field.kind,
    message: field.message,
    cardinality: field.cardinality === 'singular' ? undefined : field.cardinality,
    explicit: field.explicit || undefined,
    required: field.required || undefined,
    oneof: field.oneof,
    deprecated: field.deprecated || undefined,
  };
  const texts = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : String(value)}`);
  return `      { ${texts.join(', ')} },`;
}
