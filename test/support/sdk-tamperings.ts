/** Knows what someone on the way can do to a card that an SDK signed without breaking that signature. */
import { parsePointer } from '../../src/json/pointer.js';
import type { JsonObject, JsonValue } from '../../src/json/value.js';

/** A card without anything that the forms of the SDKs leave out, with a place for every tampering below. */
export const sdkCard: JsonObject = {
  name: 'Stock',
  description: 'Answers',
  version: '1',
  supportedInterfaces: [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { extensions: [{ uri: 'https://a.example/e', params: { list: ['x', 'y'] } }] },
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
    oauth: {
      oauth2SecurityScheme: {
        flows: {
          clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { write: 'Writes' } },
        },
      },
    },
  },
  securityRequirements: [{ schemes: { oauth: { list: ['write'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'Looks up', tags: ['t'] }],
};

export type Edit = readonly [pointer: string, value: JsonValue];

/** The text with each value put where its pointer leads: into an object, or between the elements of an array. */
export function edit(text: string, edits: readonly Edit[]): string {
  const copy = JSON.parse(text) as JsonObject;
  for (const [pointer, value] of edits) {
    const names = parsePointer(pointer);
    const last = names.pop() ?? '';
    const parent = names.reduce<JsonValue>((value, name) => (value as JsonObject)[name] ?? null, copy);
    if (Array.isArray(parent)) parent.splice(Number(last), 0, value);
    else (parent as JsonObject)[last] = value;
  }
  return JSON.stringify(copy);
}

const scopes = '/securitySchemes/oauth/oauth2SecurityScheme/flows/clientCredentials/scopes';

/** What someone on the way can do without breaking an SDK's signature, and the pointers it leaves in the card. */
export const tamperings: readonly (readonly [string, Edit])[] = [
  ['adds a requirement without scopes', ['/securityRequirements/1', { schemes: { key: { list: [] } } }]],
  ['adds an anonymous alternative', ['/securityRequirements/0', { schemes: {} }]],
  ['asks for a scheme without scopes beside', ['/securityRequirements/0/schemes/key', {}]],
  ['adds a mutual TLS scheme', ['/securitySchemes/m', { mtlsSecurityScheme: {} }]],
  ['adds a scope without a description', [`${scopes}/admin`, '']],
  ['puts an empty value into params', ['/capabilities/extensions/0/params/list/0', '']],
  ['adds an empty icon', ['/iconUrl', '']],
];

/** Of the forms that drop what the schema does not have. */
export const legacyTamperings: typeof tamperings = [
  ['adds a url of A2A 0.3', ['/url', 'https://evil.example']],
  ['adds a member of its own', ['/x-note', { a: 1 }]],
];

/** The same for the forms of cards of A2A 0.3. */
export const sdkLegacyCard: JsonObject = {
  protocolVersion: '0.3.1',
  name: 'Stock',
  description: 'Answers',
  version: '1',
  url: 'https://a.example/a2a',
  preferredTransport: 'GRPC',
  capabilities: { extensions: [{ uri: 'https://a.example/e', params: { list: ['x', 'y'] } }] },
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    oauth: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { write: 'Writes' } } },
    },
  },
  security: [{ oauth: ['write'] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'Looks up', tags: ['t'] }],
};

/** Likewise. */
export const tamperingsOfLegacy: typeof tamperings = [
  ['adds a requirement without scopes', ['/security/1', { key: [] }]],
  ['adds an anonymous alternative', ['/security/0', {}]],
  ['asks for a scheme without scopes beside', ['/security/0/key', []]],
  ['adds a mutual TLS scheme', ['/securitySchemes/m', { type: 'mutualTLS' }]],
  ['adds a scope without a description', ['/securitySchemes/oauth/flows/clientCredentials/scopes/admin', '']],
  ['puts an empty value into params', ['/capabilities/extensions/0/params/list/0', '']],
  ['adds an empty icon', ['/iconUrl', '']],
  [
    'adds an interface of A2A 1.0',
    ['/supportedInterfaces', [{ url: 'https://evil.example', protocolBinding: 'JSONRPC' }]],
  ],
  ['adds a member of its own', ['/x-note', { a: 1 }]],
];
