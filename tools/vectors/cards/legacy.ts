/** Knows cards of A2A 0.3 with what its models do something about: kinds, defaults, nulls, empty values, names. */
import { legacyCard, withLegacyParams, type WrittenCards } from './card-text.js';

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'c' },
  http: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  oauth: {
    type: 'oauth2',
    oauth2MetadataUrl: 'https://a.example/meta',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://a.example/a',
        tokenUrl: 'https://a.example/t',
        refreshUrl: 'https://a.example/r',
        scopes: { read: 'Reads', all: '' },
      },
      clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} },
      implicit: { authorizationUrl: 'https://a.example/a', scopes: { read: 'Reads' } },
      password: { tokenUrl: 'https://a.example/t', scopes: { read: 'Reads' } },
    },
  },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/oidc' },
  tls: { type: 'mutualTLS' },
};

const extension = (value: unknown) => legacyCard({ capabilities: { extensions: [value] } });
const skill = (more: object) =>
  legacyCard({ skills: [{ id: 's', name: 'S', description: 'does s', tags: ['t'], ...more }] });

export const legacy: WrittenCards = {
  'legacy-minimal': ['what 0.3 requires', legacyCard()],
  'legacy-schemes': ['security schemes of all kinds', legacyCard({ securitySchemes: schemes })],
  'legacy-defaults': [
    'members at the defaults of the models',
    legacyCard({ protocolVersion: '0.3.0', preferredTransport: 'JSONRPC', securitySchemes: null }),
  ],
  'legacy-no-defaults': [
    'the same members at other values',
    legacyCard({ protocolVersion: '0.3.1', preferredTransport: 'GRPC' }),
  ],
  'legacy-default-nulls': [
    'the same members at null',
    legacyCard({ protocolVersion: null, preferredTransport: null }),
  ],
  'legacy-empty-strings': [
    'empty strings where they are required',
    legacyCard({ name: '', description: '', version: '', url: '', protocolVersion: '' }),
  ],
  'legacy-interfaces': [
    'further interfaces',
    legacyCard({
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [
        { url: 'https://a.example/grpc', transport: 'GRPC' },
        { url: 'https://a.example/a2a', transport: 'JSONRPC', note: 'x' },
        { url: '', transport: '' },
      ],
    }),
  ],
  'legacy-interfaces-empty': ['no further interfaces', legacyCard({ additionalInterfaces: [] })],
  'legacy-extended-true': ['an extended card', legacyCard({ supportsAuthenticatedExtendedCard: true })],
  'legacy-extended-false': ['no extended card', legacyCard({ supportsAuthenticatedExtendedCard: false })],
  'legacy-extended-null': ['null for it', legacyCard({ supportsAuthenticatedExtendedCard: null })],
  'legacy-capabilities': [
    'capabilities true and false',
    legacyCard({
      capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
    }),
  ],
  'legacy-capabilities-false': [
    'capabilities with nothing but false',
    legacyCard({ capabilities: { streaming: false } }),
  ],
  'legacy-capabilities-null': [
    'capabilities with nothing but null',
    legacyCard({ capabilities: { streaming: null, extensions: null } }),
  ],
  'legacy-extension': [
    'an extension that is not required',
    extension({ uri: 'u', required: false, description: '', params: {} }),
  ],
  'legacy-params': [
    'empty values, false and zero in params',
    extension({
      uri: 'u',
      required: true,
      params: {
        a: null,
        b: '',
        c: [],
        d: {},
        e: false,
        f: 0,
        g: ['x', '', null, [], {}, false, 0, 'y'],
        h: [[], [0], { i: false }],
        j: true,
      },
    }),
  ],
  'legacy-params-zero': [
    'zeros by literal in params',
    withLegacyParams('{"a":0,"b":0.0,"c":-0,"d":-0.0,"e":[0,1]}'),
  ],
  'legacy-params-false': ['nothing but false in params', withLegacyParams('{"a":false,"b":[false]}')],
  'legacy-params-names': ['names with underscores in params', withLegacyParams('{"a_b":{"c_d":"x"}}')],
  'legacy-params-order': [
    'names beyond ASCII in params',
    withLegacyParams('{"\u{1f600}":"a","\uff01":"b","10":"c","9":"d"}'),
  ],
  'legacy-params-dunder': ['__proto__ in params', withLegacyParams('{"__proto__":{"a":"x"},"b":"y"}')],
  'legacy-params-surrogate': ['half a character in params', withLegacyParams('{"a":"\\ud83d"}')],
  'legacy-params-list': ['a list for params', extension({ uri: 'u', params: [] })],
  'legacy-text': ['text of all kinds', legacyCard({ name: 'Zo\u00eb \u{1f600} \u2028 <&> \u007f\0"\\/' })],
  'legacy-surrogate': ['half a character', JSON.stringify(legacyCard({ name: '@' })).replace('@', '\\ud83d')],
  'legacy-security': ['requirements', legacyCard({ security: [{ oauth: ['read'] }, { key: [], tls: [] }] })],
  'legacy-security-scopeless': ['requirements without scopes', legacyCard({ security: [{ key: [] }] })],
  'legacy-security-anonymous': ['a requirement of nothing', legacyCard({ security: [{}, { key: ['a'] }] })],
  'legacy-security-empty': ['no requirements', legacyCard({ security: [] })],
  'legacy-skill': [
    'a skill with all it may have',
    skill({
      examples: ['', 'How?'],
      inputModes: ['a'],
      outputModes: [],
      security: [{ oauth: ['read', ''] }],
      note: 'x',
    }),
  ],
  'legacy-skill-nulls': ['a skill with nulls', skill({ examples: null, inputModes: null, security: null })],
  'legacy-skill-empty': ['a skill with empty text', skill({ id: '', name: '', description: '', tags: [''] })],
  'legacy-skills-none': ['no skills', legacyCard({ skills: [] })],
  'legacy-provider': [
    'a provider',
    legacyCard({ provider: { organization: 'Example', url: '' }, iconUrl: '' }),
  ],
  'legacy-unknown': [
    'members that 0.3 does not have, in several places',
    legacyCard({ note: 'x', _meta: { a: 1 }, provider: { organization: 'o', url: 'u', note: 'x' } }),
  ],
  'legacy-signatures': [
    'signatures with a header',
    legacyCard({ signatures: [{ protected: 'e30', signature: 'AA', header: { a: 1 } }] }),
  ],
  'legacy-proto-names': [
    'names with underscores',
    {
      name: 'n',
      description: 'd',
      url: 'u',
      version: '1',
      capabilities: { push_notifications: true, state_transition_history: true },
      default_input_modes: ['a'],
      default_output_modes: ['b'],
      skills: [],
      documentation_url: 'x',
      icon_url: 'y',
      preferred_transport: 'GRPC',
      protocol_version: '0.3.1',
      additional_interfaces: [{ url: 'u', transport: 'GRPC' }],
      security_schemes: { k: { type: 'apiKey', in_: 'query', name: 'X' } },
      supports_authenticated_extended_card: true,
    },
  ],
};
