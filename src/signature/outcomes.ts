/** Knows every way one signature entry can turn out: its stable name, what it counts for, and how it is said. */

/**
 * What an outcome counts for in the verdict.
 *
 * - `verified`: genuine, and counts
 * - `genuine`: by a trusted key over this card, yet it does not count
 * - `forged`: names a trusted key that did not sign this card
 * - `refused`: breaks a rule of JWS, of the algorithm table or of a limit
 * - `unknown`: by a key, or in a form, that nobody here knows
 */
export type Standing = 'verified' | 'genuine' | 'forged' | 'refused' | 'unknown';

/**
 * The exhaustive table; names are stable, and each has a section in docs/outcomes.md. `next` is what its finder can
 * do about it.
 */
export const outcomes = {
  'verified': { standing: 'verified', title: 'verified', next: '' },
  'expired': {
    standing: 'genuine',
    title: 'genuine, but expired',
    next: 'ask its publisher to sign it again; an owner does so before the old signature expires',
  },
  'form-not-accepted': {
    standing: 'genuine',
    title: 'genuine, but in a form that is not accepted here',
    next: 'accept the form too, with --accept-form, if you know what it leaves out; or ask its publisher to sign in one that is accepted',
  },
  'content-unsigned': {
    standing: 'genuine',
    title: 'genuine, but the signature does not cover all of the card',
    next: 'use what is signed and nothing else: --strip-unsigned --out FILE writes it; or ask its publisher to sign in a2a-1.0',
  },
  'content-unverifiable': {
    standing: 'genuine',
    title: 'genuine, but what the signature covers would not verify again',
    next: 'ask its publisher to mend what the message names and to sign again, or to sign in a2a-1.0, which covers everything',
  },
  'signature-mismatch': {
    standing: 'forged',
    title: 'the signature does not match the card',
    next: 'do not use this card; fetch it again from its origin, and tell its publisher',
  },
  'signature-malformed': {
    standing: 'forged',
    title: 'the signature cannot be one of this algorithm',
    next: 'do not use this card; fetch it again from its origin, and tell its publisher',
  },
  'entry-malformed': {
    standing: 'refused',
    title: 'not a signature entry',
    next: 'ask its publisher to mend what writes the entry',
  },
  'header-malformed': {
    standing: 'refused',
    title: 'the protected header cannot be used',
    next: 'ask its publisher to mend the signer; the message names the fault',
  },
  'header-overlap': {
    standing: 'refused',
    title: 'a name is both in the protected and the unprotected header',
    next: 'remove the name from the unprotected header, which no signature covers',
  },
  'crit-unsupported': {
    standing: 'refused',
    title: 'a critical extension that cardctl does not have',
    next: 'ask its publisher to sign without crit and b64',
  },
  'alg-refused': {
    standing: 'refused',
    title: 'an algorithm outside the table',
    next: 'ask its publisher to sign with one of ES256, EdDSA, PS256 or RS256',
  },
  'kid-missing': {
    standing: 'refused',
    title: 'the protected header names no key',
    next: 'ask its publisher to name the key by a kid in the protected header',
  },
  'key-mismatch': {
    standing: 'refused',
    title: 'the named key is not for this algorithm or use',
    next: 'get the right key set from where you trust it; if it is yours, make it anew with the key that signs and what that signs with (`cardctl keys jwks REF --alg NAME`)',
  },
  'key-unusable': {
    standing: 'refused',
    title: 'the named key cannot be used',
    next: 'get the key set again from where you trust it; its owner must replace a weak or damaged key',
  },
  'key-ambiguous': {
    standing: 'refused',
    title: 'too many keys have this kid',
    next: 'ask the owner of the key set to give every key its own kid',
  },
  'form-inapplicable': {
    standing: 'forged',
    title: 'the named form has no text for this card, so it cannot have been signed',
    next: 'do not use this card; fetch it again from its origin, and tell its publisher (`cardctl check` names the place)',
  },
  'form-unknown': {
    standing: 'unknown',
    title: 'a canonical form that cardctl does not know',
    next: 'update cardctl, or ask the publisher for a signature in a2a-1.0',
  },
  'kid-unknown': {
    standing: 'unknown',
    title: 'no trusted key has this kid',
    next: 'if you trust its signer, give the key set that holds the key with --jwks',
  },
} as const satisfies Record<string, { standing: Standing; title: string; next: string }>;

export type Outcome = keyof typeof outcomes;

/** An entry that cannot be evaluated: the outcome, and a sentence that names value and place. */
export type Refusal = { readonly outcome: Outcome; readonly message: string };

/** Tells a refusal from what was read. */
export function isRefusal(value: object): value is Refusal {
  return Object.hasOwn(value, 'outcome');
}

/** What an outcome counts for. */
export function standingOf(outcome: Outcome): Standing {
  return outcomes[outcome].standing;
}
