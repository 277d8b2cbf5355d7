/** Knows what a check is: the port that every file of this folder serves. */
import type { FindingCode } from '../../findings.js';
import type { JsonDocument } from '../../json/read.js';
import type { JsonObject } from '../../json/value.js';
import type { CardShape } from '../shape.js';

/** A finding before its place in the text is known. */
export type Draft = {
  readonly code: FindingCode;
  /** JSON Pointer. */
  readonly path: string;
  /** Whether the place is the member's name rather than its value. */
  readonly at?: 'name' | 'value';
  readonly message: string;
  readonly hint?: string;
  /** JSON Pointer of the field that is missing, or that a misspelt name stands for. */
  readonly field?: string;
};

export type CheckContext = {
  readonly document: JsonDocument;
  readonly card: JsonObject;
  readonly shape: CardShape;
};

/** Reads the context, changes nothing, throws nothing. */
export type Check = (context: CheckContext) => Iterable<Draft>;

/**
 * As many findings of one card are listed, the errors first where there are more. Each one's place costs a walk
 * over the text, and a card may be made so that everything in it is a finding.
 */
export const maximumFindings = 100;

/** As many of each severity are looked at before those are chosen. */
export const maximumDrafts = 1000;
