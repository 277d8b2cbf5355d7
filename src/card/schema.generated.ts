/** Knows the card's schema as data, read off schemas/lf/a2a/v1. Generated, do not edit: npm run generate. */
export const messages = [
  {
    name: 'AgentCard',
    fields: [
      { name: 'capabilities', kind: 'message', message: 'AgentCapabilities', explicit: true, required: true },
      { name: 'defaultInputModes', protoName: 'default_input_modes', kind: 'string', cardinality: 'repeated', required: true },
      { name: 'defaultOutputModes', protoName: 'default_output_modes', kind: 'string', cardinality: 'repeated', required: true },
      { name: 'description', kind: 'string', required: true },
      { name: 'documentationUrl', protoName: 'documentation_url', kind: 'string', explicit: true },
      { name: 'iconUrl', protoName: 'icon_url', kind: 'string', explicit: true },
      { name: 'name', kind: 'string', required: true },
      { name: 'provider', kind: 'message', message: 'AgentProvider', explicit: true },
      { name: 'securityRequirements', protoName: 'security_requirements', kind: 'message', message: 'SecurityRequirement', cardinality: 'repeated' },
      { name: 'securitySchemes', protoName: 'security_schemes', kind: 'message', message: 'SecurityScheme', cardinality: 'map' },
      { name: 'signatures', kind: 'message', message: 'AgentCardSignature', cardinality: 'repeated' },
      { name: 'skills', kind: 'message', message: 'AgentSkill', cardinality: 'repeated', required: true },
      { name: 'supportedInterfaces', protoName: 'supported_interfaces', kind: 'message', message: 'AgentInterface', cardinality: 'repeated', required: true },
      { name: 'version', kind: 'string', required: true },
    ],
  },
  {
    name: 'AgentInterface',
    fields: [
      { name: 'protocolBinding', protoName: 'protocol_binding', kind: 'string', required: true },
      { name: 'protocolVersion', protoName: 'protocol_version', kind: 'string', required: true },
      { name: 'tenant', kind: 'string' },
      { name: 'url', kind: 'string', required: true },
    ],
  },
  {
    name: 'AgentProvider',
    fields: [
      { name: 'organization', kind: 'string', required: true },
      { name: 'url', kind: 'string', required: true },
    ],
  },
  {
    name: 'AgentCapabilities',
    fields: [
      { name: 'extendedAgentCard', protoName: 'extended_agent_card', kind: 'bool', explicit: true },
      { name: 'extensions', kind: 'message', message: 'AgentExtension', cardinality: 'repeated' },
      { name: 'pushNotifications', protoName: 'push_notifications', kind: 'bool', explicit: true },
      { name: 'streaming', kind: 'bool', explicit: true },
    ],
  },
  {
    name: 'SecurityScheme',
    fields: [
      { name: 'apiKeySecurityScheme', protoName: 'api_key_security_scheme', kind: 'message', message: 'APIKeySecurityScheme', explicit: true, oneof: 'scheme' },
      { name: 'httpAuthSecurityScheme', protoName: 'http_auth_security_scheme', kind: 'message', message: 'HTTPAuthSecurityScheme', explicit: true, oneof: 'scheme' },
      { name: 'mtlsSecurityScheme', protoName: 'mtls_security_scheme', kind: 'message', message: 'MutualTlsSecurityScheme', explicit: true, oneof: 'scheme' },
      { name: 'oauth2SecurityScheme', protoName: 'oauth2_security_scheme', kind: 'message', message: 'OAuth2SecurityScheme', explicit: true, oneof: 'scheme' },
      { name: 'openIdConnectSecurityScheme', protoName: 'open_id_connect_security_scheme', kind: 'message', message: 'OpenIdConnectSecurityScheme', explicit: true, oneof: 'scheme' },
    ],
  },
  {
    name: 'SecurityRequirement',
    fields: [
      { name: 'schemes', kind: 'message', message: 'StringList', cardinality: 'map' },
    ],
  },
  {
    name: 'AgentSkill',
    fields: [
      { name: 'description', kind: 'string', required: true },
      { name: 'examples', kind: 'string', cardinality: 'repeated' },
      { name: 'id', kind: 'string', required: true },
      { name: 'inputModes', protoName: 'input_modes', kind: 'string', cardinality: 'repeated' },
      { name: 'name', kind: 'string', required: true },
      { name: 'outputModes', protoName: 'output_modes', kind: 'string', cardinality: 'repeated' },
      { name: 'securityRequirements', protoName: 'security_requirements', kind: 'message', message: 'SecurityRequirement', cardinality: 'repeated' },
      { name: 'tags', kind: 'string', cardinality: 'repeated', required: true },
    ],
  },
  {
    name: 'AgentCardSignature',
    fields: [
      { name: 'header', kind: 'struct', explicit: true },
      { name: 'protected', kind: 'string', required: true },
      { name: 'signature', kind: 'string', required: true },
    ],
  },
  {
    name: 'AgentExtension',
    fields: [
      { name: 'description', kind: 'string' },
      { name: 'params', kind: 'struct', explicit: true },
      { name: 'required', kind: 'bool' },
      { name: 'uri', kind: 'string' },
    ],
  },
  {
    name: 'APIKeySecurityScheme',
    fields: [
      { name: 'description', kind: 'string' },
      { name: 'location', kind: 'string', required: true },
      { name: 'name', kind: 'string', required: true },
    ],
  },
  {
    name: 'HTTPAuthSecurityScheme',
    fields: [
      { name: 'bearerFormat', protoName: 'bearer_format', kind: 'string' },
      { name: 'description', kind: 'string' },
      { name: 'scheme', kind: 'string', required: true },
    ],
  },
  {
    name: 'OAuth2SecurityScheme',
    fields: [
      { name: 'description', kind: 'string' },
      { name: 'flows', kind: 'message', message: 'OAuthFlows', explicit: true, required: true },
      { name: 'oauth2MetadataUrl', protoName: 'oauth2_metadata_url', kind: 'string' },
    ],
  },
  {
    name: 'OpenIdConnectSecurityScheme',
    fields: [
      { name: 'description', kind: 'string' },
      { name: 'openIdConnectUrl', protoName: 'open_id_connect_url', kind: 'string', required: true },
    ],
  },
  {
    name: 'MutualTlsSecurityScheme',
    fields: [
      { name: 'description', kind: 'string' },
    ],
  },
  {
    name: 'StringList',
    fields: [
      { name: 'list', kind: 'string', cardinality: 'repeated' },
    ],
  },
  {
    name: 'OAuthFlows',
    fields: [
      { name: 'authorizationCode', protoName: 'authorization_code', kind: 'message', message: 'AuthorizationCodeOAuthFlow', explicit: true, oneof: 'flow' },
      { name: 'clientCredentials', protoName: 'client_credentials', kind: 'message', message: 'ClientCredentialsOAuthFlow', explicit: true, oneof: 'flow' },
      { name: 'deviceCode', protoName: 'device_code', kind: 'message', message: 'DeviceCodeOAuthFlow', explicit: true, oneof: 'flow' },
      { name: 'implicit', kind: 'message', message: 'ImplicitOAuthFlow', explicit: true, oneof: 'flow', deprecated: true },
      { name: 'password', kind: 'message', message: 'PasswordOAuthFlow', explicit: true, oneof: 'flow', deprecated: true },
    ],
  },
  {
    name: 'AuthorizationCodeOAuthFlow',
    fields: [
      { name: 'authorizationUrl', protoName: 'authorization_url', kind: 'string', required: true },
      { name: 'pkceRequired', protoName: 'pkce_required', kind: 'bool' },
      { name: 'refreshUrl', protoName: 'refresh_url', kind: 'string' },
      { name: 'scopes', kind: 'string', cardinality: 'map', required: true },
      { name: 'tokenUrl', protoName: 'token_url', kind: 'string', required: true },
    ],
  },
  {
    name: 'ClientCredentialsOAuthFlow',
    fields: [
      { name: 'refreshUrl', protoName: 'refresh_url', kind: 'string' },
      { name: 'scopes', kind: 'string', cardinality: 'map', required: true },
      { name: 'tokenUrl', protoName: 'token_url', kind: 'string', required: true },
    ],
  },
  {
    name: 'ImplicitOAuthFlow',
    fields: [
      { name: 'authorizationUrl', protoName: 'authorization_url', kind: 'string' },
      { name: 'refreshUrl', protoName: 'refresh_url', kind: 'string' },
      { name: 'scopes', kind: 'string', cardinality: 'map' },
    ],
  },
  {
    name: 'PasswordOAuthFlow',
    fields: [
      { name: 'refreshUrl', protoName: 'refresh_url', kind: 'string' },
      { name: 'scopes', kind: 'string', cardinality: 'map' },
      { name: 'tokenUrl', protoName: 'token_url', kind: 'string' },
    ],
  },
  {
    name: 'DeviceCodeOAuthFlow',
    fields: [
      { name: 'deviceAuthorizationUrl', protoName: 'device_authorization_url', kind: 'string', required: true },
      { name: 'refreshUrl', protoName: 'refresh_url', kind: 'string' },
      { name: 'scopes', kind: 'string', cardinality: 'map', required: true },
      { name: 'tokenUrl', protoName: 'token_url', kind: 'string', required: true },
    ],
  },
] as const;
