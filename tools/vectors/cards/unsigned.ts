/** Knows pairs of cards that differ in what the SDKs leave unsigned: each is to be held against `unsigned-base`. */
import { securedCard, type WrittenCards } from './card-text.js';

const scopeless = { schemes: { key: { list: [] } } };
const scoped = { schemes: { oauth: { list: ['read'] }, tls: { list: [] } } };

function withRequirements(...securityRequirements: object[]): object {
  return securedCard({ securityRequirements });
}

function withSchemes(change: (schemes: Record<string, unknown>) => void): object {
  const card = structuredClone(securedCard()) as { securitySchemes: Record<string, unknown> };
  change(card.securitySchemes);
  return card;
}

function withOauth(flow: object): object {
  return withSchemes((schemes) => {
    schemes['oauth'] = { oauth2SecurityScheme: { flows: { clientCredentials: flow } } };
  });
}

export const unsigned: WrittenCards = {
  'unsigned-base': ['what the others differ from', securedCard()],
  'unsigned-requirement-removed': ['a requirement without scopes is gone', withRequirements(scoped)],
  'unsigned-requirement-added': [
    'another requirement without scopes',
    withRequirements(scopeless, { schemes: { http: { list: [] } } }, scoped),
  ],
  'unsigned-requirement-swapped': [
    'another scheme in the requirement without scopes',
    withRequirements({ schemes: { http: { list: [] } } }, scoped),
  ],
  'unsigned-requirement-anonymous': [
    'no authentication as an alternative, with schemes',
    withRequirements({ schemes: {} }, scoped),
  ],
  'unsigned-requirement-empty': [
    'no authentication as an alternative, without schemes',
    withRequirements({}, scoped),
  ],
  'unsigned-requirement-lost-half': [
    'mutual TLS is no more required beside the scope',
    withRequirements(scopeless, { schemes: { oauth: { list: ['read'] } } }),
  ],
  'unsigned-requirement-no-list': [
    'no list at all instead of an empty one',
    withRequirements({ schemes: { key: {} } }, scoped),
  ],
  'unsigned-requirement-unknown-scheme': [
    'a scheme that the card does not have',
    withRequirements({ schemes: { other: { list: [] } } }, scoped),
  ],
  'unsigned-requirements-without-scopes': [
    'all requirements are without scopes',
    withRequirements(scopeless, { schemes: { tls: {} } }),
  ],
  'unsigned-requirements-gone': ['no requirement at all', securedCard({ securityRequirements: undefined })],
  'unsigned-requirements-empty': ['an empty list of requirements', withRequirements()],
  'unsigned-tls-removed': ['mutual TLS is gone', withSchemes((schemes) => delete schemes['tls'])],
  'unsigned-tls-added': [
    'a second scheme of mutual TLS',
    withSchemes((schemes) => (schemes['tls2'] = { mtlsSecurityScheme: {} })),
  ],
  'unsigned-tls-described': [
    'mutual TLS with a description, which is signed',
    withSchemes((schemes) => (schemes['tls'] = { mtlsSecurityScheme: { description: 'x' } })),
  ],
  'unsigned-scheme-empty': ['a scheme of no kind', withSchemes((schemes) => (schemes['tls'] = {}))],
  'unsigned-scope-removed': [
    'a scope whose description is empty is gone',
    withOauth({ tokenUrl: 'https://a.example/token', scopes: { read: 'Reads' } }),
  ],
  'unsigned-scope-added': [
    'another scope whose description is empty',
    withOauth({ tokenUrl: 'https://a.example/token', scopes: { read: 'Reads', all: '', root: '' } }),
  ],
  'unsigned-token-url': [
    'another token URL: signed, but not where the card is an instance',
    withOauth({ tokenUrl: 'https://evil.example/token', scopes: { read: 'Reads', all: '' } }),
  ],
  'unsigned-schemes-gone': ['no security scheme at all', securedCard({ securitySchemes: undefined })],
  'unsigned-unknown-member': ['a member that no version has', securedCard({ note: 'x' })],
  'unsigned-unknown-nested': [
    'a member that no version has, further in',
    securedCard({ provider: { note: 'x' } }),
  ],
  'unsigned-legacy-url': ['a URL as in 0.3, without interfaces', securedCard({ url: 'https://b.example' })],
  'unsigned-legacy-url-beside': [
    'a URL as in 0.3 beside interfaces of 1.0',
    securedCard({
      url: 'https://b.example',
      preferredTransport: 'GRPC',
      supportedInterfaces: [{ url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
  ],
  'unsigned-provider-empty': ['an empty provider', securedCard({ provider: {} })],
  'unsigned-capabilities-empty': ['empty capabilities', securedCard({ capabilities: {} })],
  'unsigned-icon-empty': ['an empty URL of an icon', securedCard({ iconUrl: '', documentationUrl: '' })],
  'unsigned-skill-empty': ['a skill without a member', securedCard({ skills: [{}] })],
  'unsigned-skill-requirement': [
    'a skill with a requirement without scopes',
    securedCard({ skills: [{ id: 's', securityRequirements: [scopeless] }] }),
  ],
  'unsigned-skill-no-requirement': ['the same skill without it', securedCard({ skills: [{ id: 's' }] })],
  'unsigned-interface-empty': ['an interface without a member', securedCard({ supportedInterfaces: [{}] })],
  'unsigned-signatures': ['signatures that are there', securedCard({ signatures: [{ protected: 'e30' }] })],
};
