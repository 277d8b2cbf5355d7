/** Knows a valid card in which every field of the schema is set. */
import type { JsonObject } from '../../src/json/value.js';

const scopes = { 'tides:read': 'Read tide tables', 'tides:none': '' };
const tokenUrl = 'https://login.tides.example/token';
const refreshUrl = 'https://login.tides.example/refresh';
const authorizationUrl = 'https://login.tides.example/authorize';

function oauth(flows: JsonObject): JsonObject {
  return {
    oauth2SecurityScheme: {
      description: 'The account of a harbour.',
      flows,
      oauth2MetadataUrl: 'https://login.tides.example/.well-known/oauth-authorization-server',
    },
  };
}

export const fullCard: JsonObject = {
  name: 'Gezeiten 🌊',
  description: 'Tells when the tide is high – in any harbour.',
  supportedInterfaces: [
    {
      url: 'https://tides.example/a2a',
      protocolBinding: 'JSONRPC',
      tenant: 'north-sea',
      protocolVersion: '1.0',
    },
    { url: 'https://tides.example/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
  ],
  provider: { url: 'https://tides.example', organization: 'Tide Office' },
  version: '2.1.0',
  documentationUrl: 'https://tides.example/docs',
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extensions: [
      {
        uri: 'https://tides.example/ext/gauge/v1',
        description: 'Which gauge is read.',
        required: true,
        params: { gauge: 7, unit: 'cm', url: null, deep: [[], { type: 'x' }, false] },
      },
    ],
    extendedAgentCard: true,
  },
  securitySchemes: {
    'key': { apiKeySecurityScheme: { description: 'A key.', location: 'header', name: 'X-Key' } },
    'bearer': {
      httpAuthSecurityScheme: { description: 'A token.', scheme: 'Bearer', bearerFormat: 'JWT' },
    },
    'a/b~': {
      openIdConnectSecurityScheme: {
        description: 'Log in.',
        openIdConnectUrl: 'https://login.tides.example/.well-known/openid-configuration',
      },
    },
    'cert': { mtlsSecurityScheme: { description: 'A certificate of the office.' } },
    'code': oauth({
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl, scopes, pkceRequired: true },
    }),
    'client': oauth({ clientCredentials: { tokenUrl, refreshUrl, scopes } }),
    'implicit': oauth({ implicit: { authorizationUrl, refreshUrl, scopes } }),
    'password': oauth({ password: { tokenUrl, refreshUrl, scopes } }),
    'device': oauth({
      deviceCode: {
        deviceAuthorizationUrl: 'https://login.tides.example/device',
        tokenUrl,
        refreshUrl,
        scopes,
      },
    }),
  },
  securityRequirements: [{ schemes: { key: { list: [] }, code: { list: ['tides:read'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain', 'application/json'],
  skills: [
    {
      id: 'next-high',
      name: 'Next high tide',
      description: 'The time of the next high tide.',
      tags: ['tides'],
      examples: ['When is high tide in Dover?'],
      inputModes: ['text/plain'],
      outputModes: ['application/json'],
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    },
  ],
  signatures: [{ protected: 'e30', signature: 'AA', header: { note: 'unsigned' } }],
  iconUrl: 'https://tides.example/icon.png',
};
