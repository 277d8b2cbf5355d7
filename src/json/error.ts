/** Knows the one error of the reader: why a text is refused, and where it stands. */

import { CardctlError } from '../errors.js';
import { severityOf, type Finding, type FindingCode } from '../findings.js';

/** The finding codes that the reader refuses with. */
export type JsonErrorCode = Extract<
  FindingCode,
  | 'json-syntax'
  | 'json-empty'
  | 'json-utf8'
  | 'json-duplicate-name'
  | 'json-lone-surrogate'
  | 'json-number-range'
  | 'json-depth'
  | 'json-size'
>;

export type JsonErrorDetails = {
  readonly findingCode: JsonErrorCode;
  /** What is wrong, without the place. */
  readonly problem: string;
  readonly hint: string;
  /** JSON Pointer (RFC 6901) of the value or the member. */
  readonly path: string;
  /** In bytes from the start, a byte order mark included. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
};

/** A text that the reader refuses; `code` is always `json-invalid`, `findingCode` says why. */
export class JsonError extends CardctlError {
  override readonly name = 'JsonError';
  readonly findingCode: JsonErrorCode;
  /** The message without the place, which `path`, `line` and `column` give. */
  readonly problem: string;
  readonly path: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  constructor(details: JsonErrorDetails) {
    const { problem, line, column, hint } = details;
    super('json-invalid', `${problem} at line ${line}, column ${column}`, { hint });
    this.findingCode = details.findingCode;
    this.problem = problem;
    this.path = details.path;
    this.offset = details.offset;
    this.line = line;
    this.column = column;
  }

  /** The error as a finding in the document. */
  toFinding(): Finding {
    return {
      code: this.findingCode,
      severity: severityOf(this.findingCode),
      path: this.path,
      line: this.line,
      column: this.column,
      message: this.problem,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    };
  }
}
