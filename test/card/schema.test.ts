/** Knows that the card's schema is the one A2A 1.0 has, in the linked table and in the descriptors. */
import { getOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { agentCard, allMessages, getMessage, type Field } from '../../src/card/schema.js';
import { FieldBehavior, field_behavior } from '../../tools/generated/google/api/field_behavior_pb.js';
import { AgentCardSchema } from '../../tools/generated/lf/a2a/v1/agent_card_pb.js';

/**
 * A2A 1.0, `specification/a2a.proto`: per message its fields by number, each as proto name, JSON name, type,
 * presence, whether REQUIRED, the oneof, whether deprecated.
 */
const expected: Record<string, string[]> = {
  AgentCard: [
    '1 name name string implicit REQUIRED',
    '2 description description string implicit REQUIRED',
    '3 supported_interfaces supportedInterfaces AgentInterface repeated REQUIRED',
    '4 provider provider AgentProvider explicit',
    '5 version version string implicit REQUIRED',
    '6 documentation_url documentationUrl string explicit',
    '7 capabilities capabilities AgentCapabilities explicit REQUIRED',
    '8 security_schemes securitySchemes SecurityScheme map',
    '9 security_requirements securityRequirements SecurityRequirement repeated',
    '10 default_input_modes defaultInputModes string repeated REQUIRED',
    '11 default_output_modes defaultOutputModes string repeated REQUIRED',
    '12 skills skills AgentSkill repeated REQUIRED',
    '13 signatures signatures AgentCardSignature repeated',
    '14 icon_url iconUrl string explicit',
  ],
  AgentInterface: [
    '1 url url string implicit REQUIRED',
    '2 protocol_binding protocolBinding string implicit REQUIRED',
    '3 tenant tenant string implicit',
    '4 protocol_version protocolVersion string implicit REQUIRED',
  ],
  AgentProvider: [
    '1 url url string implicit REQUIRED',
    '2 organization organization string implicit REQUIRED',
  ],
  AgentCapabilities: [
    '1 streaming streaming bool explicit',
    '2 push_notifications pushNotifications bool explicit',
    '3 extensions extensions AgentExtension repeated',
    '4 extended_agent_card extendedAgentCard bool explicit',
  ],
  SecurityScheme: [
    '1 api_key_security_scheme apiKeySecurityScheme APIKeySecurityScheme explicit oneof:scheme',
    '2 http_auth_security_scheme httpAuthSecurityScheme HTTPAuthSecurityScheme explicit oneof:scheme',
    '3 oauth2_security_scheme oauth2SecurityScheme OAuth2SecurityScheme explicit oneof:scheme',
    '4 open_id_connect_security_scheme openIdConnectSecurityScheme OpenIdConnectSecurityScheme explicit oneof:scheme',
    '5 mtls_security_scheme mtlsSecurityScheme MutualTlsSecurityScheme explicit oneof:scheme',
  ],
  SecurityRequirement: ['1 schemes schemes StringList map'],
  AgentSkill: [
    '1 id id string implicit REQUIRED',
    '2 name name string implicit REQUIRED',
    '3 description description string implicit REQUIRED',
    '4 tags tags string repeated REQUIRED',
    '5 examples examples string repeated',
    '6 input_modes inputModes string repeated',
    '7 output_modes outputModes string repeated',
    '8 security_requirements securityRequirements SecurityRequirement repeated',
  ],
  AgentCardSignature: [
    '1 protected protected string implicit REQUIRED',
    '2 signature signature string implicit REQUIRED',
    '3 header header struct explicit',
  ],
  AgentExtension: [
    '1 uri uri string implicit',
    '2 description description string implicit',
    '3 required required bool implicit',
    '4 params params struct explicit',
  ],
  APIKeySecurityScheme: [
    '1 description description string implicit',
    '2 location location string implicit REQUIRED',
    '3 name name string implicit REQUIRED',
  ],
  HTTPAuthSecurityScheme: [
    '1 description description string implicit',
    '2 scheme scheme string implicit REQUIRED',
    '3 bearer_format bearerFormat string implicit',
  ],
  OAuth2SecurityScheme: [
    '1 description description string implicit',
    '2 flows flows OAuthFlows explicit REQUIRED',
    '3 oauth2_metadata_url oauth2MetadataUrl string implicit',
  ],
  OpenIdConnectSecurityScheme: [
    '1 description description string implicit',
    '2 open_id_connect_url openIdConnectUrl string implicit REQUIRED',
  ],
  MutualTlsSecurityScheme: ['1 description description string implicit'],
  StringList: ['1 list list string repeated'],
  OAuthFlows: [
    '1 authorization_code authorizationCode AuthorizationCodeOAuthFlow explicit oneof:flow',
    '2 client_credentials clientCredentials ClientCredentialsOAuthFlow explicit oneof:flow',
    '3 implicit implicit ImplicitOAuthFlow explicit oneof:flow deprecated',
    '4 password password PasswordOAuthFlow explicit oneof:flow deprecated',
    '5 device_code deviceCode DeviceCodeOAuthFlow explicit oneof:flow',
  ],
  AuthorizationCodeOAuthFlow: [
    '1 authorization_url authorizationUrl string implicit REQUIRED',
    '2 token_url tokenUrl string implicit REQUIRED',
    '3 refresh_url refreshUrl string implicit',
    '4 scopes scopes string map REQUIRED',
    '5 pkce_required pkceRequired bool implicit',
  ],
  ClientCredentialsOAuthFlow: [
    '1 token_url tokenUrl string implicit REQUIRED',
    '2 refresh_url refreshUrl string implicit',
    '3 scopes scopes string map REQUIRED',
  ],
  ImplicitOAuthFlow: [
    '1 authorization_url authorizationUrl string implicit',
    '2 refresh_url refreshUrl string implicit',
    '3 scopes scopes string map',
  ],
  PasswordOAuthFlow: [
    '1 token_url tokenUrl string implicit',
    '2 refresh_url refreshUrl string implicit',
    '3 scopes scopes string map',
  ],
  DeviceCodeOAuthFlow: [
    '1 device_authorization_url deviceAuthorizationUrl string implicit REQUIRED',
    '2 token_url tokenUrl string implicit REQUIRED',
    '3 refresh_url refreshUrl string implicit',
    '4 scopes scopes string map REQUIRED',
  ],
};

describe('the linked table', () => {
  it('holds the messages that AgentCard reaches, and no others', () => {
    expect(allMessages.map((message) => message.name).sort()).toEqual(Object.keys(expected).sort());
    expect(allMessages[0]).toBe(agentCard);
    expect(() => getMessage('Task')).toThrow(TypeError);
  });

  it.each(Object.entries(expected))('holds the fields of %s', (name, lines) => {
    const withoutNumbers = lines.map((line) => line.slice(line.indexOf(' ') + 1));
    expect(getMessage(name).fields.map(tellField).sort()).toEqual(withoutNumbers.sort());
  });

  it('orders fields as RFC 8785 orders their names', () => {
    for (const { fields } of allMessages) {
      const names = fields.map((field) => field.name);
      expect(names).toEqual(names.toSorted());
    }
    expect(getMessage('AgentCapabilities').fields.map((field) => field.name)).toEqual([
      'extendedAgentCard',
      'extensions',
      'pushNotifications',
      'streaming',
    ]);
  });

  it('drops a default only where the field is neither REQUIRED nor explicit', () => {
    const drops = (message: string, field: string) => getMessage(message).byName.get(field)?.dropsAtDefault;
    expect(drops('AgentInterface', 'tenant')).toBe(true);
    expect(drops('AgentExtension', 'required')).toBe(true);
    expect(drops('AgentSkill', 'examples')).toBe(true);
    expect(drops('AgentCard', 'securitySchemes')).toBe(true);
    expect(drops('AgentCard', 'name')).toBe(false);
    expect(drops('AgentCard', 'skills')).toBe(false);
    expect(drops('AuthorizationCodeOAuthFlow', 'scopes')).toBe(false);
    expect(drops('AgentCard', 'iconUrl')).toBe(false);
    expect(drops('AgentCapabilities', 'streaming')).toBe(false);
    expect(drops('AgentCard', 'provider')).toBe(false);
    expect(drops('OAuthFlows', 'implicit')).toBe(false);
  });

  it('finds a field by its JSON name, and by its proto name where that differs', () => {
    const iconUrl = agentCard.byName.get('iconUrl');
    expect(agentCard.byProtoName.get('icon_url')).toBe(iconUrl);
    expect(agentCard.byName.has('icon_url')).toBe(false);
    expect(agentCard.byProtoName.has('name')).toBe(false);
  });

  it('links each field to its message', () => {
    expect(agentCard.byName.get('skills')?.message).toBe(getMessage('AgentSkill'));
    for (const field of allMessages.flatMap((message) => message.fields)) {
      expect(field.message !== undefined).toBe(field.kind === 'message');
    }
  });

  it('names the oneofs', () => {
    const named = allMessages.filter((message) => message.oneofs.length > 0);
    expect(named.map(({ name, oneofs }) => [name, ...oneofs])).toEqual([
      ['SecurityScheme', 'scheme'],
      ['OAuthFlows', 'flow'],
    ]);
  });
});

describe('the generated descriptors', () => {
  const descriptors = new Set<DescMessage>([AgentCardSchema]);
  for (const descriptor of descriptors) {
    for (const { message } of descriptor.fields) {
      if (message && message.typeName !== 'google.protobuf.Struct') descriptors.add(message);
    }
  }

  it.each([...descriptors].map((descriptor) => [descriptor.typeName, descriptor] as const))(
    'hold the fields of %s',
    (typeName, descriptor) => {
      expect(typeName).toBe(`lf.a2a.v1.${descriptor.name}`);
      expect(descriptor.fields.map(tellDescriptor)).toEqual(expected[descriptor.name]);
    },
  );

  it('are the messages of the table', () => {
    expect([...descriptors].map((descriptor) => descriptor.name)).toEqual(
      allMessages.map(({ name }) => name),
    );
  });

  it('agree with the table on every presence and every REQUIRED', () => {
    for (const field of [...descriptors].flatMap((descriptor) => descriptor.fields)) {
      expect(getMessage(field.parent.name).byName.get(field.jsonName)).toMatchObject({
        explicit: field.presence === FeatureSet_FieldPresence.EXPLICIT,
        required: getOption(field, field_behavior).includes(FieldBehavior.REQUIRED),
      });
    }
  });
});

function tellField(field: Field): string {
  const singular = field.explicit ? 'explicit' : 'implicit';
  return tell([
    field.protoName,
    field.name,
    field.message?.name ?? field.kind,
    field.cardinality === 'singular' ? singular : field.cardinality,
    field.required && 'REQUIRED',
    field.oneof !== undefined && `oneof:${field.oneof}`,
    field.deprecated && 'deprecated',
  ]);
}

function tellDescriptor(field: DescField): string {
  const singular = field.presence === FeatureSet_FieldPresence.EXPLICIT ? 'explicit' : 'implicit';
  const cardinalities = { list: 'repeated', map: 'map', scalar: singular, message: singular, enum: singular };
  return tell([
    String(field.number),
    field.name,
    field.jsonName,
    tellType(field),
    cardinalities[field.fieldKind],
    getOption(field, field_behavior).includes(FieldBehavior.REQUIRED) && 'REQUIRED',
    field.oneof !== undefined && `oneof:${field.oneof.name}`,
    field.deprecated && 'deprecated',
  ]);
}

function tellType(field: DescField): string {
  if (field.message)
    return field.message.typeName === 'google.protobuf.Struct' ? 'struct' : field.message.name;
  return field.scalar === undefined ? 'enum' : ScalarType[field.scalar].toLowerCase();
}

function tell(parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(' ');
}
