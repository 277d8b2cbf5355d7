/** Knows where the members of 0.x cards went in A2A 1.0, and what else people call the members of 1.0. */

const requirements =
  'write it as securityRequirements: [{"schemes": {"name": {"list": [scopes]}}}]; 1.0 clients read no other';

/** Each member of a message that 1.0 does not have, with the sentence that says what to do. */
export const legacyMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AgentCard: {
    url: 'move it into supportedInterfaces[0].url',
    protocolVersion: 'move it into each interface: supportedInterfaces[].protocolVersion',
    preferredTransport: 'it is supportedInterfaces[0].protocolBinding in 1.0',
    additionalInterfaces: 'append them to supportedInterfaces, with protocolBinding for transport',
    security: requirements,
    supportsAuthenticatedExtendedCard: 'it is capabilities.extendedAgentCard in 1.0',
    supportsExtendedAgentCard: 'it is capabilities.extendedAgentCard in 1.0',
    authentication: 'write it as securitySchemes and securityRequirements',
  },
  AgentCapabilities: { stateTransitionHistory: 'remove it: 1.0 has no such capability' },
  AgentSkill: { security: requirements },
  AgentInterface: { transport: 'it is protocolBinding in 1.0' },
  APIKeySecurityScheme: { in: 'it is location in 1.0' },
};

/** Names that no version has, met in the wild, with the member they stand for. */
export const mistakenNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AgentInterface: { protocol: 'protocolBinding', type: 'protocolBinding' },
  AgentProvider: { name: 'organization' },
};

/** Which wrapper a flat 0.x security scheme goes into, by its `type` in lower case, without `-` and `_`. */
export const schemeWrappers: Readonly<Record<string, string>> = {
  apikey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openidconnect: 'openIdConnectSecurityScheme',
  mutualtls: 'mtlsSecurityScheme',
};
