/** Knows how the members of a request are read, and what AWS says of one that doesn't fit. */
import { KmsError, validationError } from './errors.js';
import type { Members } from './types.js';

type StringRules = { max?: number; pattern?: string; values?: readonly string[] };

/** A member that must be there. */
export function readString(input: Members, name: string, rules: StringRules = {}): string {
  const value = readOptionalString(input, name, rules);
  if (value === undefined) throw validationError(toMember(name), 'Member must not be null', null);
  return value;
}

/** A member that may be left out; an empty one is too short. */
export function readOptionalString(
  input: Members,
  name: string,
  rules: StringRules = {},
): string | undefined {
  const value = input[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw serializationError();
  const { max = 2048, pattern, values } = rules;
  const refuse = (constraint: string): KmsError => validationError(toMember(name), constraint, value);
  if (values && !values.includes(value))
    throw refuse(`Member must satisfy enum value set: [${values.join(', ')}]`);
  if (value.length < 1) throw refuse('Member must have length greater than or equal to 1');
  if (value.length > max) throw refuse(`Member must have length less than or equal to ${max}`);
  if (pattern !== undefined && !new RegExp(pattern).test(value))
    throw refuse(`Member must satisfy regular expression pattern: ${pattern}`);
  return value;
}

/** A blob of 1 to `max` bytes, which is a secret and so isn't shown. */
export function readBlob(input: Members, name: string, max: number): Buffer {
  const value = input[name];
  if (value === undefined || value === null)
    throw validationError(toMember(name), 'Member must not be null', null);
  if (typeof value !== 'string') throw serializationError();
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') !== value) throw serializationError();
  if (bytes.length < 1)
    throw validationError(toMember(name), 'Member must have length greater than or equal to 1');
  if (bytes.length > max)
    throw validationError(toMember(name), `Member must have length less than or equal to ${max}`);
  return bytes;
}

export function readBoolean(input: Members, name: string): boolean {
  const value = input[name] ?? false;
  if (typeof value !== 'boolean') throw serializationError();
  return value;
}

/** A whole number between two bounds. */
export function readInteger(
  input: Members,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const value = input[name] ?? otherwise;
  if (typeof value !== 'number') throw serializationError();
  if (value < least)
    throw validationError(
      toMember(name),
      `Member must have value greater than or equal to ${least}`,
      String(value),
    );
  if (value > most)
    throw validationError(
      toMember(name),
      `Member must have value less than or equal to ${most}`,
      String(value),
    );
  return value;
}

/** Tags as KMS lists them, `{ TagKey, TagValue }`, to pairs. */
export function readTags(input: Members): [string, string][] {
  const list = input['Tags'] ?? [];
  if (!Array.isArray(list)) throw serializationError();
  const tags = list.map((tag: Members): [string, string] => {
    const value = tag['TagValue'];
    if (typeof value !== 'string')
      throw validationError('tags.member.tagValue', 'Member must not be null', null);
    return [readString(tag, 'TagKey', { max: 128 }), value];
  });
  if (tags.some(([key]) => key.startsWith('aws:')))
    throw new KmsError('TagException', 'Tags beginning with aws: are reserved');
  if (new Set(tags.map(([key]) => key)).size < tags.length)
    throw new KmsError('TagException', 'Duplicate tag keys');
  return tags;
}

/** A body that isn't what the protocol has there. */
export function serializationError(): KmsError {
  return new KmsError('SerializationException');
}

/** AWS names members in messages with a small first letter. */
function toMember(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
