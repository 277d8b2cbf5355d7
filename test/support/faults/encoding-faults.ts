/** Knows the faults of what is written and signed for an entry: its encodings, its header, its digest. */
import { createHash, privateEncrypt, constants } from 'node:crypto';
import { withEntries, type Fault } from './fault.js';
import { keyOf, makeEntry, toJwk, toSet, toSigningInput } from './signing.js';

export const encodingFaults: readonly Fault[] = [
  {
    id: 'DER',
    causes: ['der-signature'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'ES384', 'ES512']));
      const entry = makeEntry({ key, payload: subject.canonical, raw: { der: true } });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a digest that is hashed again',
    causes: ['digest-twice'],
    apply: (subject, { pick, next }) => {
      const key = keyOf(pick(['ES256', 'ES384', 'RS256', 'PS512']));
      const encoding = next() < 0.3 ? ('hex' as const) : ('binary' as const);
      const toInput = (header: string, payload: Buffer) =>
        Buffer.from(
          createHash(`sha${key.alg.slice(2)}`)
            .update(toSigningInput(header, payload))
            .digest(encoding),
          'latin1',
        );
      const entry = makeEntry({ key, payload: subject.canonical, toInput });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'PKCS #1 without DigestInfo',
    causes: ['bare-digest'],
    apply: (subject) => {
      const key = keyOf('RS256');
      const entry = makeEntry({ key, payload: subject.canonical });
      const digest = createHash('sha256')
        .update(toSigningInput(entry.protected, Buffer.from(subject.canonical)))
        .digest();
      const signature = privateEncrypt({ key: key.privateKey, padding: constants.RSA_PKCS1_PADDING }, digest);
      return {
        card: withEntries(subject, { ...entry, signature: signature.toString('base64url') }),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'standard base64',
    causes: ['base64'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const entry = makeEntry({ key, payload: subject.canonical });
      const standard = Buffer.from(entry.signature, 'base64url').toString('base64');
      const signature = pick([standard, standard.replace(/.{76}/g, '$&\n')]);
      return { card: withEntries(subject, { ...entry, signature }), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a protected header in standard base64',
    causes: ['base64'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256']));
      const entry = makeEntry({
        key,
        payload: subject.canonical,
        header: { note: pick(['a', 'ab', 'abc', '~~~???']) },
      });
      const standard = Buffer.from(entry.protected, 'base64url').toString('base64');
      if (standard === entry.protected) return undefined;
      return { card: withEntries(subject, { ...entry, protected: standard }), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'hexadecimal digits, or base64 twice',
    causes: ['signature-encoding'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'ES384', 'PS256']));
      const entry = makeEntry({ key, payload: subject.canonical });
      const bytes = Buffer.from(entry.signature, 'base64url');
      const signature = pick([
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
        Buffer.from(entry.signature).toString('base64url'),
      ]);
      return { card: withEntries(subject, { ...entry, signature }), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a header that was written anew',
    causes: ['header-changed'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const { alg, kid } = key;
      const written = pick([
        JSON.stringify({ alg, kid, typ: 'JOSE' }, null, 2),
        `{"typ": "JOSE", "alg": "${alg}", "kid": "${kid}"}`,
        `{"alg": "${alg}", "kid": "${kid}", "typ": "JOSE"}`,
        JSON.stringify({ kid, typ: 'JOSE', alg }),
        JSON.stringify({ alg, kid }),
      ]);
      const toInput = (_header: string, payload: Buffer) =>
        toSigningInput(Buffer.from(written).toString('base64url'), payload);
      const entry = makeEntry({ key, payload: subject.canonical, toInput });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'the payload alone',
    causes: ['header-unsigned'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
      const toInput = pick([
        (_header: string, payload: Buffer) => payload,
        (_header: string, payload: Buffer) => Buffer.from(payload.toString('base64url')),
      ]);
      const entry = makeEntry({ key, payload: subject.canonical, toInput });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'the payload in another encoding',
    causes: ['payload-encoding'],
    apply: (subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'PS256', 'EdDSA']));
      const encode = pick([
        (payload: Buffer) => payload.toString('utf8'),
        (payload: Buffer) => payload.toString('base64'),
      ]);
      const encoded = encode(Buffer.from(subject.canonical));
      if (encoded === Buffer.from(subject.canonical).toString('base64url')) return undefined;
      const entry = makeEntry({
        key,
        payload: subject.canonical,
        toInput: (header) => Buffer.from(`${header}.${encoded}`),
      });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
];
