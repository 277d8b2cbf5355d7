/** Knows cards of A2A 0.3 beside what a translator makes of them in 1.0, both written by hand. */
import { toSdkText } from '../sdk-entries.js';
import { withEntries, type Fault } from './fault.js';
import { keyOf, makeEntry, toJwk, toSet } from './signing.js';

type Pair = { readonly legacy: object; readonly current: object };

const common = { name: 'Ledger', description: 'Keeps books', version: '2.1.0' };
const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['application/json'] };

export const pairs: readonly Pair[] = [
  {
    legacy: {
      ...common,
      url: 'https://ledger.example/a2a',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: true },
      ...modes,
      skills: [{ id: 'post', name: 'Post', description: 'Posts an entry', tags: ['books'] }],
    },
    current: {
      ...common,
      supportedInterfaces: [
        { url: 'https://ledger.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
      ],
      capabilities: { streaming: true },
      ...modes,
      skills: [{ id: 'post', name: 'Post', description: 'Posts an entry', tags: ['books'] }],
    },
  },
  {
    legacy: {
      ...common,
      url: 'https://ledger.example/grpc',
      protocolVersion: '0.2.6',
      preferredTransport: 'GRPC',
      additionalInterfaces: [{ url: 'https://ledger.example/rest', transport: 'HTTP+JSON' }],
      supportsAuthenticatedExtendedCard: true,
      capabilities: { pushNotifications: false, stateTransitionHistory: true },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        oidc: {
          type: 'openIdConnect',
          openIdConnectUrl: 'https://id.example/.well-known/openid-configuration',
        },
        mtls: { type: 'mutualTLS', description: 'Client certificate' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { post: 'Post' } } },
        },
      },
      security: [{ key: [], oauth: ['post'] }, { mtls: [] }],
      ...modes,
      skills: [
        { id: 'post', name: 'Post', description: 'Posts', tags: ['books'], security: [{ oauth: ['post'] }] },
      ],
    },
    current: {
      ...common,
      supportedInterfaces: [
        { url: 'https://ledger.example/grpc', protocolBinding: 'GRPC', protocolVersion: '0.2.6' },
        { url: 'https://ledger.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
      ],
      capabilities: { pushNotifications: false, extendedAgentCard: true },
      securitySchemes: {
        key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
        bearer: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } },
        oidc: {
          openIdConnectSecurityScheme: {
            openIdConnectUrl: 'https://id.example/.well-known/openid-configuration',
          },
        },
        mtls: { mtlsSecurityScheme: { description: 'Client certificate' } },
        oauth: {
          oauth2SecurityScheme: {
            flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { post: 'Post' } } },
          },
        },
      },
      securityRequirements: [{ schemes: { key: {}, oauth: { list: ['post'] } } }, { schemes: { mtls: {} } }],
      ...modes,
      skills: [
        {
          id: 'post',
          name: 'Post',
          description: 'Posts',
          tags: ['books'],
          securityRequirements: [{ schemes: { oauth: { list: ['post'] } } }],
        },
      ],
    },
  },
];

/** The card that is given is of no account here: these are its own. */
export const translated: Fault = {
  id: 'a card of 0.3 that was translated to 1.0',
  causes: ['translated'],
  apply: (_subject, { pick }) => {
    const key = keyOf(pick(['ES256', 'RS256', 'EdDSA']));
    const { legacy, current } = pick(pairs);
    const payload = toSdkText(pick(['a2a-python-0.3.21', 'a2a-python-0.3.24']), JSON.stringify(legacy));
    const value = JSON.parse(JSON.stringify(current)) as never;
    return { card: withEntries({ value }, makeEntry({ key, payload })), jwks: toSet(toJwk(key)) };
  },
};
