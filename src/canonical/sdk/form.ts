/** Knows what a canonical form of an SDK is: its releases, what it leaves unsigned, and what it makes of a card. */
import type { JsonObject } from '../../json/value.js';

/** An official SDK that signs cards. */
export type SdkName = 'a2a-js' | 'a2a-python';

/** A run of releases, both ends included; without `to`, up to the newest that was tried. */
export type Releases = { readonly from: string; readonly to?: string };

export type SdkForm = {
  /** As on the command line and in the protected header. */
  readonly name: string;
  readonly sdk: SdkName;
  readonly releases: Releases;
  /** The protocol of the cards that it is for. */
  readonly protocol: '0.3' | '1.0';
  /** One line for lists. */
  readonly title: string;
  /** What of a card no signature over this form covers; for sentences. */
  readonly leavesOut: string;
  /** What a signature over this form can never show, whatever the card holds. */
  readonly neverProves: string;
  /**
   * What the SDK reads in a card, in the order in which its signer and its client read it; more than one where the two
   * differ. A refusal where the SDK refuses the card, or stops with an error.
   */
  readonly read: (card: JsonObject, literals: Literals) => readonly SdkReading[] | SdkRefusal;
};

/** What one SDK makes of one card. */
export type SdkReading = {
  /** The text whose UTF-8 is signed. */
  readonly text: string;
  /** JSON Pointers, in the card, of what the text does not hold as it stands there; sorted as the card is read. */
  readonly unsigned: readonly string[];
  /** JSON Pointers, in the card, of what is left out and means the same when it is: nulls and defaults. */
  readonly defaults: readonly string[];
};

export type SdkRefusal = { readonly path: string; readonly message: string };

/** The number at a JSON Pointer as the card's text spells it, where the text is at hand. */
export type Literals = (pointer: string) => string | undefined;

/** Where the text of a card is not at hand, a number is spelt as RFC 8785 has it. */
export const noLiterals: Literals = () => undefined;

/** A card that the SDK refuses; never leaves `read`. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** The reading that `make` gives, or the refusal that it throws. */
export function tryRead(make: () => readonly SdkReading[]): readonly SdkReading[] | SdkRefusal {
  try {
    return make();
  } catch (error) {
    if (error instanceof SdkError) return { path: error.path, message: error.message };
    throw error;
  }
}
