/** Knows the rules of the reader, and what their absence lets in. */
import type { Library, Rule } from './rule.js';
import { card, owner, serve, sign, toBytes, trusts } from './setting.js';
import { encodeText, signProtected } from '../tampering/foreign-signer.js';
import canonicalize from 'canonicalize';

const signed = serve(card, sign(card));

/** Whether a card is trusted in which a character is cut off where the signed one has U+FFFD. */
function trustsCutCharacter(library: Library): Promise<boolean> {
  const value = { ...card, name: 'Stock \ufffdA' };
  const bytes = Buffer.from(serve(value, sign(value)));
  // f0 90 80 begins a character of four bytes, and A ends nothing.
  const at = bytes.indexOf(Buffer.of(0xef, 0xbf, 0xbd));
  const cut = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xf0, 0x90, 0x80), bytes.subarray(at + 3)]);
  return trusts(library, new Uint8Array(cut));
}

export const readerRules: readonly Rule[] = [
  {
    rule: 'a name stands once in an object of the card',
    why: 'RFC 7493 2.3: who takes the first of two addresses goes to the one that nobody signed',
    file: 'json/scan.ts',
    find: 'if (object[name] !== undefined) throw duplicateError(this.bytes, quote, name);',
    replace: '',
    without: 'accepts',
    attack: (library) => trusts(library, signed.replace('"url":', '"url":"https://evil.example","url":')),
  },
  {
    rule: 'a name stands once in a protected header',
    why: 'RFC 7515 4: an entry that has expired for the one who reads the first exp, and not for the other',
    file: 'json/scan.ts',
    find: 'if (object[name] !== undefined) throw duplicateError(this.bytes, quote, name);',
    replace: '',
    without: 'accepts',
    attack: (library) => {
      const header = encodeText('{"alg":"ES256","kid":"owner","exp":1,"exp":4000000000}');
      return trusts(library, serve(card, signProtected(owner, canonicalize(card) ?? '', header)));
    },
  },
  {
    rule: 'half a surrogate pair is refused by the reader',
    why: 'RFC 7493 2.1: it has no UTF-8. The canonical form stands behind this rule, so what is seen is the check',
    file: 'json/escapes.ts',
    find: 'if (unit > 0xdbff) throw surrogateError(bytes, at, unit);',
    replace: 'if (unit > 0xdbff) return at + 6;',
    without: 'accepts',
    attack: async (library) => {
      const findings = library.checkCard(new TextEncoder().encode(signed.replace('Stock', 'Stock\\udc00')));
      return Promise.resolve(findings.every(({ severity }) => severity !== 'error'));
    },
  },
  {
    rule: 'half a surrogate pair has no canonical form',
    why: 'RFC 8785 3.2.2.2: an encoder writes U+FFFD for it, so that another text than the signed one is taken',
    file: 'canonical/jcs.ts',
    find: 'if (!text.isWellFormed()) return undefined;',
    replace: '',
    behind: [
      {
        file: 'json/escapes.ts',
        find: 'if (unit > 0xdbff) throw surrogateError(bytes, at, unit);',
        replace: 'if (unit > 0xdbff) return at + 6;',
      },
      {
        file: 'canonical/jcs.ts',
        find: 'return JSON.stringify(text).slice(1, -1);',
        replace: 'return text;',
      },
    ],
    without: 'accepts',
    attack: (library) => {
      const text = serve({ ...card, name: 'Stock\ufffd' }, sign({ ...card, name: 'Stock\ufffd' }));
      return trusts(library, text.replace('\ufffd', '\\udc00'));
    },
  },
  {
    rule: 'a number beyond the double range is refused',
    why: 'RFC 7493 2.2: it becomes Infinity, which has no JSON, and verification gives up in the middle',
    file: 'json/scan.ts',
    find: 'if (!Number.isFinite(value)) throw rangeError(bytes, start, literal);',
    replace: '',
    without: 'crashes',
    attack: (library) => trusts(library, signed.replace('"limit":5', '"limit":1e400')),
  },
  {
    rule: 'bytes that are not UTF-8 are refused',
    why: 'RFC 8259 8.1: a lenient decoder writes U+FFFD for a cut-off character, and many texts become the signed one',
    file: 'json/decode.ts',
    find: "new TextDecoder('utf-8', { fatal: true })",
    replace: "new TextDecoder('utf-8')",
    without: 'accepts',
    attack: trustsCutCharacter,
  },
  {
    rule: 'what the quick decoder replaced is held against the strict one',
    why: 'likewise: it tells of nothing, and writes U+FFFD',
    file: 'json/decode.ts',
    find: "if (text?.includes('\\ufffd') === false) return text;",
    replace: 'if (text !== undefined) return text;',
    without: 'accepts',
    attack: trustsCutCharacter,
  },
  {
    rule: 'nesting is limited',
    why: 'a megabyte of brackets ends the stack of the process that verifies it',
    file: 'json/read.ts',
    find: 'scan({ bytes, text, start: textStart(bytes), maxDepth })',
    replace: 'scan({ bytes, text, start: textStart(bytes), maxDepth: Infinity })',
    without: 'crashes',
    attack: (library) => {
      const nested = '['.repeat(400_000) + ']'.repeat(400_000);
      return trusts(library, signed.replace('{', `{"x":${nested},`));
    },
  },
  {
    rule: 'a card has at most a mebibyte',
    why: 'whoever serves the card decides what its verification costs',
    file: 'json/read.ts',
    find: 'if (bytes.length > maxBytes) throw sizeError(bytes, maxBytes);',
    replace: '',
    without: 'accepts',
    attack: (library) => trusts(library, toBytes(signed + ' '.repeat(2 ** 20))),
  },
  {
    rule: 'a value of another type than the field is has no form a2a-1.0',
    why: 'A2A 8.4.1: "no" is as true as true is to a lenient encoder, and nobody signed it',
    file: 'canonical/forms/a2a-1.0.ts',
    find: "if (typeof value !== 'boolean') return refuseType(value, 'a boolean', pathTo(state, key));",
    replace: '',
    without: 'accepts',
    attack: (library) => trusts(library, signed.replace('"streaming":true', '"streaming":"no"')),
  },
  {
    rule: 'a signed document that is no card is none',
    why: 'A2A 8.4.3: the same key may sign other JSON, which must not pass for a card',
    file: 'card/shape.ts',
    find: "return detectShape(value) === 'other' ? 'card-unrecognised' : undefined;",
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => trusts(library, serve({ order: 1 }, sign({ order: 1 }))),
  },
];
