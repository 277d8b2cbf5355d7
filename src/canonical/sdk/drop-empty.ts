/** Knows how the SDKs drop empty values out of JSON of no schema: recursively, in arrays too. */
import { escapePointer } from '../../json/pointer.js';
import {
  createObject,
  setMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';
import { leaveOut, markCoverage, record, type Coverage } from './coverage.js';

export type EmptyRule = {
  /** Whether a scalar is dropped. */
  readonly isEmpty: (value: JsonValue) => boolean;
  /** The name of a member that vanishes, whatever its value. */
  readonly vanishing?: string;
  /** Turns the scalars that stay into what is written. */
  readonly spell?: (value: JsonValue, path: string) => JsonValue;
};

export type DropContext = { readonly rule: EmptyRule; readonly coverage: Coverage };

/** Empty strings and nulls, as all SDKs drop them. */
export const isBlank = (value: JsonValue): boolean => value === null || value === '';

/** The value without what is empty; `undefined` where nothing is left. What is left out is written into `coverage`. */
export function dropEmpty(value: JsonValue, path: string, context: DropContext): JsonValue | undefined {
  const { rule, coverage } = context;
  const mark = markCoverage(coverage);
  const left =
    typeof value === 'object' && value !== null
      ? dropInside(value, path, context)
      : rule.isEmpty(value)
        ? undefined
        : (rule.spell?.(value, path) ?? value);
  if (left === undefined) leaveOut(coverage, path, mark);
  return left;
}

function dropInside(
  value: JsonArray | JsonObject,
  path: string,
  context: DropContext,
): JsonValue | undefined {
  if (Array.isArray(value)) {
    const kept: JsonArray = [];
    for (const [index, element] of value.entries()) {
      const left = dropEmpty(element, `${path}/${index}`, context);
      if (left !== undefined) kept.push(left);
    }
    return kept.length === 0 ? undefined : kept;
  }
  return dropInObject(value, path, context);
}

function dropInObject(value: JsonObject, path: string, context: DropContext): JsonObject | undefined {
  const result = createObject();
  let count = 0;
  for (const [name, member] of Object.entries(value)) {
    const at = `${path}/${escapePointer(name)}`;
    if (name === context.rule.vanishing) {
      record(context.coverage.unsigned, at);
      continue;
    }
    const left = dropEmpty(member, at, context);
    if (left === undefined) continue;
    setMember(result, name, left);
    count++;
  }
  return count === 0 ? undefined : result;
}
