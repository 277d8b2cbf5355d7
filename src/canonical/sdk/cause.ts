/** Knows the kinds of values that SDKs take for something else than we do. */
import { escapePointer } from '../../json/pointer.js';

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
  /** JSON Pointer, in the card; a name in it is cut after 2,000 characters. */
  readonly path: string;
};

/** Nobody is shown more of a name, and a card can have thousands of causes below one of half a megabyte. */
const longestName = 2000;

/** The path of a member or an element. */
export function toPath(path: string, name: string): string {
  const shown = name.length > longestName ? `${name.slice(0, longestName)}...` : name;
  return `${path}/${escapePointer(shown)}`;
}
