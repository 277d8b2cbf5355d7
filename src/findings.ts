/** Knows every finding cardctl can make: its stable code, how grave it is, and what it is called. */

/** `error` makes a card invalid; `warning` is likely a mistake; `note` is worth knowing. */
export type Severity = 'error' | 'warning' | 'note';

type FindingKind = {
  readonly severity: Severity;
  /** A few words for lists and headings. */
  readonly title: string;
};

/**
 * The exhaustive table of finding codes. Each has a page `docs/findings/<code>.md`; a test holds the two
 * against each other. Codes are stable: a code is never given another meaning.
 */
export const findingKinds = {
  // The reader (RFC 8259, RFC 7493)
  'json-syntax': { severity: 'error', title: 'Not JSON' },
  'json-empty': { severity: 'error', title: 'Nothing to read' },
  'json-utf8': { severity: 'error', title: 'Not UTF-8' },
  'json-duplicate-name': { severity: 'error', title: 'Member name twice in one object' },
  'json-lone-surrogate': { severity: 'error', title: 'Lone surrogate in a string' },
  'json-number-range': { severity: 'error', title: 'Number beyond the double range' },
  'json-depth': { severity: 'error', title: 'Nested too deeply' },
  'json-size': { severity: 'error', title: 'Too large' },
  'json-bom': { severity: 'warning', title: 'Byte order mark' },
  'json-integer-inexact': { severity: 'warning', title: 'Integer of more digits than a double keeps' },
  // The card against the protobuf schema
  'card-not-object': { severity: 'error', title: 'A card is a JSON object' },
  'card-unrecognised': { severity: 'error', title: 'Not an Agent Card of any version' },
  'card-legacy-shape': { severity: 'error', title: 'A card of an earlier protocol version' },
  'card-mixed-shape': { severity: 'error', title: 'Members of two protocol versions' },
  'member-missing': { severity: 'error', title: 'Required member missing' },
  'member-type': { severity: 'error', title: 'Member of the wrong type' },
  'member-unknown': { severity: 'warning', title: 'Member the schema does not have' },
  'member-misspelt': { severity: 'error', title: 'Member with a misspelt name' },
  'member-legacy': { severity: 'error', title: 'Member of an earlier protocol version' },
  'member-alias': { severity: 'warning', title: 'Member under its proto name' },
  'member-twice': { severity: 'error', title: 'One field under two names' },
  'member-null': { severity: 'warning', title: 'Member set to null' },
  'oneof-twice': { severity: 'error', title: 'Two members of one oneof' },
  'oneof-empty': { severity: 'warning', title: 'No member of a oneof' },
  'removal-not-provable': { severity: 'warning', title: 'Nothing shows what was taken away' },
  'form-differs': { severity: 'warning', title: 'SDKs verify another text of the card' },
  'findings-limit': { severity: 'note', title: 'More findings than are listed' },
  'scheme-flat': { severity: 'error', title: 'Security scheme without its wrapper' },
} as const satisfies Record<string, FindingKind>;

/** A stable finding code. */
export type FindingCode = keyof typeof findingKinds;

/** One thing found in a document, with its place. */
export type Finding = {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** JSON Pointer (RFC 6901) to the value or the member; `""` is the whole document. Cut after 2,000 characters. */
  readonly path: string;
  /** 1-based; 0 where the finding has no place in the text. */
  readonly line: number;
  /** 1-based, in UTF-16 code units, as editors count; 0 where the finding has no place in the text. */
  readonly column: number;
  /** Lower case, no full stop; names the value and the place. */
  readonly message: string;
  /** The next step. */
  readonly hint?: string;
};

/** The severity that a code has in the table. */
export function severityOf(code: FindingCode): Severity {
  return findingKinds[code].severity;
}
