/** Knows the faults of keys, algorithms and key sets. */
import { generateKeyPairSync } from 'node:crypto';
import { withEntries, type Fault } from './fault.js';
import { keyOf, makeEntry, toJwk, toSet } from './signing.js';

export const keyFaults: readonly Fault[] = [
  {
    id: 'a kid that the set does not have',
    causes: ['kid-unknown'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'PS256', 'EdDSA']), 'gone');
      const set = toSet(toJwk(keyOf('ES256')), toJwk(keyOf('PS256')), toJwk(keyOf('EdDSA')));
      return { card: withEntries(subject, makeEntry({ key, payload: subject.canonical })), jwks: set };
    },
  },
  {
    id: 'a key that was published under another kid',
    causes: ['kid-unknown', 'other-key'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA', 'ES512']));
      const set = toSet(toJwk(keyOf('ES384')), toJwk(key, { kid: 'published-otherwise' }));
      return { card: withEntries(subject, makeEntry({ key, payload: subject.canonical })), jwks: set };
    },
  },
  {
    id: 'the kid of another key of the set',
    causes: ['other-key'],
    apply: (subject, { pick }) => {
      const alg = pick(['ES256', 'PS384', 'EdDSA'] as const);
      const named = keyOf(alg);
      const signing = { ...keyOf(alg, 'b'), kid: named.kid };
      const set = toSet(toJwk(named), toJwk(keyOf(alg, 'b')));
      return {
        card: withEntries(subject, makeEntry({ key: signing, payload: subject.canonical })),
        jwks: set,
      };
    },
  },
  {
    id: 'a key that is limited to something else',
    causes: ['key-limits'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const limits = pick([{ use: 'enc' }, { key_ops: ['encrypt'] }, { use: 'tls', key_ops: ['sign'] }]);
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical })),
        jwks: toSet(toJwk(key, limits)),
      };
    },
  },
  {
    id: 'a key whose alg is another than the one that is signed with',
    causes: ['key-limits'],
    apply: (subject, { pick }) => {
      const [sign, published] = pick([
        ['RS256', 'PS256'],
        ['PS512', 'PS256'],
        ['RS384', 'RS256'],
      ] as const);
      const key = { ...keyOf(sign), kid: 'rsa' };
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical })),
        jwks: toSet(toJwk(key, { alg: published })),
      };
    },
  },
  {
    id: 'a header with the algorithm of another curve or type than the key',
    causes: ['algorithm'],
    apply: (subject, { pick }) => {
      const [alg, signAlg] = pick([
        ['ES256', 'ES384'],
        ['ES384', 'ES256'],
        ['RS256', 'EdDSA'],
        ['ES256', 'PS256'],
        ['RS512', 'RS256'],
        ['HS256', 'RS256'],
        ['none', 'ES256'],
      ] as const);
      const key = keyOf(signAlg);
      return {
        card: withEntries(subject, makeEntry({ key, alg, payload: subject.canonical })),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'ECDSA over the digest of another curve',
    causes: ['ecdsa-digest'],
    apply: (subject, { pick }) => {
      const [alg, hash] = pick([
        ['ES256', 'sha384'],
        ['ES256', 'sha512'],
        ['ES384', 'sha256'],
        ['ES512', 'sha256'],
      ] as const);
      const key = keyOf(alg);
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical, raw: { hash } })),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'PKCS #1 for PSS, and the other way round',
    causes: ['rsa-padding'],
    apply: (subject, { pick }) => {
      const [alg, signAlg] = pick([
        ['RS256', 'PS256'],
        ['PS256', 'RS256'],
        ['PS512', 'RS512'],
      ] as const);
      const key = keyOf('RS256');
      return {
        card: withEntries(subject, makeEntry({ key, alg, signAlg, payload: subject.canonical })),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'PSS with a salt of another length',
    causes: ['pss-salt'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['PS256', 'PS384']));
      const salt = pick([0, 8, 20, 64, 190]);
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical, raw: { salt } })),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'a key too weak to be used',
    causes: ['key-unusable'],
    apply: (subject) => {
      const key = { ...weak(), alg: 'RS256', kid: 'weak' } as const;
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical })),
        jwks: toSet(toJwk(keyOf('ES256')), toJwk(key)),
      };
    },
  },
  {
    id: 'a key set with the private key',
    causes: ['key-private'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      return {
        card: withEntries(subject, makeEntry({ key, payload: subject.canonical })),
        jwks: toSet({ ...key.privateKey.export({ format: 'jwk' }), kid: key.kid }),
      };
    },
  },
];

let weakPair: ReturnType<typeof generateWeak> | undefined;

function weak(): ReturnType<typeof generateWeak> {
  weakPair ??= generateWeak();
  return weakPair;
}

function generateWeak() {
  return generateKeyPairSync('rsa', { modulusLength: 1024 });
}
