/** Knows every cause that a signature can fail for: its stable name, what it is called, and what to do about it. */

/**
 * How sure a cause is.
 *
 * - `proved`: the signature matches once the fault is undone, and nothing else makes it match
 * - `read`: it stands in the entry, the key set or the card
 * - `inferred`: what is left when the others are ruled out; the message says so
 */
export type Certainty = 'proved' | 'read' | 'inferred';

/**
 * The exhaustive table, in the order in which they are tried; names are stable, and each has a row in docs/EXPLAIN.md.
 * `next` is for whoever can mend it, most often the signer.
 */
export const causes = {
  'sdk-form': {
    title: 'signed over the canonical form of an SDK',
    next: 'sign it with `cardctl sign`, which covers all of the card; `--for` adds an entry for the users of that SDK',
  },
  'form-mark': {
    title: 'the header names another canonical form than the one that is signed',
    next: 'let the signer write the form that it signs into the header, or leave it unmarked',
  },
  'card-changed': {
    title: 'the card was changed after it was signed',
    next: 'sign the card as it is now, or serve the one that was signed; what rewrites cards must do so before they are signed',
  },
  'member-added': {
    title: 'a member was added after the card was signed',
    next: 'add it before the card is signed, or keep the server or proxy from adding it',
  },
  'kid-unknown': {
    title: 'no key of the set has the kid that the header names',
    next: 'publish the key with that kid, or sign with the kid that the set has; if the set is old, fetch it again',
  },
  'other-key': {
    title: 'made by another key of the set than the one that the header names',
    next: 'let the signer name its own key: `cardctl keys jwks REF` prints the kid that goes with a key',
  },
  'key-limits': {
    title: "the key's use, key_ops or alg do not allow it",
    next: 'publish the key for signing: use "sig" or none, key_ops with "verify" or none, and the alg that it signs with',
  },
  'algorithm': {
    title: 'made with another algorithm than the header says',
    next: 'write the algorithm that the key signs with into the header, or sign with the one that is there',
  },
  'ecdsa-digest': {
    title: 'ECDSA over another digest than the algorithm has',
    next: 'sign the digest that goes with the curve (RFC 7518 3.4): P-256 SHA-256, P-384 SHA-384, P-521 SHA-512',
  },
  'der-signature': {
    title: 'the signature is DER where JWS has r and s',
    next: 'write r and s one after the other, each as long as the order of the curve (RFC 7518 3.4)',
  },
  'digest-twice': {
    title: 'the digest was hashed once more',
    next: 'hand the message to the signer as a message, or its digest as a digest (AWS KMS: MessageType DIGEST), not the digest as a message',
  },
  'bare-digest': {
    title: 'PKCS #1 over the digest without the name of its algorithm',
    next: 'let the signer put the DigestInfo before the digest (RFC 8017 9.2); with PKCS #11, CKM_SHA256_RSA_PKCS does',
  },
  'rsa-padding': {
    title: 'PKCS #1 v1.5 where the header says PSS, or the other way round',
    next: 'write RS256 for RSASSA-PKCS1-v1_5 and PS256 for RSASSA-PSS (384 and 512 likewise) into the header',
  },
  'pss-salt': {
    title: 'PSS with a salt of another length than its digest',
    next: 'set the length of the salt to that of the digest (RFC 7518 3.5): 32 bytes for PS256, 48 for PS384, 64 for PS512',
  },
  'base64': {
    title: 'standard base64, or base64url with padding, where JWS has base64url without',
    next: 'write base64url without padding (RFC 7515 2): - for +, _ for /, no =, no line breaks',
  },
  'signature-encoding': {
    title: 'the signature is encoded in hexadecimal digits, or twice',
    next: 'write the bytes of the signature in base64url, once',
  },
  'header-changed': {
    title: 'the protected header was written anew after it was signed',
    next: 'keep the text of `protected` as it was signed, byte for byte; nothing may parse and write it again',
  },
  'header-unsigned': {
    title: 'signed without the protected header',
    next: 'sign ASCII(protected) "." base64url(payload) (RFC 7515 5.1), not the payload alone',
  },
  'payload-encoding': {
    title: 'the payload was signed in another encoding than base64url without padding',
    next: 'sign ASCII(protected) "." base64url(payload) (RFC 7515 5.1)',
  },
  'not-canonical': {
    title: 'signed over the text as it was printed, not over a canonical form',
    next: 'sign the canonical form (A2A 8.4.1, RFC 8785): `cardctl canonicalize` prints its bytes, `cardctl sign` does it all',
  },
  'signatures-included': {
    title: 'signed over the card with its signatures',
    next: 'leave the member `signatures` out of what is signed (A2A 8.4.1)',
  },
  'translated': {
    title: 'signed as a card of another version of A2A, and translated',
    next: 'sign each version of the card as it is served: a translated card is another document',
  },
  'stale-entry': {
    title: 'an entry of an earlier version of the card, beside one that is good',
    next: 'remove the entry when the card is signed again; `cardctl sign` replaces it',
  },
  'key-unusable': {
    title: 'the key is there, but cannot be used',
    next: 'publish the key anew from the one that signs: `cardctl keys jwks REF`',
  },
  'key-private': {
    title: 'the key set holds a private key',
    next: 'replace that key, for whoever read the set can sign; publish what `cardctl keys jwks` prints',
  },
  'expired': {
    title: 'the signature has expired',
    next: 'sign the card again; do so before the old signature expires',
  },
} as const satisfies Record<string, { readonly title: string; readonly next: string }>;

export type CauseCode = keyof typeof causes;
