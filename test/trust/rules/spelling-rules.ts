/** Knows the rule that base64url has one spelling, place by place (RFC 4648 3.5 and 5, RFC 7515 2). */
import canonicalize from 'canonicalize';
import { respellUnusedBits } from '../tampering/entries.js';
import { encodeText, signProtected } from '../tampering/foreign-signer.js';
import type { Rule } from './rule.js';
import { card, owner, serve, sign, trusts } from './setting.js';

const entry = sign(card);

/** The decoder that takes padding, white space, both alphabets and stray bits. */
const lenient = {
  file: 'base64url.ts',
  find: 'const rest = text.length & 3;',
  replace: "return new Uint8Array(Buffer.from(text, 'base64url')); const rest = text.length & 3;",
};
/** One of two lines: for texts that end in two characters, and in three. */
const twoLeft = {
  file: 'base64url.ts',
  find: 'if (tail.length === 2) return (b & 15) === 0;',
  replace: 'if (tail.length === 2) return true;',
};
const threeLeft = { file: 'base64url.ts', find: 'return (c & 3) === 0;', replace: 'return true;' };

const manySpellings = 'two spellings of one signature pass a list of known or denied entries twice';

export const canonicalSpellingRules: readonly Rule[] = [
  {
    rule: 'unused bits of a signature are zero',
    why: manySpellings,
    ...twoLeft,
    without: 'accepts',
    attack: (library) =>
      trusts(library, serve(card, { ...entry, signature: respellUnusedBits(entry.signature)[0] })),
  },
  {
    rule: 'a signature has no padding',
    why: `RFC 7515 2; ${manySpellings}`,
    ...lenient,
    without: 'accepts',
    attack: (library) => trusts(library, serve(card, { ...entry, signature: `${entry.signature}==` })),
  },
  {
    rule: 'a signature has no white space',
    why: `RFC 7515 2; ${manySpellings}`,
    ...lenient,
    without: 'accepts',
    attack: (library) => trusts(library, serve(card, { ...entry, signature: `\n${entry.signature}` })),
  },
  {
    rule: 'a signature is in the alphabet of base64url, not of base64',
    why: `RFC 4648 5; ${manySpellings}`,
    ...lenient,
    without: 'accepts',
    attack: (library) => {
      let other = entry;
      while (!/[-_]/.test(other.signature)) other = sign(card);
      const signature = other.signature.replaceAll('-', '+').replaceAll('_', '/');
      return trusts(library, serve(card, { ...other, signature }));
    },
  },
  {
    rule: 'unused bits of a protected header are zero',
    why: 'RFC 7515 2: a signer whose header others cannot decode, or decode and sign anew in the other spelling',
    ...threeLeft,
    without: 'accepts',
    attack: (library) => {
      const header = '{"alg":"ES256","kid":"owner"}'.padEnd(32);
      const [respelled = ''] = respellUnusedBits(encodeText(header));
      return trusts(library, serve(card, signProtected(owner, canonicalize(card) ?? '', respelled)));
    },
  },
  {
    rule: 'unused bits of a coordinate in a key set are zero',
    why: 'RFC 7638 hashes the text: one key, spelled twice, has two thumbprints and meets a threshold of two alone',
    ...threeLeft,
    without: 'accepts',
    attack: (library) => {
      const [x] = respellUnusedBits(String(owner.jwk['x']));
      const twin = { ...owner.jwk, x, kid: 'twin' };
      const second = sign(card, { header: { kid: 'twin' } });
      return trusts(library, serve(card, entry, second), {
        keys: [owner.jwk, twin],
        policy: { threshold: 2 },
      });
    },
  },
];
