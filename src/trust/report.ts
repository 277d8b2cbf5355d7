/** Knows the verification report: what was found, as plain data (schemas/verification-report.schema.json). */
import type { CardShape } from '../card/shape.js';
import type { Finding } from '../findings.js';
import type { SkippedKey } from '../keys/key-set.js';
import type { Outcome } from '../signature/outcomes.js';
import type { VerificationPolicy } from './policy.js';

/** docs/verdicts.md says what each means. */
export type Verdict = 'invalid-card' | 'unsigned' | 'trusted' | 'unmet-policy' | 'tampered' | 'untrusted';

export type EntryReport = {
  /** Its place in `signatures`, from 0. */
  readonly index: number;
  readonly outcome: Outcome;
  /** The reason, with value and place. */
  readonly message: string;
  /** As the protected header says; absent where that could not be read. */
  readonly kid?: string;
  readonly alg?: string;
  readonly typ?: string;
  readonly jku?: string;
  /** RFC 3339, UTC. */
  readonly issuedAt?: string;
  readonly expiresAt?: string;
  /** The canonical form: of a genuine entry the one that matched, else the one that the entry names. */
  readonly form?: string;
  /** Other forms of SDKs that have the same text for this card, where `form` is one of an SDK: any may be meant. */
  readonly sameForms?: readonly string[];
  /** Whether the protected header names the form. */
  readonly formMarked?: boolean;
  /** RFC 7638, of the trusted key that made the entry. */
  readonly thumbprint?: string;
  /**
   * JSON Pointers of what a genuine entry does not cover in the card as it was received, nulls and defaults aside: the
   * first hundred. Only where there are any.
   */
  readonly unsigned?: readonly string[];
  /** How many there are. */
  readonly unsignedCount?: number;
  /** What the form of a genuine entry can never show, whatever the card holds. */
  readonly neverProves?: string;
};

export type VerificationReport = {
  readonly verdict: Verdict;
  /** One sentence: why this verdict. */
  readonly reason: string;
  /** Where the card came from, as the caller names it. */
  readonly source: string;
  /** The time the verdict is for; RFC 3339, UTC. */
  readonly time: string;
  readonly card?: { readonly name?: string; readonly version?: string; readonly shape: CardShape };
  /** What the counted entries sign; only where the verdict is `trusted`. */
  readonly payload?: {
    readonly form: string;
    /** SHA-256 of the canonical bytes, in hex. */
    readonly sha256: string;
    /** JSON Pointers of members in the received text that the payload leaves out because they equal their default. */
    readonly defaultsLeftOut: readonly string[];
    /** JSON Pointers of what `stripUnsigned` took away: the first hundred; only where it took anything. */
    readonly stripped?: readonly string[];
    /** How many there are. */
    readonly strippedCount?: number;
    /** Those of all of them that say how callers authenticate, or may do so: the first hundred. */
    readonly strippedSecurity?: readonly string[];
    /** How many there are. */
    readonly strippedSecurityCount?: number;
  };
  readonly policy: VerificationPolicy;
  readonly keySet: {
    readonly source: string;
    /** Keys that can be used. */
    readonly keys: number;
    readonly skipped: readonly SkippedKey[];
    readonly duplicateKids: readonly string[];
  };
  readonly entries: readonly EntryReport[];
  /** What makes the card invalid, and what no entry that counts can prove. The command line adds what `check` finds. */
  readonly findings: readonly Finding[];
};

/** The first hundred pointers, none longer than two thousand characters: a card can be made to have a million. */
export function toListed(pointers: readonly string[]): readonly string[] {
  return pointers
    .slice(0, 100)
    .map((pointer) => (pointer.length > 2000 ? `${pointer.slice(0, 2000)}...` : pointer));
}
