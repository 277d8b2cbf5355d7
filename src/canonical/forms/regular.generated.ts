/** Knows the members of each message in canonical order, as code. Generated, do not edit: npm run generate. */
import type { JsonValue } from '../../json/value.js';
import { isPlainObject } from '../jcs.js';
import { array, flag, isEmptyMap, map, object, quoted, struct, text, texts, type Walk } from './regular-values.js';

export function encodeAgentCard(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['capabilities']) !== undefined) { known++; out = encodeAgentCapabilities(out + (open === 2 ? '","capabilities":' : open === 1 ? ',"capabilities":' : '{"capabilities":'), member, walk); open = 1; }
  if ((member = value['defaultInputModes']) !== undefined) { known++; out = texts(out + (open === 2 ? '","defaultInputModes":' : open === 1 ? ',"defaultInputModes":' : '{"defaultInputModes":'), member, walk); open = 1; }
  if ((member = value['defaultOutputModes']) !== undefined) { known++; out = texts(out + (open === 2 ? '","defaultOutputModes":' : open === 1 ? ',"defaultOutputModes":' : '{"defaultOutputModes":'), member, walk); open = 1; }
  if ((member = value['description']) !== undefined) { known++; out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; }
  if ((member = value['documentationUrl']) !== undefined) { known++; out = out + (open === 2 ? '","documentationUrl":"' : open === 1 ? ',"documentationUrl":"' : '{"documentationUrl":"') + text(member, walk); open = 2; }
  if ((member = value['iconUrl']) !== undefined) { known++; out = out + (open === 2 ? '","iconUrl":"' : open === 1 ? ',"iconUrl":"' : '{"iconUrl":"') + text(member, walk); open = 2; }
  if ((member = value['name']) !== undefined) { known++; out = out + (open === 2 ? '","name":"' : open === 1 ? ',"name":"' : '{"name":"') + text(member, walk); open = 2; }
  if ((member = value['provider']) !== undefined) { known++; out = encodeAgentProvider(out + (open === 2 ? '","provider":' : open === 1 ? ',"provider":' : '{"provider":'), member, walk); open = 1; }
  if ((member = value['securityRequirements']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = array(out + (open === 2 ? '","securityRequirements":' : open === 1 ? ',"securityRequirements":' : '{"securityRequirements":'), member, encodeSecurityRequirement, walk); open = 1; } }
  if ((member = value['securitySchemes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out = map(out + (open === 2 ? '","securitySchemes":' : open === 1 ? ',"securitySchemes":' : '{"securitySchemes":'), member, encodeSecurityScheme, walk); open = 1; } }
  if ((member = value['signatures']) !== undefined) { known++; }
  if ((member = value['skills']) !== undefined) { known++; out = array(out + (open === 2 ? '","skills":' : open === 1 ? ',"skills":' : '{"skills":'), member, encodeAgentSkill, walk); open = 1; }
  if ((member = value['supportedInterfaces']) !== undefined) { known++; out = array(out + (open === 2 ? '","supportedInterfaces":' : open === 1 ? ',"supportedInterfaces":' : '{"supportedInterfaces":'), member, encodeAgentInterface, walk); open = 1; }
  if ((member = value['version']) !== undefined) { known++; out = out + (open === 2 ? '","version":"' : open === 1 ? ',"version":"' : '{"version":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAgentInterface(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['protocolBinding']) !== undefined) { known++; out = out + (open === 2 ? '","protocolBinding":"' : open === 1 ? ',"protocolBinding":"' : '{"protocolBinding":"') + text(member, walk); open = 2; }
  if ((member = value['protocolVersion']) !== undefined) { known++; out = out + (open === 2 ? '","protocolVersion":"' : open === 1 ? ',"protocolVersion":"' : '{"protocolVersion":"') + text(member, walk); open = 2; }
  if ((member = value['tenant']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","tenant":"' : open === 1 ? ',"tenant":"' : '{"tenant":"') + text(member, walk); open = 2; } }
  if ((member = value['url']) !== undefined) { known++; out = out + (open === 2 ? '","url":"' : open === 1 ? ',"url":"' : '{"url":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAgentProvider(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['organization']) !== undefined) { known++; out = out + (open === 2 ? '","organization":"' : open === 1 ? ',"organization":"' : '{"organization":"') + text(member, walk); open = 2; }
  if ((member = value['url']) !== undefined) { known++; out = out + (open === 2 ? '","url":"' : open === 1 ? ',"url":"' : '{"url":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAgentCapabilities(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['extendedAgentCard']) !== undefined) { known++; out = flag(out + (open === 2 ? '","extendedAgentCard":' : open === 1 ? ',"extendedAgentCard":' : '{"extendedAgentCard":'), member, walk); open = 1; }
  if ((member = value['extensions']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = array(out + (open === 2 ? '","extensions":' : open === 1 ? ',"extensions":' : '{"extensions":'), member, encodeAgentExtension, walk); open = 1; } }
  if ((member = value['pushNotifications']) !== undefined) { known++; out = flag(out + (open === 2 ? '","pushNotifications":' : open === 1 ? ',"pushNotifications":' : '{"pushNotifications":'), member, walk); open = 1; }
  if ((member = value['streaming']) !== undefined) { known++; out = flag(out + (open === 2 ? '","streaming":' : open === 1 ? ',"streaming":' : '{"streaming":'), member, walk); open = 1; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeSecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  let scheme = 0;
  if ((member = value['apiKeySecurityScheme']) !== undefined) { known++; scheme++; out = encodeAPIKeySecurityScheme(out + (open === 2 ? '","apiKeySecurityScheme":' : open === 1 ? ',"apiKeySecurityScheme":' : '{"apiKeySecurityScheme":'), member, walk); open = 1; }
  if ((member = value['httpAuthSecurityScheme']) !== undefined) { known++; scheme++; out = encodeHTTPAuthSecurityScheme(out + (open === 2 ? '","httpAuthSecurityScheme":' : open === 1 ? ',"httpAuthSecurityScheme":' : '{"httpAuthSecurityScheme":'), member, walk); open = 1; }
  if ((member = value['mtlsSecurityScheme']) !== undefined) { known++; scheme++; out = encodeMutualTlsSecurityScheme(out + (open === 2 ? '","mtlsSecurityScheme":' : open === 1 ? ',"mtlsSecurityScheme":' : '{"mtlsSecurityScheme":'), member, walk); open = 1; }
  if ((member = value['oauth2SecurityScheme']) !== undefined) { known++; scheme++; out = encodeOAuth2SecurityScheme(out + (open === 2 ? '","oauth2SecurityScheme":' : open === 1 ? ',"oauth2SecurityScheme":' : '{"oauth2SecurityScheme":'), member, walk); open = 1; }
  if ((member = value['openIdConnectSecurityScheme']) !== undefined) { known++; scheme++; out = encodeOpenIdConnectSecurityScheme(out + (open === 2 ? '","openIdConnectSecurityScheme":' : open === 1 ? ',"openIdConnectSecurityScheme":' : '{"openIdConnectSecurityScheme":'), member, walk); open = 1; }
  if (scheme > 1) walk.stop();
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeSecurityRequirement(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['schemes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out = map(out + (open === 2 ? '","schemes":' : open === 1 ? ',"schemes":' : '{"schemes":'), member, encodeStringList, walk); open = 1; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAgentSkill(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; }
  if ((member = value['examples']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = texts(out + (open === 2 ? '","examples":' : open === 1 ? ',"examples":' : '{"examples":'), member, walk); open = 1; } }
  if ((member = value['id']) !== undefined) { known++; out = out + (open === 2 ? '","id":"' : open === 1 ? ',"id":"' : '{"id":"') + text(member, walk); open = 2; }
  if ((member = value['inputModes']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = texts(out + (open === 2 ? '","inputModes":' : open === 1 ? ',"inputModes":' : '{"inputModes":'), member, walk); open = 1; } }
  if ((member = value['name']) !== undefined) { known++; out = out + (open === 2 ? '","name":"' : open === 1 ? ',"name":"' : '{"name":"') + text(member, walk); open = 2; }
  if ((member = value['outputModes']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = texts(out + (open === 2 ? '","outputModes":' : open === 1 ? ',"outputModes":' : '{"outputModes":'), member, walk); open = 1; } }
  if ((member = value['securityRequirements']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = array(out + (open === 2 ? '","securityRequirements":' : open === 1 ? ',"securityRequirements":' : '{"securityRequirements":'), member, encodeSecurityRequirement, walk); open = 1; } }
  if ((member = value['tags']) !== undefined) { known++; out = texts(out + (open === 2 ? '","tags":' : open === 1 ? ',"tags":' : '{"tags":'), member, walk); open = 1; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAgentExtension(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if ((member = value['params']) !== undefined) { known++; out = struct(out + (open === 2 ? '","params":' : open === 1 ? ',"params":' : '{"params":'), member, walk); open = 1; }
  if ((member = value['required']) !== undefined) { known++; if (member === false) walk.exact = false; else { out = flag(out + (open === 2 ? '","required":' : open === 1 ? ',"required":' : '{"required":'), member, walk); open = 1; } }
  if ((member = value['uri']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","uri":"' : open === 1 ? ',"uri":"' : '{"uri":"') + text(member, walk); open = 2; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAPIKeySecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if ((member = value['location']) !== undefined) { known++; out = out + (open === 2 ? '","location":"' : open === 1 ? ',"location":"' : '{"location":"') + text(member, walk); open = 2; }
  if ((member = value['name']) !== undefined) { known++; out = out + (open === 2 ? '","name":"' : open === 1 ? ',"name":"' : '{"name":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeHTTPAuthSecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['bearerFormat']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","bearerFormat":"' : open === 1 ? ',"bearerFormat":"' : '{"bearerFormat":"') + text(member, walk); open = 2; } }
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if ((member = value['scheme']) !== undefined) { known++; out = out + (open === 2 ? '","scheme":"' : open === 1 ? ',"scheme":"' : '{"scheme":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeOAuth2SecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if ((member = value['flows']) !== undefined) { known++; out = encodeOAuthFlows(out + (open === 2 ? '","flows":' : open === 1 ? ',"flows":' : '{"flows":'), member, walk); open = 1; }
  if ((member = value['oauth2MetadataUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","oauth2MetadataUrl":"' : open === 1 ? ',"oauth2MetadataUrl":"' : '{"oauth2MetadataUrl":"') + text(member, walk); open = 2; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeOpenIdConnectSecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if ((member = value['openIdConnectUrl']) !== undefined) { known++; out = out + (open === 2 ? '","openIdConnectUrl":"' : open === 1 ? ',"openIdConnectUrl":"' : '{"openIdConnectUrl":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeMutualTlsSecurityScheme(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['description']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","description":"' : open === 1 ? ',"description":"' : '{"description":"') + text(member, walk); open = 2; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeStringList(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['list']) !== undefined) { known++; if (Array.isArray(member) && member.length === 0) walk.exact = false; else { out = texts(out + (open === 2 ? '","list":' : open === 1 ? ',"list":' : '{"list":'), member, walk); open = 1; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeOAuthFlows(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  let flow = 0;
  if ((member = value['authorizationCode']) !== undefined) { known++; flow++; out = encodeAuthorizationCodeOAuthFlow(out + (open === 2 ? '","authorizationCode":' : open === 1 ? ',"authorizationCode":' : '{"authorizationCode":'), member, walk); open = 1; }
  if ((member = value['clientCredentials']) !== undefined) { known++; flow++; out = encodeClientCredentialsOAuthFlow(out + (open === 2 ? '","clientCredentials":' : open === 1 ? ',"clientCredentials":' : '{"clientCredentials":'), member, walk); open = 1; }
  if ((member = value['deviceCode']) !== undefined) { known++; flow++; out = encodeDeviceCodeOAuthFlow(out + (open === 2 ? '","deviceCode":' : open === 1 ? ',"deviceCode":' : '{"deviceCode":'), member, walk); open = 1; }
  if ((member = value['implicit']) !== undefined) { known++; flow++; out = encodeImplicitOAuthFlow(out + (open === 2 ? '","implicit":' : open === 1 ? ',"implicit":' : '{"implicit":'), member, walk); open = 1; }
  if ((member = value['password']) !== undefined) { known++; flow++; out = encodePasswordOAuthFlow(out + (open === 2 ? '","password":' : open === 1 ? ',"password":' : '{"password":'), member, walk); open = 1; }
  if (flow > 1) walk.stop();
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeAuthorizationCodeOAuthFlow(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['authorizationUrl']) !== undefined) { known++; out = out + (open === 2 ? '","authorizationUrl":"' : open === 1 ? ',"authorizationUrl":"' : '{"authorizationUrl":"') + text(member, walk); open = 2; }
  if ((member = value['pkceRequired']) !== undefined) { known++; if (member === false) walk.exact = false; else { out = flag(out + (open === 2 ? '","pkceRequired":' : open === 1 ? ',"pkceRequired":' : '{"pkceRequired":'), member, walk); open = 1; } }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","refreshUrl":"' : open === 1 ? ',"refreshUrl":"' : '{"refreshUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['scopes']) !== undefined) { known++; out = map(out + (open === 2 ? '","scopes":' : open === 1 ? ',"scopes":' : '{"scopes":'), member, quoted, walk); open = 1; }
  if ((member = value['tokenUrl']) !== undefined) { known++; out = out + (open === 2 ? '","tokenUrl":"' : open === 1 ? ',"tokenUrl":"' : '{"tokenUrl":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeClientCredentialsOAuthFlow(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","refreshUrl":"' : open === 1 ? ',"refreshUrl":"' : '{"refreshUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['scopes']) !== undefined) { known++; out = map(out + (open === 2 ? '","scopes":' : open === 1 ? ',"scopes":' : '{"scopes":'), member, quoted, walk); open = 1; }
  if ((member = value['tokenUrl']) !== undefined) { known++; out = out + (open === 2 ? '","tokenUrl":"' : open === 1 ? ',"tokenUrl":"' : '{"tokenUrl":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeImplicitOAuthFlow(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['authorizationUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","authorizationUrl":"' : open === 1 ? ',"authorizationUrl":"' : '{"authorizationUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","refreshUrl":"' : open === 1 ? ',"refreshUrl":"' : '{"refreshUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['scopes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out = map(out + (open === 2 ? '","scopes":' : open === 1 ? ',"scopes":' : '{"scopes":'), member, quoted, walk); open = 1; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodePasswordOAuthFlow(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","refreshUrl":"' : open === 1 ? ',"refreshUrl":"' : '{"refreshUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['scopes']) !== undefined) { known++; if (isEmptyMap(member)) walk.exact = false; else { out = map(out + (open === 2 ? '","scopes":' : open === 1 ? ',"scopes":' : '{"scopes":'), member, quoted, walk); open = 1; } }
  if ((member = value['tokenUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","tokenUrl":"' : open === 1 ? ',"tokenUrl":"' : '{"tokenUrl":"') + text(member, walk); open = 2; } }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}

function encodeDeviceCodeOAuthFlow(before: string, message: JsonValue, walk: Walk): string {
  const value = object(message, walk);
  let out = before, open = 0, known = 0, member: JsonValue | undefined;
  if ((member = value['deviceAuthorizationUrl']) !== undefined) { known++; out = out + (open === 2 ? '","deviceAuthorizationUrl":"' : open === 1 ? ',"deviceAuthorizationUrl":"' : '{"deviceAuthorizationUrl":"') + text(member, walk); open = 2; }
  if ((member = value['refreshUrl']) !== undefined) { known++; if (member === '') walk.exact = false; else { out = out + (open === 2 ? '","refreshUrl":"' : open === 1 ? ',"refreshUrl":"' : '{"refreshUrl":"') + text(member, walk); open = 2; } }
  if ((member = value['scopes']) !== undefined) { known++; out = map(out + (open === 2 ? '","scopes":' : open === 1 ? ',"scopes":' : '{"scopes":'), member, quoted, walk); open = 1; }
  if ((member = value['tokenUrl']) !== undefined) { known++; out = out + (open === 2 ? '","tokenUrl":"' : open === 1 ? ',"tokenUrl":"' : '{"tokenUrl":"') + text(member, walk); open = 2; }
  if (known !== Object.keys(value).length || (known === 0 && !isPlainObject(value))) walk.stop();
  return out + (open === 2 ? '"}' : open === 1 ? '}' : '{}');
}
