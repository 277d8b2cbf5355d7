/** Knows signatures with two faults, and cards with several signatures or with keys of other kinds. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { toSdkText } from '../sdk-entries.js';
import type { Chance } from './chance.js';
import { isCovered } from './covered.js';
import { changeValues } from './change.js';
import { withEntries, type Fault, type FaultyCard, type Subject } from './fault.js';
import { printAsPython } from './print.js';
import { keyOf, makeEntry, toJwk, toSet, toSigningInput, type SigningKey, type Steps } from './signing.js';

const sdkForms = ['a2a-js-1.0.0', 'a2a-js-1.0.1', 'a2a-js-instance', 'a2a-python-1.0', 'a2a-python-1.1.4'];

/** The text of an SDK's form, where it is none that verification accepts. */
function pickSdkText(subject: Subject, { pick }: Chance): string | undefined {
  const text = toSdkText(pick(sdkForms), subject.text);
  return isCovered(subject, text) ? undefined : text;
}

function signWith(subject: Subject, steps: Steps): FaultyCard {
  return { card: withEntries(subject, makeEntry(steps)), jwks: toSet(toJwk(steps.key)) };
}

/** Signs the form of an SDK with a further fault. */
function signSdkForm(
  id: string,
  causes: readonly string[],
  sign: (payload: string, subject: Subject, chance: Chance) => FaultyCard,
): Fault {
  return {
    id: `the form of an SDK, and ${id}`,
    causes: ['sdk-form', ...causes],
    apply: (subject, chance) => {
      const payload = pickSdkText(subject, chance);
      return payload === undefined ? undefined : sign(payload, subject, chance);
    },
  };
}

let rsa3072: SigningKey | undefined;

function longRsa(alg: 'RS256' | 'PS256' | 'RS512'): SigningKey {
  rsa3072 ??= { ...generateKeyPairSync('rsa', { modulusLength: 3072 }), alg, kid: 'rsa-3072' };
  return { ...rsa3072, alg };
}

export const doubleFaults: readonly Fault[] = [
  {
    id: 'DER, by a key that was published under another kid',
    causes: ['der-signature', 'kid-unknown', 'other-key'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'ES384']));
      const entry = makeEntry({ key, payload: subject.canonical, raw: { der: true } });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key, { kid: 'other' })) };
    },
  },
  signSdkForm('standard base64', ['base64'], (payload, subject, { pick }) => {
    const key = keyOf(pick(['ES256', 'RS256']));
    const entry = makeEntry({ key, payload });
    const signature = Buffer.from(entry.signature, 'base64url').toString('base64');
    return { card: withEntries(subject, { ...entry, signature }), jwks: toSet(toJwk(key)) };
  }),
  signSdkForm('DER', ['der-signature'], (payload, subject, { pick }) =>
    signWith(subject, { key: keyOf(pick(['ES256', 'ES384', 'ES512'])), payload, raw: { der: true } }),
  ),
  signSdkForm('the digest hashed again', ['digest-twice'], (payload, subject) => {
    const toInput = (header: string, bytes: Buffer) =>
      createHash('sha256').update(toSigningInput(header, bytes)).digest();
    return signWith(subject, { key: keyOf('ES256'), payload, toInput });
  }),
  signSdkForm('the kid of another key', ['other-key'], (payload, subject) => {
    const named = keyOf('ES256');
    const entry = makeEntry({ key: { ...keyOf('ES256', 'b'), kid: named.kid }, payload });
    return { card: withEntries(subject, entry), jwks: toSet(toJwk(named), toJwk(keyOf('ES256', 'b'))) };
  }),
  signSdkForm('PKCS #1 for PSS', ['rsa-padding'], (payload, subject) =>
    signWith(subject, { key: keyOf('RS256'), alg: 'PS256', payload }),
  ),
  {
    id: "the bytes of Python's json.dumps, without the header",
    causes: ['header-unsigned', 'not-canonical'],
    apply: (subject, { pick }) => {
      const payload = printAsPython(subject.value, pick([{ ascii: true }, { ascii: true, sorted: true }]));
      if (isCovered(subject, payload)) return undefined;
      return signWith(subject, {
        key: keyOf(pick(['ES256', 'RS256'])),
        payload,
        toInput: (_header, bytes) => bytes,
      });
    },
  },
  {
    id: 'DER, and a header that was written anew',
    causes: ['der-signature', 'header-changed'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'ES384']));
      const written = `{"alg": "${key.alg}", "kid": "${key.kid}", "typ": "JOSE"}`;
      const toInput = (_header: string, bytes: Buffer) =>
        toSigningInput(Buffer.from(written).toString('base64url'), bytes);
      return signWith(subject, { key, payload: subject.canonical, raw: { der: true }, toInput });
    },
  },
  {
    id: 'a card that was changed since, with a former copy, and DER',
    causes: ['card-changed', 'der-signature'],
    apply: (subject, chance) => {
      const changed = changeValues(subject, chance);
      if (changed === undefined) return undefined;
      const key = keyOf(chance.pick(['ES256', 'ES384']));
      const faulty = signWith(changed, { key, payload: subject.canonical, raw: { der: true } });
      return { ...faulty, against: subject.text };
    },
  },
  {
    id: 'a member that was added since, and standard base64',
    causes: ['base64', 'member-added'],
    apply: (subject, { pick }) => {
      if ('x-served-by' in subject.value) return undefined;
      const key = keyOf(pick(['ES256', 'RS256']));
      const entry = makeEntry({ key, payload: subject.canonical });
      const signature = Buffer.from(entry.signature, 'base64url').toString('base64');
      const value = { ...subject.value, 'x-served-by': 'edge-7' };
      return { card: withEntries({ value }, { ...entry, signature }), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'DER, beside a good entry of the same key',
    causes: ['der-signature'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'ES512']));
      const good = makeEntry({ key, payload: subject.canonical });
      const bad = makeEntry({ key, payload: subject.canonical, raw: { der: true } });
      const entries = pick([
        [good, bad],
        [bad, good],
        [bad, good, makeEntry({ key: keyOf('EdDSA'), payload: subject.canonical })],
      ]);
      return { card: withEntries(subject, ...entries), jwks: toSet(toJwk(key), toJwk(keyOf('EdDSA'))) };
    },
  },
  {
    id: 'the thumbprint for a kid, of a key that has another',
    causes: ['kid-unknown', 'other-key'],
    apply: async (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const kid = await calculateJwkThumbprint(toJwk(key));
      const entry = makeEntry({ key: { ...key, kid }, payload: subject.canonical });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a kid, of a key that has none',
    causes: ['kid-unknown', 'other-key'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const unnamed = toJwk(key, { kid: undefined });
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical })),
        jwks: toSet(unnamed),
      };
    },
  },
  {
    id: 'RSA of 3072 bits with the other padding',
    causes: ['rsa-padding'],
    apply: (subject, { pick }) => {
      const key = longRsa(pick(['RS256', 'PS256']));
      return signWith(subject, {
        key,
        alg: key.alg === 'RS256' ? 'PS256' : 'RS256',
        payload: subject.canonical,
      });
    },
  },
  {
    id: 'RSA of 3072 bits over the text as Python prints it',
    causes: ['not-canonical'],
    apply: (subject, { pick }) => {
      const payload = printAsPython(subject.value);
      if (isCovered(subject, payload)) return undefined;
      return signWith(subject, { key: longRsa(pick(['RS256', 'PS256', 'RS512'])), payload });
    },
  },
];
