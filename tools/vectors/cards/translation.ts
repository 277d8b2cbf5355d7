/** Knows cards of A2A 0.3, whole or mixed with 1.0, that the parser of a2a-python 1.x translates before it verifies. */
import type { WrittenCards } from './card-text.js';

const interfaces = [{ url: 'https://b.example', protocolBinding: 'GRPC', protocolVersion: '1.0' }];
const flow = { tokenUrl: 'https://a.example/t', scopes: { read: 'Reads' } };
const scheme = (value: unknown) => ({ name: 'n', securitySchemes: { a: value } });

export const translation: WrittenCards = {
  'translate-url': ['a URL alone', { name: 'n', url: 'https://a.example' }],
  'translate-url-transport': [
    'a URL with its transport and version',
    { name: 'n', url: 'https://a.example', preferredTransport: 'GRPC', protocolVersion: '0.2.6' },
  ],
  'translate-url-nulls': [
    'a URL with null for both',
    { name: 'n', url: 'https://a.example', preferredTransport: null, protocolVersion: null },
  ],
  'translate-url-beside': [
    'a URL beside interfaces of 1.0',
    { name: 'n', url: 'https://a.example', supportedInterfaces: interfaces },
  ],
  'translate-url-beside-none': [
    'a URL beside an empty list of interfaces',
    { name: 'n', url: 'https://a.example', supportedInterfaces: [] },
  ],
  'translate-url-beside-proto': [
    'a URL beside interfaces by their proto name',
    { name: 'n', url: 'https://a.example', supported_interfaces: interfaces },
  ],
  'translate-url-empty': ['an empty URL', { name: 'n', url: '', preferredTransport: 'GRPC' }],
  'translate-url-number': ['a number for a URL', { name: 'n', url: 1 }],
  'translate-transport-alone': ['a transport without a URL', { name: 'n', preferredTransport: 'GRPC' }],
  'translate-version-alone': ['a version without a URL', { name: 'n', protocolVersion: '0.3.0' }],
  'translate-interfaces': [
    'further interfaces',
    {
      name: 'n',
      url: 'https://a.example',
      additionalInterfaces: [
        { url: 'https://c.example', transport: 'GRPC' },
        { url: 'https://a.example' },
        { transport: 'HTTP+JSON' },
        {},
      ],
    },
  ],
  'translate-interfaces-alone': [
    'further interfaces without a URL',
    { name: 'n', additionalInterfaces: [{ url: 'https://c.example', transport: 'GRPC' }] },
  ],
  'translate-interfaces-null': ['null for them', { name: 'n', url: 'u', additionalInterfaces: null }],
  'translate-interfaces-text': ['text for them', { name: 'n', url: 'u', additionalInterfaces: ['x'] }],
  'translate-security': ['requirements', { name: 'n', security: [{ a: ['s'], b: [] }, { c: [] }] }],
  'translate-security-beside': [
    'requirements beside those of 1.0',
    { name: 'n', security: [{ a: ['s'] }], securityRequirements: [{ schemes: { b: { list: ['t'] } } }] },
  ],
  'translate-security-beside-none': [
    'requirements beside an empty list of those of 1.0',
    { name: 'n', security: [{ a: ['s'] }], securityRequirements: [] },
  ],
  'translate-security-beside-proto': [
    'requirements beside those of 1.0 by their proto name',
    { name: 'n', security: [{ a: ['s'] }], security_requirements: [{ schemes: { b: { list: ['t'] } } }] },
  ],
  'translate-security-null': ['null for requirements', { name: 'n', security: null }],
  'translate-security-object': ['one requirement without its list', { name: 'n', security: { a: ['s'] } }],
  'translate-security-of-1.0': [
    'requirements of 1.0 under the name of 0.3',
    { name: 'n', security: [{ schemes: { a: { list: ['s'] } } }] },
  ],
  'translate-skill-security': [
    'requirements of a skill',
    {
      name: 'n',
      skills: [
        { id: 's', security: [{ a: ['s'] }] },
        { id: 't', security: null },
      ],
    },
  ],
  'translate-skills-null': ['null for skills', { name: 'n', skills: null }],
  'translate-skill-null': ['null for a skill', { name: 'n', skills: [null] }],
  'translate-key': ['a key', scheme({ type: 'apiKey', in: 'header', name: 'X' })],
  'translate-key-location': [
    'a key that names its place twice',
    scheme({ type: 'apiKey', in: 'header', location: 'query', name: 'X' }),
  ],
  'translate-http': ['HTTP authentication', scheme({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })],
  'translate-oauth': ['OAuth with one flow', scheme({ type: 'oauth2', flows: { clientCredentials: flow } })],
  'translate-oauth-flows': [
    'OAuth with two flows, of which 1.0 has one',
    scheme({ type: 'oauth2', flows: { clientCredentials: flow, password: flow } }),
  ],
  'translate-oidc': [
    'OpenID Connect',
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://a.example' }),
  ],
  'translate-tls': ['mutual TLS', scheme({ type: 'mutualTLS' })],
  'translate-tls-described': [
    'mutual TLS with a description',
    scheme({ type: 'mutualTLS', description: 'x' }),
  ],
  'translate-type-unknown': ['an unknown type', scheme({ type: 'other', description: 'x' })],
  'translate-type-missing': ['no type', scheme({ in: 'header', name: 'X' })],
  'translate-type-beside': [
    'a type beside the member of 1.0, as a server of a2a-python writes it',
    scheme({ type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'Bearer' } }),
  ],
  'translate-type-beside-pkce': [
    'the same, with a member of 1.0 that 0.3 has not',
    scheme({
      type: 'oauth2',
      flows: { authorizationCode: { authorizationUrl: 'a', ...flow } },
      oauth2SecurityScheme: {
        flows: { authorizationCode: { authorizationUrl: 'a', ...flow, pkceRequired: true } },
      },
    }),
  ],
  'translate-type-beside-device': [
    'the same, with a flow of 1.0 that 0.3 has not',
    scheme({ type: 'oauth2', flows: {}, oauth2SecurityScheme: { flows: { deviceCode: flow } } }),
  ],
  'translate-type-number': ['a number for a type', scheme({ type: 1, mtlsSecurityScheme: {} })],
  'translate-type-list': ['a list for a type', scheme({ type: [], mtlsSecurityScheme: {} })],
  'translate-schemes-proto': [
    'schemes by their proto name are not translated',
    { name: 'n', security_schemes: { a: { type: 'http', scheme: 'bearer' } } },
  ],
  'translate-extended': ['an extended card', { name: 'n', supportsAuthenticatedExtendedCard: true }],
  'translate-extended-false': ['no extended card', { name: 'n', supportsAuthenticatedExtendedCard: false }],
  'translate-extended-text': ['text for it', { name: 'n', supportsAuthenticatedExtendedCard: 'no' }],
  'translate-extended-beside': [
    'an extended card beside the member of 1.0',
    { name: 'n', supportsAuthenticatedExtendedCard: true, capabilities: { extendedAgentCard: false } },
  ],
  'translate-extended-beside-proto': [
    'an extended card beside the member of 1.0 by its proto name',
    { name: 'n', supportsAuthenticatedExtendedCard: true, capabilities: { extended_agent_card: false } },
  ],
  'translate-extended-null': [
    'an extended card, with null for capabilities',
    { name: 'n', supportsAuthenticatedExtendedCard: true, capabilities: null },
  ],
};
