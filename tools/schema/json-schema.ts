/** Knows how the card's schema is told to editors: as a closed JSON Schema 2020-12, one definition per message. */
import type { SchemaField, SchemaMessage } from './descriptors.js';

type Schema = Record<string, unknown>;

/** The JSON Schema's text; the first message is the document. */
export function toJsonSchema(messages: readonly SchemaMessage[]): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:cardctl:schema:agent-card:1.0',
    $comment: 'Generated from lf/a2a/v1, do not edit: npm run generate',
    title: 'A2A 1.0 Agent Card',
    $ref: toRef(messages[0]?.name),
    $defs: Object.fromEntries(messages.map((message) => [message.name, toDefinition(message)])),
  };
  return JSON.stringify(schema, undefined, 2) + '\n';
}

function toDefinition({ name, comment, fields }: SchemaMessage): Schema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const exclusions = toExclusions(fields);
  return {
    title: name,
    description: comment,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
    ...(required.length > 0 && { required }),
    ...(exclusions.length > 0 && { dependentSchemas: Object.fromEntries(exclusions) }),
    additionalProperties: false,
  };
}

function toProperty(field: SchemaField): Schema {
  return {
    description: field.comment,
    ...(field.deprecated && { deprecated: true }),
    ...toShape(field),
  };
}

function toShape(field: SchemaField): Schema {
  if (field.cardinality === 'repeated') return { type: 'array', items: toValue(field) };
  if (field.cardinality === 'map') return { type: 'object', additionalProperties: toValue(field) };
  return toValue(field);
}

function toValue({ kind, message }: SchemaField): Schema {
  switch (kind) {
    case 'string':
      return { type: 'string' };
    case 'bool':
      return { type: 'boolean' };
    case 'struct':
      return { type: 'object' };
    case 'message':
      return { $ref: toRef(message) };
  }
}

/** Per member of a oneof, the schema that forbids the others; so an editor marks the members that are too many. */
function toExclusions(fields: readonly SchemaField[]): [string, Schema][] {
  const members = fields.filter((field) => field.oneof !== undefined);
  return members.map((member) => {
    const others = members.filter((other) => other.oneof === member.oneof && other !== member);
    return [member.name, { properties: Object.fromEntries(others.map((other) => [other.name, false])) }];
  });
}

function toRef(name: string | undefined): string {
  return `#/$defs/${String(name)}`;
}
