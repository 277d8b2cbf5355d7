/** Knows the signed cards that are tampered with: what each says, who signed it, and how. */
import canonicalize from 'canonicalize';
import { nodeCrypto, openSigner, signCard, type AlgorithmName } from '../../../src/index.js';
import { createTestKey, signEntry, type TestKey } from './foreign-signer.js';

/** The time all cards are signed at, and judged at. */
export const now = new Date('2026-03-01T12:00:00Z');

export type Subject = {
  readonly title: string;
  /** The signed card. */
  readonly text: string;
  /** What its signatures speak of, written by hand: the card less defaults and nulls where the form drops those. */
  readonly meaning: Readonly<Record<string, unknown>>;
  readonly keys: readonly TestKey[];
  readonly threshold: number;
  /** Whether the protobuf library reads it too: it has no unknown members. */
  readonly isPure: boolean;
};

export async function createSubjects(): Promise<Subject[]> {
  const es256 = createTestKey('ES256', '');
  const eddsa = createTestKey('EdDSA', '');
  const rs256 = createTestKey('RS256', '');
  const ps256 = createTestKey('PS256', '');
  const week = { expiresIn: 7 * 86_400 };
  return [
    await signSubject('ES256, every part of a card, with exp', fullCard, [es256], week),
    await signSubject('EdDSA, without exp', smallCard, [eddsa]),
    await signSubject('RS256, with exp', smallCard, [rs256], week),
    await signSubject('PS256, with exp and jku', smallCard, [ps256], {
      ...week,
      jku: 'https://a.example/jwks.json',
    }),
    await signSubject('two keys, both needed', mediumCard, [es256, eddsa], week),
    await signSubject('ES256, unknown members kept', vendorCard, [es256], { unknown: 'keep' }),
    foreignSubject('a third party, a2a-1.0, defaults served', { card: servedCard, signed: mediumCard }),
    foreignSubject('a third party, jcs, nothing dropped', { card: wildCard, signed: wildCard, alg: 'EdDSA' }),
    foreignSubject('a third party, marked jcs', {
      card: wildCard,
      signed: wildCard,
      header: { a2a_form: 'jcs' },
    }),
  ];
}

async function signSubject(
  title: string,
  card: Record<string, unknown>,
  keys: readonly TestKey[],
  options: { expiresIn?: number; jku?: string; unknown?: 'keep' } = {},
): Promise<Subject> {
  const pems = keys.map((key) => key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const env = Object.fromEntries(pems.map((pem, index) => [`KEY_${index}`, pem]));
  const signers = await Promise.all(pems.map((_, index) => openSigner(`env:KEY_${index}`, { env })));
  const algorithm = keys.length === 1 ? (keys[0]?.alg as AlgorithmName) : undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  const { text, entries } = await signCard(bytes, {
    signers,
    crypto: nodeCrypto,
    now,
    algorithm,
    ...options,
  });
  const named = keys.map((key, index) => renameKey(key, entries[index]?.kid ?? ''));
  return {
    title,
    text,
    meaning: card,
    keys: named,
    threshold: keys.length,
    isPure: options.unknown === undefined,
  };
}

function renameKey(key: TestKey, kid: string): TestKey {
  return { ...key, kid, jwk: { ...key.jwk, kid, use: 'sig', key_ops: ['verify'] } };
}

type Foreign = {
  readonly card: Record<string, unknown>;
  /** The value whose RFC 8785 text is signed. */
  readonly signed: Record<string, unknown>;
  readonly alg?: 'ES256' | 'EdDSA';
  readonly header?: object;
};

function foreignSubject(title: string, { card, signed, alg = 'ES256', header = {} }: Foreign): Subject {
  const key = createTestKey(alg, `${alg}-third-party`);
  const entry = signEntry(key, canonicalize(signed) ?? '', { typ: 'JOSE', ...header });
  const text = JSON.stringify({ ...card, signatures: [{ ...entry, header: { note: 'not signed' } }] });
  return { title, text, meaning: signed, keys: [key], threshold: 1, isPure: card === servedCard };
}

const smallCard = {
  name: 'Zähler',
  description: '',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: [],
  skills: [{ id: 'count', name: 'Count', description: 'counts', tags: [] }],
};

/** As it is signed: required members stay although they are empty, and so does what was set on purpose. */
const mediumCard = {
  ...smallCard,
  description: 'counts 漢字 and 🎌',
  capabilities: { streaming: false, extensions: [{ uri: 'urn:x', params: {} }] },
  securitySchemes: {
    partner: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
    mutual: { mtlsSecurityScheme: {} },
  },
  securityRequirements: [{ schemes: { partner: {}, mutual: { list: ['a'] } } }, {}],
};

/** The same as it is served: with nulls and defaults, which the form drops. */
const servedCard = {
  ...mediumCard,
  iconUrl: null,
  provider: null,
  supportedInterfaces: [{ ...smallCard.supportedInterfaces[0], tenant: '' }],
  capabilities: {
    streaming: false,
    pushNotifications: null,
    extensions: [{ uri: 'urn:x', description: '', required: false, params: {} }],
  },
  securitySchemes: {
    partner: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: '', description: '' } },
    mutual: { mtlsSecurityScheme: { description: '' } },
  },
  securityRequirements: [{ schemes: { partner: { list: [] }, mutual: { list: ['a'] } } }, { schemes: {} }],
  skills: [
    { ...smallCard.skills[0], examples: [], inputModes: [], outputModes: [], securityRequirements: [] },
  ],
};

