/** Knows cards that nothing is wrong with, and such as are damaged at random. */
import { calculateJwkThumbprint } from 'jose';
import type { Chance } from './chance.js';
import { changeValues } from './change.js';
import { withEntries, type Fault } from './fault.js';
import { keyOf, makeEntry, toJwk, toSet, toSigningInput, type Entry } from './signing.js';

export const noFaults: readonly Fault[] = [
  {
    id: 'nothing wrong',
    causes: [],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'PS256', 'EdDSA', 'ES512']));
      const header = pick([{}, { a2a_form: 'a2a-1.0' }, { iat: 1_700_000_000 }]);
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical, header })),
        jwks: toSet(toJwk(key), toJwk(keyOf('ES384'))),
      };
    },
  },
  {
    id: 'nothing wrong, with a header by Python, or the thumbprint of a key without a kid',
    causes: [],
    apply: async (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'PS256', 'EdDSA']));
      const unnamed = toJwk(key, { kid: undefined });
      const kid = await calculateJwkThumbprint(unnamed);
      const header = `{"alg": "${key.alg}", "typ": "JOSE", "kid": "${kid}"}`;
      const protectedText = Buffer.from(header).toString('base64url');
      const toInput = (_header: string, payload: Buffer) => toSigningInput(protectedText, payload);
      const { signature } = makeEntry({ key, payload: subject.canonical, toInput });
      return { card: withEntries(subject, { protected: protectedText, signature }), jwks: toSet(unnamed) };
    },
  },
  {
    id: 'random bytes for a signature',
    causes: [],
    apply: (subject, chance) => {
      const key = keyOf(chance.pick(['ES256', 'RS256', 'EdDSA']));
      const entry = makeEntry({ key, payload: subject.canonical });
      const bytes = Buffer.from(entry.signature, 'base64url').map(() => chance.below(256));
      // below the order and the modulus
      bytes[0] = bytes[bytes.length / 2] = 1;
      const signature = Buffer.from(bytes).toString('base64url');
      const former = chance.pick([undefined, changeValues(subject, chance)?.text]);
      return {
        card: withEntries(subject, { ...entry, signature }),
        jwks: toSet(toJwk(key)),
        ...(former === undefined ? {} : { against: former }),
      };
    },
  },
  {
    id: 'damage at random',
    causes: [],
    apply: (subject, chance) => {
      const key = keyOf(chance.pick(['ES256', 'RS256', 'PS256', 'EdDSA', 'ES512']));
      const entry = makeEntry({ key, payload: subject.canonical });
      const jwks = toSet(toJwk(key), toJwk(keyOf('ES384')));
      if (chance.next() < 0.5) return { card: withEntries(subject, damage(entry, chance)), jwks };
      const changed = changeValues(subject, chance);
      return changed === undefined ? undefined : { card: withEntries(changed, entry), jwks };
    },
  },
];

/** One bit of the signature, low enough to leave r and s below the order. */
function damage({ protected: header, signature }: Entry, { below }: Chance): Entry {
  const bytes = Buffer.from(signature, 'base64url');
  const at = 8 + below(bytes.length / 2 - 8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  return { protected: header, signature: bytes.toString('base64url') };
}
