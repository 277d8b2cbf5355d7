/** Knows the kinds of values that SDKs take for something else than we do. */

/**
 * What to do about a value: the remedies that make all SDKs take the card for what we do, and, last, what there is no
 * remedy for.
 */
export type CauseKind =
  | 'leave-out'
  | 'unknown'
  | 'params'
  | 'fill'
  | 'describe'
  | 'streaming'
  | 'rename'
  | 'requirement'
  | 'not-ascii'
  | 'number';

export type Cause = {
  readonly kind: CauseKind;
  /** JSON Pointer, in the card. */
  readonly path: string;
};
