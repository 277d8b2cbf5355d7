/** Knows cards of A2A 0.3 that its models may refuse: members twice, schemes of no kind, other types. */
import { legacyCard, type WrittenCards } from './card-text.js';

const scheme = (value: unknown) => legacyCard({ securitySchemes: { a: value } });

export const legacyTypes: WrittenCards = {
  'legacy-twice': ['a member by both names', legacyCard({ iconUrl: 'a', icon_url: 'b' })],
  'legacy-twice-other-order': ['the same in the other order', legacyCard({ icon_url: 'b', iconUrl: 'a' })],
  'legacy-scheme-untyped-key': ['a scheme without its type', scheme({ in: 'header', name: 'X' })],
  'legacy-scheme-untyped-http': ['another scheme without its type', scheme({ scheme: 'basic' })],
  'legacy-scheme-empty': ['a scheme without a member', scheme({})],
  'legacy-scheme-described': [
    'a scheme of mutual TLS with a description',
    scheme({ type: 'mutualTLS', description: 'x' }),
  ],
  'legacy-scheme-mixed': [
    'a scheme with members of another kind',
    scheme({ type: 'http', scheme: 'basic', in: 'header', name: 'X' }),
  ],
  'legacy-scheme-unknown': ['a scheme of an unknown type', scheme({ type: 'other', scheme: 'x' })],
  'legacy-scheme-of-1.0': ['a scheme as in 1.0', scheme({ httpAuthSecurityScheme: { scheme: 'basic' } })],
  'legacy-scheme-in': ['a key in an unknown place', scheme({ type: 'apiKey', in: 'body', name: 'X' })],
  'legacy-boolean-text': ['text for a boolean', legacyCard({ capabilities: { streaming: 'yes' } })],
  'legacy-boolean-zero': [
    'numbers for booleans',
    legacyCard({ capabilities: { streaming: 0, pushNotifications: 1.0 } }),
  ],
  'legacy-name-number': ['a number for text', legacyCard({ name: 1 })],
  'legacy-tags-null': [
    'null among texts',
    legacyCard({ skills: [{ id: 's', name: 'S', description: 'd', tags: ['a', null] }] }),
  ],
  'legacy-modes-text': ['text for a list', legacyCard({ defaultInputModes: 'text/plain' })],
  'legacy-required-null': ['null for a required member', legacyCard({ description: null })],
  'legacy-required-missing': ['a required member is missing', legacyCard({ url: undefined })],
  'legacy-duplicate': ['one name twice', JSON.stringify(legacyCard()).replace('{', '{"name":"m",')],
  'legacy-claims': [
    'members that have a meaning in a JWT',
    legacyCard({ exp: 1, nbf: 4e9, aud: 'x', iss: 1, sub: 1 }),
  ],
  'legacy-served': [
    'a card of 1.0 with the members that a server of a2a-python adds for clients of 0.3',
    {
      ...legacyCard({ preferredTransport: 'JSONRPC', protocolVersion: '0.3', security: [{ a: ['s'] }] }),
      supportedInterfaces: [
        { url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      securitySchemes: {
        a: { type: 'http', scheme: 'bearer', httpAuthSecurityScheme: { scheme: 'bearer' } },
      },
      securityRequirements: [{ schemes: { a: { list: ['s'] } } }],
    },
  ],
};
