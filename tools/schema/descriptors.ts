/** Knows how the rules of a card are read off compiled protobuf descriptors. */
import {
  createFileRegistry,
  getOption,
  ScalarType,
  type DescExtension,
  type DescField,
  type DescMessage,
} from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, type FileDescriptorSet } from '@bufbuild/protobuf/wkt';
import { readComments, type Comments } from './comments.js';

/** A message of the schema, its fields in UTF-16 code unit order of their JSON names. */
export type SchemaMessage = {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly SchemaField[];
};

export type SchemaField = {
  readonly name: string;
  readonly protoName: string;
  readonly kind: 'string' | 'bool' | 'message' | 'struct';
  /** The name of the message of a `message` field. */
  readonly message: string | undefined;
  readonly cardinality: 'singular' | 'repeated' | 'map';
  readonly explicit: boolean;
  readonly required: boolean;
  readonly oneof: string | undefined;
  readonly deprecated: boolean;
  readonly comment: string;
};

/**
 * The messages reachable from the one named, that one first, then breadth first. Throws a `TypeError` for a
 * kind of field that the card's rules do not cover, so that a new one cannot slip in unseen.
 */
export function readSchema(image: FileDescriptorSet, typeName: string): SchemaMessage[] {
  const registry = createFileRegistry(image);
  const root = registry.getMessage(typeName);
  const behavior = registry.getExtension('google.api.field_behavior');
  if (root === undefined || behavior === undefined)
    throw new TypeError(`no ${typeName}, or no field_behavior`);
  const reached = new Set([root]);
  // A set hands out what is added to it during the walk.
  for (const message of reached) {
    for (const field of message.fields)
      if (field.message && !isStruct(field.message)) reached.add(field.message);
  }
  return [...reached].map((message) => toMessage(message, behavior));
}

function toMessage(message: DescMessage, behavior: DescExtension): SchemaMessage {
  const comments = readComments(message);
  const fields = message.fields.map((field) => toField(field, behavior, comments));
  // `<` compares strings by UTF-16 code units, as RFC 8785 orders names.
  fields.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: message.name, comment: comments.message, fields };
}

function toField(field: DescField, behavior: DescExtension, comments: Comments): SchemaField {
  return {
    name: field.jsonName,
    protoName: field.name,
    kind: toKind(field),
    message: field.message && !isStruct(field.message) ? field.message.name : undefined,
    cardinality: toCardinality(field),
    explicit: field.presence === FeatureSet_FieldPresence.EXPLICIT,
    required: isRequired(field, behavior),
    oneof: field.oneof?.name,
    deprecated: field.deprecated,
    comment: comments.fields.get(field.name) ?? '',
  };
}

function toKind(field: DescField): SchemaField['kind'] {
  if (field.message) return isStruct(field.message) ? 'struct' : 'message';
  if (field.scalar === ScalarType.STRING) return 'string';
  if (field.scalar === ScalarType.BOOL) return 'bool';
  throw new TypeError(`${String(field)} is of a type that no rule covers`);
}

function toCardinality(field: DescField): SchemaField['cardinality'] {
  if (field.fieldKind === 'list') return 'repeated';
  if (field.fieldKind !== 'map') return 'singular';
  if (field.mapKey === ScalarType.STRING) return 'map';
  throw new TypeError(`${String(field)} has keys that are not strings`);
}

function isRequired(field: DescField, behavior: DescExtension): boolean {
  const required = behavior.enum?.values.find((value) => value.name === 'REQUIRED');
  const behaviors: unknown = getOption(field, behavior);
  return Array.isArray(behaviors) && behaviors.includes(required?.number);
}

function isStruct(message: DescMessage): boolean {
  return message.typeName === 'google.protobuf.Struct';
}
