/** Knows how it is said that a card must be portable, and is not. */
import { CardctlError } from '../errors.js';
import type { Finding } from '../findings.js';

/** A card that may be signed only where one entry serves all SDKs, and which some take for another text. */
export class NotPortableError extends CardctlError {
  override readonly name = 'NotPortableError';
  /** One `form-differs` for each such text. */
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super('not-portable', 'the card is not portable: SDKs verify another text of it; it was not signed', {
      hint: 'change the card as the findings say, or sign it without --require-portable',
    });
    this.findings = findings;
  }
}
