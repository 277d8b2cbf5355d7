/** Knows the report of `explain`: why each signature of a card fails, as plain data (schemas/explain-report.schema.json). */
import type { SkippedKey } from '../keys/key-set.js';
import type { Outcome } from '../signature/outcomes.js';
import type { VerificationReport } from '../trust/report.js';
import { causes, type CauseCode, type Certainty } from './causes.js';

/** Something that keeps a signature from counting. */
export type Cause = {
  /** One of `causes`, or the outcome of the entry, where that says all. */
  readonly code: CauseCode | Outcome;
  readonly certainty: Certainty;
  /** What is the case, with the values and places that show it. */
  readonly message: string;
  readonly next: string;
  /** The canonical form that it is about. */
  readonly form?: string;
  /** The SDK with its releases, where the form is one's. */
  readonly sdk?: string;
  /** JSON Pointers, in the card, of what is not covered, was changed or was added; the first hundred. */
  readonly pointers?: readonly string[];
  /** How many there are. */
  readonly pointerCount?: number;
};

export type EntryExplanation = {
  /** Its place in `signatures`, from 0. */
  readonly index: number;
  /** As `verify` has it; absent where no keys were given and the entry can be read. */
  readonly outcome?: Outcome;
  readonly message?: string;
  /** As the protected header says; absent where that could not be read. */
  readonly kid?: string;
  readonly alg?: string;
  /** All that hold together; none where nothing was found, or where there is nothing to explain. */
  readonly causes: readonly Cause[];
  /** What was tried; only where the signature was not found to match anything. */
  readonly tried?: Trial;
};

export type Trial = {
  /** What was undone, alone and two at a time. */
  readonly what: readonly string[];
  /** Signatures that were computed. */
  readonly attempts: number;
  /** Whether all combinations were tried; else the card is too large, or has too many entries. */
  readonly complete: boolean;
};

export type Difference = {
  /** JSON Pointer, in whichever of the two cards has it. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
};

export type ExplainReport = Pick<
  VerificationReport,
  'verdict' | 'reason' | 'source' | 'time' | 'card' | 'findings'
> & {
  /** Absent where no key set was given. */
  readonly keySet?: {
    readonly source: string;
    readonly keys: number;
    /** The kids of its keys, or their thumbprints where they have none; the first hundred. */
    readonly kids: readonly string[];
    readonly skipped: readonly SkippedKey[];
  };
  /** The former copy, and what is different in the card now; the first hundred differences. */
  readonly against?: {
    readonly source: string;
    readonly differences: readonly Difference[];
    readonly differenceCount: number;
  };
  readonly entries: readonly EntryExplanation[];
  /** Entries beyond those that are explained. */
  readonly entriesLeftOut: number;
};

type Details = Partial<
  Pick<Cause, 'certainty' | 'form' | 'sdk' | 'pointers' | 'pointerCount'> & { next: string }
>;

/** A cause of the table; proved, and with the table's next step, unless told. */
export function toCause(code: CauseCode, message: string, details: Details = {}): Cause {
  return { code, certainty: 'proved', message, next: causes[code].next, ...details };
}
