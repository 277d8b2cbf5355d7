/** Knows the members of each message in canonical order, as code. Generated, do not edit: npm run generate. */
import type { JsonValue } from '../../json/value.js';
import { array, flag, isEmptyMap, map, object, quoted, struct, text, texts, type Walk } from './regular-values.js';

export function encodeAgentCard(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['capabilities']) !== undefined) { known++; out += out.length > 1 ? ',"capabilities":' : '"capabilities":'; out += encodeAgentCapabilities(member, walk); }
  if ((member = value['defaultInputModes']) !== undefined) { known++; out += out.length > 1 ? ',"defaultInputModes":' : '"defaultInputModes":'; out += texts(member, walk); }
  if ((member = value['defaultOutputModes']) !== undefined) { known++; out += out.length > 1 ? ',"defaultOutputModes":' : '"defaultOutputModes":'; out += texts(member, walk); }
  if ((member = value['description']) !== undefined) { known++; out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; }
  if ((member = value['documentationUrl']) !== undefined) { known++; out += out.length > 1 ? ',"documentationUrl":"' : '"documentationUrl":"'; out += text(member, walk); out += '"'; }
  if ((member = value['iconUrl']) !== undefined) { known++; out += out.length > 1 ? ',"iconUrl":"' : '"iconUrl":"'; out += text(member, walk); out += '"'; }
  if ((member = value['name']) !== undefined) { known++; out += out.length > 1 ? ',"name":"' : '"name":"'; out += text(member, walk); out += '"'; }
  if ((member = value['provider']) !== undefined) { known++; out += out.length > 1 ? ',"provider":' : '"provider":'; out += encodeAgentProvider(member, walk); }
  if ((member = value['securityRequirements']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"securityRequirements":' : '"securityRequirements":'; out += array(member, encodeSecurityRequirement, walk); } }
  if ((member = value['securitySchemes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out += out.length > 1 ? ',"securitySchemes":' : '"securitySchemes":'; out += map(member, encodeSecurityScheme, walk); } }
  if ((member = value['signatures']) !== undefined) { known++; }
  if ((member = value['skills']) !== undefined) { known++; out += out.length > 1 ? ',"skills":' : '"skills":'; out += array(member, encodeAgentSkill, walk); }
  if ((member = value['supportedInterfaces']) !== undefined) { known++; out += out.length > 1 ? ',"supportedInterfaces":' : '"supportedInterfaces":'; out += array(member, encodeAgentInterface, walk); }
  if ((member = value['version']) !== undefined) { known++; out += out.length > 1 ? ',"version":"' : '"version":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAgentInterface(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['protocolBinding']) !== undefined) { known++; out += out.length > 1 ? ',"protocolBinding":"' : '"protocolBinding":"'; out += text(member, walk); out += '"'; }
  if ((member = value['protocolVersion']) !== undefined) { known++; out += out.length > 1 ? ',"protocolVersion":"' : '"protocolVersion":"'; out += text(member, walk); out += '"'; }
  if ((member = value['tenant']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"tenant":"' : '"tenant":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['url']) !== undefined) { known++; out += out.length > 1 ? ',"url":"' : '"url":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAgentProvider(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['organization']) !== undefined) { known++; out += out.length > 1 ? ',"organization":"' : '"organization":"'; out += text(member, walk); out += '"'; }
  if ((member = value['url']) !== undefined) { known++; out += out.length > 1 ? ',"url":"' : '"url":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAgentCapabilities(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['extendedAgentCard']) !== undefined) { known++; out += out.length > 1 ? ',"extendedAgentCard":' : '"extendedAgentCard":'; out += flag(member, walk); }
  if ((member = value['extensions']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"extensions":' : '"extensions":'; out += array(member, encodeAgentExtension, walk); } }
  if ((member = value['pushNotifications']) !== undefined) { known++; out += out.length > 1 ? ',"pushNotifications":' : '"pushNotifications":'; out += flag(member, walk); }
  if ((member = value['streaming']) !== undefined) { known++; out += out.length > 1 ? ',"streaming":' : '"streaming":'; out += flag(member, walk); }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeSecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  let scheme = 0;
  if ((member = value['apiKeySecurityScheme']) !== undefined) { known++; scheme++; out += out.length > 1 ? ',"apiKeySecurityScheme":' : '"apiKeySecurityScheme":'; out += encodeAPIKeySecurityScheme(member, walk); }
  if ((member = value['httpAuthSecurityScheme']) !== undefined) { known++; scheme++; out += out.length > 1 ? ',"httpAuthSecurityScheme":' : '"httpAuthSecurityScheme":'; out += encodeHTTPAuthSecurityScheme(member, walk); }
  if ((member = value['mtlsSecurityScheme']) !== undefined) { known++; scheme++; out += out.length > 1 ? ',"mtlsSecurityScheme":' : '"mtlsSecurityScheme":'; out += encodeMutualTlsSecurityScheme(member, walk); }
  if ((member = value['oauth2SecurityScheme']) !== undefined) { known++; scheme++; out += out.length > 1 ? ',"oauth2SecurityScheme":' : '"oauth2SecurityScheme":'; out += encodeOAuth2SecurityScheme(member, walk); }
  if ((member = value['openIdConnectSecurityScheme']) !== undefined) { known++; scheme++; out += out.length > 1 ? ',"openIdConnectSecurityScheme":' : '"openIdConnectSecurityScheme":'; out += encodeOpenIdConnectSecurityScheme(member, walk); }
  if (scheme > 1) walk.stop();
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeSecurityRequirement(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['schemes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out += out.length > 1 ? ',"schemes":' : '"schemes":'; out += map(member, encodeStringList, walk); } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAgentSkill(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; }
  if ((member = value['examples']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"examples":' : '"examples":'; out += texts(member, walk); } }
  if ((member = value['id']) !== undefined) { known++; out += out.length > 1 ? ',"id":"' : '"id":"'; out += text(member, walk); out += '"'; }
  if ((member = value['inputModes']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"inputModes":' : '"inputModes":'; out += texts(member, walk); } }
  if ((member = value['name']) !== undefined) { known++; out += out.length > 1 ? ',"name":"' : '"name":"'; out += text(member, walk); out += '"'; }
  if ((member = value['outputModes']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"outputModes":' : '"outputModes":'; out += texts(member, walk); } }
  if ((member = value['securityRequirements']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"securityRequirements":' : '"securityRequirements":'; out += array(member, encodeSecurityRequirement, walk); } }
  if ((member = value['tags']) !== undefined) { known++; out += out.length > 1 ? ',"tags":' : '"tags":'; out += texts(member, walk); }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAgentExtension(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['params']) !== undefined) { known++; out += out.length > 1 ? ',"params":' : '"params":'; out += struct(member, walk); }
  if ((member = value['required']) !== undefined) { known++; if (member === false) walk.exact = false; else { out += out.length > 1 ? ',"required":' : '"required":'; out += flag(member, walk); } }
  if ((member = value['uri']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"uri":"' : '"uri":"'; out += text(member, walk); out += '"'; } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAPIKeySecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['location']) !== undefined) { known++; out += out.length > 1 ? ',"location":"' : '"location":"'; out += text(member, walk); out += '"'; }
  if ((member = value['name']) !== undefined) { known++; out += out.length > 1 ? ',"name":"' : '"name":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeHTTPAuthSecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['bearerFormat']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"bearerFormat":"' : '"bearerFormat":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scheme']) !== undefined) { known++; out += out.length > 1 ? ',"scheme":"' : '"scheme":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeOAuth2SecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['flows']) !== undefined) { known++; out += out.length > 1 ? ',"flows":' : '"flows":'; out += encodeOAuthFlows(member, walk); }
  if ((member = value['oauth2MetadataUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"oauth2MetadataUrl":"' : '"oauth2MetadataUrl":"'; out += text(member, walk); out += '"'; } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeOpenIdConnectSecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['openIdConnectUrl']) !== undefined) { known++; out += out.length > 1 ? ',"openIdConnectUrl":"' : '"openIdConnectUrl":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeMutualTlsSecurityScheme(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"description":"' : '"description":"'; out += text(member, walk); out += '"'; } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeStringList(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['list']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out += out.length > 1 ? ',"list":' : '"list":'; out += texts(member, walk); } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeOAuthFlows(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  let flow = 0;
  if ((member = value['authorizationCode']) !== undefined) { known++; flow++; out += out.length > 1 ? ',"authorizationCode":' : '"authorizationCode":'; out += encodeAuthorizationCodeOAuthFlow(member, walk); }
  if ((member = value['clientCredentials']) !== undefined) { known++; flow++; out += out.length > 1 ? ',"clientCredentials":' : '"clientCredentials":'; out += encodeClientCredentialsOAuthFlow(member, walk); }
  if ((member = value['deviceCode']) !== undefined) { known++; flow++; out += out.length > 1 ? ',"deviceCode":' : '"deviceCode":'; out += encodeDeviceCodeOAuthFlow(member, walk); }
  if ((member = value['implicit']) !== undefined) { known++; flow++; out += out.length > 1 ? ',"implicit":' : '"implicit":'; out += encodeImplicitOAuthFlow(member, walk); }
  if ((member = value['password']) !== undefined) { known++; flow++; out += out.length > 1 ? ',"password":' : '"password":'; out += encodePasswordOAuthFlow(member, walk); }
  if (flow > 1) walk.stop();
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeAuthorizationCodeOAuthFlow(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['authorizationUrl']) !== undefined) { known++; out += out.length > 1 ? ',"authorizationUrl":"' : '"authorizationUrl":"'; out += text(member, walk); out += '"'; }
  if ((member = value['pkceRequired']) !== undefined) { known++; if (member === false) walk.exact = false; else { out += out.length > 1 ? ',"pkceRequired":' : '"pkceRequired":'; out += flag(member, walk); } }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"refreshUrl":"' : '"refreshUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scopes']) !== undefined) { known++; out += out.length > 1 ? ',"scopes":' : '"scopes":'; out += map(member, quoted, walk); }
  if ((member = value['tokenUrl']) !== undefined) { known++; out += out.length > 1 ? ',"tokenUrl":"' : '"tokenUrl":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeClientCredentialsOAuthFlow(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"refreshUrl":"' : '"refreshUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scopes']) !== undefined) { known++; out += out.length > 1 ? ',"scopes":' : '"scopes":'; out += map(member, quoted, walk); }
  if ((member = value['tokenUrl']) !== undefined) { known++; out += out.length > 1 ? ',"tokenUrl":"' : '"tokenUrl":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeImplicitOAuthFlow(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['authorizationUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"authorizationUrl":"' : '"authorizationUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"refreshUrl":"' : '"refreshUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scopes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out += out.length > 1 ? ',"scopes":' : '"scopes":'; out += map(member, quoted, walk); } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodePasswordOAuthFlow(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"refreshUrl":"' : '"refreshUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scopes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out += out.length > 1 ? ',"scopes":' : '"scopes":'; out += map(member, quoted, walk); } }
  if ((member = value['tokenUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"tokenUrl":"' : '"tokenUrl":"'; out += text(member, walk); out += '"'; } }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}

function encodeDeviceCodeOAuthFlow(message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = '{', known = 0, member: JsonValue | undefined;
  if ((member = value['deviceAuthorizationUrl']) !== undefined) { known++; out += out.length > 1 ? ',"deviceAuthorizationUrl":"' : '"deviceAuthorizationUrl":"'; out += text(member, walk); out += '"'; }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out += out.length > 1 ? ',"refreshUrl":"' : '"refreshUrl":"'; out += text(member, walk); out += '"'; } }
  if ((member = value['scopes']) !== undefined) { known++; out += out.length > 1 ? ',"scopes":' : '"scopes":'; out += map(member, quoted, walk); }
  if ((member = value['tokenUrl']) !== undefined) { known++; out += out.length > 1 ? ',"tokenUrl":"' : '"tokenUrl":"'; out += text(member, walk); out += '"'; }
  if (known !== Object.keys(value).length) walk.stop();
  return `${out}}`;
}
