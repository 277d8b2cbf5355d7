/** Knows the rules of the protected header and of the two headers together, and what their absence lets in. */
import canonicalize from 'canonicalize';
import { encodeText, signEntry, signProtected, type TestKey } from '../tampering/foreign-signer.js';
import { createTestKey } from '../tampering/foreign-signer.js';
import type { Rule } from './rule.js';
import { card, evilCard, nowSeconds, owner, partner, serve, sign, trusts } from './setting.js';

const payload = canonicalize(card) ?? '';

/** The card with one entry whose protected header holds these members too. */
function withHeader(header: object): string {
  return serve(card, sign(card, { header }));
}

function signText(header: string, key: TestKey = owner): string {
  return serve(card, signProtected(key, payload, encodeText(header)));
}

const headerFile = 'signature/protected-header.ts';

export const headerRules: readonly Rule[] = [
  {
    rule: 'the algorithm is in the closed table',
    why: 'RFC 8725 3.1, CVE-2015-9235 (none, HMAC): there is no row to go by, and verification gives up',
    file: headerFile,
    find: "if (typeof alg === 'string' && findAlgorithm(alg) !== undefined) return undefined;",
    replace: 'return undefined;',
    without: 'crashes',
    attack: (library) => trusts(library, withHeader({ alg: 'none' })),
  },
  {
    rule: 'the name of the algorithm is exact',
    why: 'RFC 7515 4.1.1: case-sensitive; a list that denies an algorithm would be passed by another case',
    file: 'keys/algorithms.ts',
    find: 'Object.hasOwn(table, name) ? getAlgorithm(name as AlgorithmName) : undefined',
    replace:
      'Object.hasOwn(table, name.toUpperCase()) ? getAlgorithm(name.toUpperCase() as AlgorithmName) : undefined',
    without: 'accepts',
    attack: (library) =>
      trusts(library, withHeader({ alg: 'es256' }), { keys: [{ ...owner.jwk, alg: 'ES256' }] }),
  },
  {
    rule: 'an entry names its key',
    why: 'A2A 8.4.2: kid is a MUST; an empty one would pick the key that was given no proper name',
    file: headerFile,
    find: "if (typeof kid === 'string' && kid !== '') return undefined;",
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ kid: '' }), { keys: [{ ...owner.jwk, kid: '' }] }),
  },
  {
    rule: 'the key is named by the protected header alone',
    why: 'RFC 7515 4: what stands in the unprotected header anyone can write',
    file: 'signature/entry.ts',
    find: 'const header = readProtectedHeader(protectedText);',
    replace: `const own = JSON.parse(Buffer.from(protectedText, 'base64url').toString());
      const both = Buffer.from(JSON.stringify({ ...unprotected, ...own })).toString('base64url');
      const header = readProtectedHeader(both);`,
    behind: [
      {
        file: 'signature/entry.ts',
        find: 'if (both === undefined) return undefined;',
        replace: 'return undefined;',
      },
    ],
    without: 'accepts',
    attack: (library) => {
      const nameless = signProtected(owner, payload, encodeText('{"alg":"ES256"}'));
      return trusts(library, serve(card, { ...nameless, header: { kid: 'owner' } }));
    },
  },
  {
    rule: 'the key is the one that the entry names',
    why: 'RFC 7515 4.1.4: with any key for any name, a key that was named away still signs',
    file: 'signature/match-entry.ts',
    find: 'if (keys === undefined) return explainUnknownKid(header, keySet);',
    replace: 'if (keys === undefined) return [...keySet.keys];',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ kid: 'nobody' })),
  },
  {
    rule: 'an unknown kid, as under an empty key set, is refused',
    why: 'an absent list of keys is not a list to loop over',
    file: 'signature/match-entry.ts',
    find: 'if (keys === undefined) return explainUnknownKid(header, keySet);',
    replace: '',
    without: 'crashes',
    attack: (library) => trusts(library, withHeader({}), { keys: [] }),
  },
  {
    rule: 'a key comes from the verifier, never from the entry',
    why: 'CVE-2018-0114: whoever brings the key along can sign anything',
    file: 'signature/match-entry.ts',
    find: 'const keys = keySet.byKid.get(header.kid);',
    replace: `const jwk = header.jwk;
      const unlimited = { alg: undefined, use: undefined, keyOps: undefined, imported: new Map() };
      const keys = jwk ? [{ jwk, kid: 'own', thumbprint: 'own', ...unlimited }] : keySet.byKid.get(header.kid);`,
    behind: [
      {
        file: headerFile,
        find: "kid: header['kid'] as string,",
        replace: "kid: header['kid'], jwk: header['jwk'],",
      },
    ],
    without: 'accepts',
    attack: (library) => {
      const { jwk, ...attacker } = createTestKey('EdDSA', 'owner');
      return trusts(library, serve(evilCard, sign(evilCard, { key: { jwk, ...attacker }, header: { jwk } })));
    },
  },
  {
    rule: 'what is critical and not understood is refused',
    why: 'RFC 7515 4.1.11: the signer said not to accept the entry without it',
    file: headerFile,
    find: 'if (crit !== undefined) {',
    replace: 'if (false) {',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ 'crit': ['x-revoked'], 'x-revoked': true })),
  },
  {
    rule: 'b64 is refused',
    why: 'RFC 7797 6: who knows it reads the same entry as one over another payload',
    file: headerFile,
    find: "if (header['b64'] === undefined) return undefined;",
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ b64: false })),
  },
  {
    rule: 'no name is in both headers',
    why: 'RFC 7515 7.2.1: two readers take two values',
    file: 'signature/entry.ts',
    find: 'if (both === undefined) return undefined;',
    replace: 'return undefined;',
    without: 'accepts',
    attack: (library) => trusts(library, serve(card, { ...sign(card), header: { kid: 'evil' } })),
  },
  {
    rule: 'a header has no byte order mark',
    why: 'RFC 8259 8.1: some readers refuse it, some see another first name',
    file: headerFile,
    find: 'if (hasByteOrderMark)',
    replace: 'if (false)',
    without: 'accepts',
    attack: (library) => trusts(library, signText('\ufeff{"alg":"ES256","kid":"owner"}')),
  },
  {
    rule: 'a header has at most 16 KiB',
    why: 'each of 64 entries is decoded before any key is looked for',
    file: headerFile,
    find: '{ maxBytes: maximumHeaderBytes }',
    replace: '{}',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ padding: 'x'.repeat(20_000) })),
  },
  {
    rule: 'exp is enforced',
    why: 'RFC 7519 4.1.4: a card of a year ago leads back to the address of a year ago',
    file: 'trust/judge-genuine.ts',
    find: 'header.expiresAt !== undefined && now >= header.expiresAt + policy.leewaySeconds',
    replace: 'false',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ exp: nowSeconds - 61 })),
  },
  {
    rule: 'exp is a number',
    why: 'RFC 7519 2: "1" + 60 is "160" in JavaScript, and a text of past seconds never expires',
    file: headerFile,
    find: "exp: 'number',",
    replace: '',
    without: 'accepts',
    attack: (library) => trusts(library, withHeader({ exp: String(nowSeconds - 1000) })),
  },
  {
    rule: 'a form that nobody knows is refused',
    why: 'there is nothing to compute a payload by, and verification gives up',
    file: 'signature/match-entry.ts',
    find: 'if (header.form !== undefined && findForm(header.form) === undefined) {',
    replace: 'if (false) {',
    without: 'crashes',
    attack: (library) => trusts(library, withHeader({ a2a_form: 'a2a-9.9' })),
  },
  {
    rule: 'a signature is verified',
    why: 'RFC 7515 5.2: without this line all others are for nothing',
    file: 'signature/match-entry.ts',
    find: 'if (await verifyEntry(entry, key, { payload: payload.bytes, crypto })) return',
    replace: 'if (await verifyEntry(entry, key, { payload: payload.bytes, crypto }) !== undefined) return',
    without: 'accepts',
    attack: (library) => trusts(library, serve(evilCard, sign(card))),
  },
  {
    rule: 'the signature covers the protected header',
    why: "RFC 7515 5.1: what the header says would be anyone's to change, exp above all",
    file: 'signature/verify-entry.ts',
    find: 'message: toSigningInput(entry.protected, context.payload),',
    replace: "message: toSigningInput('', context.payload),",
    without: 'accepts',
    attack: (library) => {
      const own = signProtected(partner, payload, '');
      const other = signEntry(partner, '', { exp: nowSeconds + 1000 });
      return trusts(library, serve(card, { ...own, protected: other.protected }), { keys: [partner.jwk] });
    },
  },
];
