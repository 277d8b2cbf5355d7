/** Knows what a canonical form is: a name, and a function from a card to text. */
import { CardctlError } from '../errors.js';
import type { FindingCode } from '../findings.js';
import type { JsonObject } from '../json/value.js';

export type Form = {
  /** As in the protected header's `a2a_form` and on the command line. */
  readonly name: string;
  /** The package and the releases that sign it, where it is an SDK's. */
  readonly source?: string;
  /** The protocol of the cards that it is for, where that is not 1.0. */
  readonly protocol?: '0.3';
  /** One line for lists. */
  readonly title: string;
  /** What of the card, beside its signatures, no signature over this form covers; for sentences. */
  readonly leavesOut: string;
  /** What a signature over this form can never show, whatever the card holds; absent where it shows all. */
  readonly neverProves?: string;
  /** The canonical text of the card without its signatures. Throws `FormError` where the form has none for it. */
  encode(card: JsonObject, options: EncodeOptions): EncodedCard;
  /** Where the form's own readers take a card for different things: each of their texts, that of `encode` first. */
  encodeAll?(card: JsonObject, options: EncodeOptions): readonly EncodedCard[];
};

export type EncodeOptions = {
  /**
   * Whether a member under its proto name (snake_case) is read as its field, as `canonicalize` and `sign` do;
   * at verification it is an unknown member like any other.
   */
  readonly aliases: boolean;
  /** The number at a JSON Pointer as the card's text spells it: one form tells `1` from `1.0`. */
  readonly literals?: (pointer: string) => string | undefined;
};

export type EncodedCard = {
  /** The canonical form. */
  readonly text: string;
  /** Whether the text holds exactly what the card holds: no default or null was left out, no name changed. */
  readonly exact: boolean;
  /** Whether a member under its proto name was taken for an unknown one: other readers may take it for the field. */
  readonly hasAliases: boolean;
  /**
   * JSON Pointers, in the card, of what the text does not hold as it stands there, and which does not mean the same
   * when it is left out. Absent where there are none.
   */
  readonly unsigned?: readonly string[];
  /** JSON Pointers, in the card, of nulls and defaults that the text leaves out; absent where the form does not tell. */
  readonly defaults?: readonly string[];
};

/** A form that cannot be had for a card; `findingCode` and `path` say what stands against it. */
export class FormError extends CardctlError {
  override readonly name = 'FormError';
  readonly findingCode: FindingCode;
  /** JSON Pointer of the member. */
  readonly path: string;

  constructor(findingCode: FindingCode, path: string, message: string) {
    super('form-refused', message, { hint: 'run `cardctl check` on the card: it lists all that is wrong' });
    this.findingCode = findingCode;
    this.path = path;
  }
}