/** With members that the schema does not have, some of them under names that fields have elsewhere. */
const vendorCard = {
  ...mediumCard,
  'x-vendor': { nothing: null, none: [], signatures: [{ protected: 'a' }], text: '', flag: false },
  'skills': [{ ...smallCard.skills[0], rating: 4.5, schemes: null }],
};

/** As JSON signers in the wild do it: proto names, members of 0.x, nulls and defaults, all of it signed. */
const wildCard = {
  ...servedCard,
  'url': 'https://a.example/a2a',
  'protocolVersion': '0.3.0',
  'documentation_url': 'https://a.example/docs',
  'provider': { organization: 'Example', url: 'https://a.example', contact_point: null },
  'x-vendor': { 'b': [1, 2.5, -0.001, 1e21], 'a': { '': '' }, '10': true, '9': false },
};

const flows = {
  authorizationCode: {
    authorizationUrl: 'https://a.example/authorize',
    tokenUrl: 'https://a.example/token',
    scopes: { 'read': 'reads', '10': 'ten' },
    pkceRequired: true,
  },
};

/** Every message there is, all five kinds of scheme, structs, and names that engines treat specially. */
const fullCard = JSON.parse(
  JSON.stringify({
    ...smallCard,
    name: 'Склад – 倉庫 📦 "é" \u2028',
    description: 'tells how much\n\tof an SKU is left',
    documentationUrl: 'https://a.example/docs',
    iconUrl: '',
    provider: { organization: 'Société Exemplaire', url: 'https://a.example' },
    supportedInterfaces: [
      ...smallCard.supportedInterfaces,
      { url: 'https://a.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 't' },
    ],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: true,
      extensions: [
        {
          uri: 'https://a.example/ext/v1',
          description: 'a quota',
          required: true,
          params: {
            '10': 'ten',
            '9': 'nine',
            'PROTO': { PROTO: 1, constructor: null },
            'quota': {
              perMinute: 60,
              burst: 2.5,
              small: 1e-7,
              large: 1e21,
              zero: 0,
              is_on: false,
              none: null,
            },
            'list': [[], {}, '', null, [1, [2]]],
            'é': 'e\u0301',
          },
        },
      ],
    },
    securitySchemes: {
      PROTO: { apiKeySecurityScheme: { location: 'header', name: 'X-Key', description: 'a key' } },
      2: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
      mutual: { mtlsSecurityScheme: {} },
      oauth: { oauth2SecurityScheme: { flows, oauth2MetadataUrl: 'https://a.example/meta' } },
      oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://a.example/oidc' } },
    },
    securityRequirements: [{ schemes: { oauth: { list: ['read'] }, mutual: {} } }, { schemes: { 2: {} } }],
    skills: [
      {
        ...smallCard.skills[0],
        tags: ['a', ''],
        examples: ['How much of "SKU-1" is left?'],
        inputModes: ['text/plain'],
        outputModes: ['application/json'],
        securityRequirements: [{ schemes: { oidc: { list: ['profile'] } } }],
      },
    ],
  }).replaceAll('PROTO', '__proto__'),
) as Record<string, unknown>;
