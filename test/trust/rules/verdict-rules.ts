/** Knows the rules by which entries make a verdict: how they are counted, how many there may be. */
import { createTestKey } from '../tampering/foreign-signer.js';
import type { Rule } from './rule.js';
import { card, evilCard, owner, partner, serve, sign, trusts, unlessRefused, verify } from './setting.js';

const both = { keys: [owner.jwk, partner.jwk], policy: { threshold: 2 } };
/** Served with a null, so that the two forms are two payloads. */
const served = { ...card, iconUrl: null };

export const verdictRules: readonly Rule[] = [
  {
    rule: 'keys are counted, not entries',
    why: 'TUF 5.3.3: one signer that signs twice is one signer',
    file: 'trust/verdict.ts',
    find: 'return new Set(thumbprints).size;',
    replace: 'return thumbprints.length;',
    without: 'accepts',
    attack: (library) => trusts(library, serve(card, sign(card), sign(card)), both),
  },
  {
    rule: 'keys are told apart by what they are, not by their kid',
    why: 'RFC 7638: one key under two names in the set is one key',
    file: 'keys/key-set.ts',
    find: 'thumbprint: await toThumbprint(result.jwk, crypto),',
    replace: 'thumbprint: kid ?? (await toThumbprint(result.jwk, crypto)),',
    without: 'accepts',
    attack: (library) => {
      const entries = [sign(card), sign(card, { header: { kid: 'twin' } })];
      const keys = [owner.jwk, { ...owner.jwk, kid: 'twin' }];
      return trusts(library, serve(card, ...entries), { keys, policy: { threshold: 2 } });
    },
  },
  {
    rule: 'the keys that count stand behind one payload',
    why: 'two keys over two payloads have agreed on nothing',
    file: 'trust/verdict.ts',
    find: "standingOf(outcome) === 'verified' && payloadId === id)",
    replace: "standingOf(outcome) === 'verified')",
    without: 'accepts',
    attack: (library) => trusts(library, serve(served, sign(card), sign(served, { key: partner })), both),
  },
  {
    rule: 'only the entries over the payload are handed on',
    why: 'beside the card that is handed on, another entry would be one over something else',
    file: 'trust/verify-card.ts',
    find: "standingOf(outcome) === 'verified' && payloadId === decision.payloadId,",
    replace: "standingOf(outcome) === 'verified',",
    without: 'accepts',
    attack: async (library) => {
      const text = serve(served, sign(card), sign(served, { key: partner }));
      const { verified } = await verify(library, text, { keys: both.keys });
      return (verified?.entries.length ?? 0) > 1;
    },
  },
  {
    rule: 'an expired entry does not count towards the threshold',
    why: 'a key that was retired, and whose entry ran out, is not asked again',
    file: 'trust/verdict.ts',
    find: "standingOf(outcome) === 'verified' && payloadId === id)",
    replace: 'payloadId === id)',
    without: 'accepts',
    attack: (library) =>
      trusts(library, serve(card, sign(card), sign(card, { key: partner, header: { exp: 1 } })), both),
  },
  {
    rule: 'a time that is none is refused',
    why: 'RFC 7519 4.1.4: NaN is past no exp, so whoever parses a time wrongly trusts what has expired',
    file: 'trust/verify-card.ts',
    find: "if (!(now instanceof Date) || Number.isNaN(now.getTime())) throw new TypeError('now is not a valid Date');",
    replace: '',
    without: 'accepts',
    attack: async (library) => {
      const text = serve(card, sign(card, { header: { exp: 1 } }));
      return unlessRefused(TypeError, () => trusts(library, text, { now: new Date(Number.NaN) }));
    },
  },
  {
    rule: 'no signatures are no proof',
    why: 'A2A 8.4.3: a loop that never runs finds nothing wrong. As the lines of the next rule stand behind this one, what is seen is the verdict of a card that someone did sign',
    file: 'trust/verdict.ts',
    find: "if (entries.length === 0) return { verdict: 'unsigned', reason: 'the card has no signatures' };",
    replace: '',
    without: 'accepts',
    attack: async (library) => (await verify(library, serve(evilCard))).report.verdict !== 'unsigned',
  },
  {
    rule: 'a threshold is one key at least',
    why: 'a policy that demands nothing trusts everyone. Two more lines stand behind: the best payload must exist',
    file: 'trust/policy.ts',
    find: 'if (!Number.isSafeInteger(threshold) || threshold < 1) {',
    replace: 'if (false) {',
    behind: [
      {
        file: 'trust/verdict.ts',
        find: 'if (best !== undefined && keys >= threshold) {',
        replace: 'if (keys >= threshold) {',
      },
      { file: 'trust/verdict.ts', find: 'payloadId: best.id,', replace: 'payloadId: best?.id,' },
    ],
    without: 'accepts',
    attack: async (library) => {
      const forged = sign(evilCard, { key: createTestKey('EdDSA', 'nobody') });
      return unlessRefused(TypeError, () =>
        trusts(library, serve(evilCard, forged), { policy: { threshold: 0 } }),
      );
    },
  },
  {
    rule: 'a card has at most 64 entries that are looked at',
    why: 'each costs a verification, and whoever serves the card decides how many there are',
    file: 'trust/verify-card.ts',
    find: 'if (signatures.length <= maximumEntries) return signatures;',
    replace: 'return signatures;',
    without: 'accepts',
    attack: (library) => {
      const stale = sign(evilCard);
      return trusts(library, serve(card, ...Array.from({ length: 64 }, () => stale), sign(card)));
    },
  },
  {
    rule: 'a kid means at most four keys',
    why: 'likewise: entries times keys is what a card costs',
    file: 'signature/match-entry.ts',
    find: 'if (keys.length <= maximumCandidates) return keys;',
    replace: 'return keys;',
    without: 'accepts',
    attack: (library) => {
      const others = Array.from({ length: 4 }, () => createTestKey('EdDSA', 'owner').jwk);
      return trusts(library, serve(card, sign(card)), { keys: [...others, owner.jwk] });
    },
  },
];
