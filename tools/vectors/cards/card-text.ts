/** Knows how cards of the vectors are written: what they are for beside their JSON, the least members around the rest. */

/** By id: why the card is there, and the card, as a value or as the text itself where that matters. */
export type WrittenCards = Readonly<Record<string, readonly [why: string, card: unknown]>>;

/** A number, or anything else that JSON.stringify would write in another way: its JSON text. */
export function withParams(params: string): string {
  return `{"name":"n","capabilities":{"extensions":[{"uri":"u","params":${params}}]}}`;
}

/** The same in a card of A2A 0.3. */
export function withLegacyParams(params: string): string {
  const text = JSON.stringify(legacyCard({ capabilities: { extensions: [{ uri: 'u', params: 0 }] } }));
  return text.replace('"params":0', `"params":${params}`);
}

/** All that A2A 0.3 requires, and more. */
export function legacyCard(more: object = {}): object {
  return {
    name: 'n',
    description: 'd',
    url: 'https://a.example/a2a',
    version: '1',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 'S', description: 'does s', tags: ['t'] }],
    ...more,
  };
}

/** A card of A2A 1.0 with one security scheme of each kind. */
export function securedCard(more: object = {}): object {
  return {
    name: 'n',
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
      http: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
      oauth: {
        oauth2SecurityScheme: {
          flows: {
            clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: 'Reads', all: '' } },
          },
        },
      },
      oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://a.example/oidc' } },
      tls: { mtlsSecurityScheme: {} },
    },
    securityRequirements: [
      { schemes: { key: { list: [] } } },
      { schemes: { oauth: { list: ['read'] }, tls: { list: [] } } },
    ],
    ...more,
  };
}
