/** Knows the cards that signers and verifiers are tried with against each other: one for each thing the forms differ in. */
import type { JsonObject } from '../../src/json/value.js';

const plain: JsonObject = {
  name: 'Stock agent',
  description: 'Answers questions about stock',
  version: '1.2.0',
  provider: { organization: 'Example', url: 'https://example.com' },
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'stock', name: 'Stock', description: 'Looks up stock', tags: ['erp'] }],
};

const withParams = (params: JsonObject): JsonObject => ({
  ...plain,
  capabilities: { streaming: true, extensions: [{ uri: 'https://example.com/ext', params }] },
});

const oauth: JsonObject = {
  oauth2SecurityScheme: {
    flows: {
      clientCredentials: { tokenUrl: 'https://agent.example/token', scopes: { read: 'Reads stock' } },
    },
  },
};

/** Cards of A2A 1.0 by what is special about them. */
export const interopCards: Readonly<Record<string, JsonObject>> = {
  'no security, nothing empty': plain,
  'a requirement with scopes': {
    ...plain,
    securitySchemes: { oauth },
    securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }],
  },
  'a requirement without scopes': {
    ...plain,
    securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
    securityRequirements: [{ schemes: { key: {} } }],
  },
  'all five kinds of schemes': {
    ...plain,
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
      oauth,
      oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://agent.example/oidc' } },
      mtls: { mtlsSecurityScheme: { description: 'A client certificate' } },
    },
    securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }],
  },
  'a mutual TLS scheme without a description': {
    ...plain,
    securitySchemes: { mtls: { mtlsSecurityScheme: {} } },
    securityRequirements: [{ schemes: { mtls: {} } }],
  },
  'no capabilities': { ...plain, capabilities: {} },
  'an explicit false': { ...plain, capabilities: { streaming: false, pushNotifications: false } },
  'empty required members': { ...plain, description: '', skills: [] },
  'an empty optional member': { ...plain, iconUrl: '' },
  'text that is not ASCII': { ...plain, description: 'Zo\u00eb \u2013 <R&D> \u{1f600}' },
  'numbers in params': withParams({ limit: 10, ratio: 0.5, small: 1e-7, large: 1e20 }),
  'empties in params': withParams({ list: ['x', ''], note: '', none: null, object: {} }),
  'names beyond the BMP in params': withParams({ '\uff01': 'a', '\u{1f600}': 'b' }),
};

const legacy: JsonObject = {
  protocolVersion: '0.3.0',
  name: 'Stock agent',
  description: 'Answers questions about stock',
  version: '1.2.0',
  url: 'https://agent.example/a2a',
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'stock', name: 'Stock', description: 'Looks up stock', tags: ['erp'] }],
};

/** Cards of A2A 0.3, likewise. */
export const interopLegacyCards: Readonly<Record<string, JsonObject>> = {
  'nothing empty, no default': { ...legacy, protocolVersion: '0.3.1', preferredTransport: 'GRPC' },
  'defaults of the model': legacy,
  'a requirement with scopes': {
    ...legacy,
    securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
    security: [{ bearer: ['read'] }],
  },
  'a requirement without scopes': {
    ...legacy,
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    security: [{ key: [] }],
  },
  'an explicit false': { ...legacy, capabilities: { streaming: false } },
  'text that is not ASCII': { ...legacy, description: 'Zo\u00eb' },
};
