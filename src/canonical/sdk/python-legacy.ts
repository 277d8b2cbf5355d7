/** Knows how the client of the A2A SDK for Python turns members of 0.x cards into those of 1.0 before it reads a card. */
import { escapePointer } from '../../json/pointer.js';
import {
  createObject,
  isObject,
  setMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';
import { record } from './coverage.js';
import { SdkError } from './form.js';

export type Translation = {
  /** JSON Pointers, in the card, of the members that are turned into others or dropped. */
  readonly paths: readonly string[];
  /** The card as it is read. Throws `SdkError` where the client stops. */
  readonly card: () => JsonObject;
};

const rootMembers = [
  'url',
  'preferredTransport',
  'protocolVersion',
  'additionalInterfaces',
  'security',
  'supportsAuthenticatedExtendedCard',
];

/** `undefined` where there is nothing to translate. Throws `SdkError` where that is more than `record` takes. */
export function translateLegacy(card: JsonObject): Translation | undefined {
  const paths: string[] = [];
  for (const name of rootMembers) if (card[name] !== undefined) record(paths, `/${name}`);
  for (const path of listSkills(card)) record(paths, path);
  for (const path of listSchemes(card)) record(paths, path);
  return paths.length === 0 ? undefined : { paths, card: () => translate(card) };
}

/** The client looks for members of 0.x in every skill and scheme, and stops where one is no object. */
export function assertTranslatable({ skills, securitySchemes }: JsonObject): void {
  if (skills !== undefined)
    asArray(skills, '/skills').forEach((skill, index) => asObject(skill, `/skills/${index}`));
  if (!isTruthy(securitySchemes)) return;
  const schemes = asObject(securitySchemes as JsonValue, '/securitySchemes');
  for (const [name, scheme] of Object.entries(schemes)) {
    const path = `/securitySchemes/${escapePointer(name)}`;
    const { type } = asObject(scheme, path);
    if (typeof type === 'object' && type !== null)
      throw new SdkError(`${path}/type`, `${path}/type is no string`);
  }
}

function listSkills({ skills }: JsonObject): string[] {
  if (!Array.isArray(skills)) return [];
  return skills.flatMap((skill, index) =>
    isObject(skill) && skill['security'] !== undefined ? [`/skills/${index}/security`] : [],
  );
}

/** A scheme that says its type is wrapped anew, so all of it may come to stand elsewhere. */
function listSchemes({ securitySchemes }: JsonObject): string[] {
  if (!isObject(securitySchemes)) return [];
  return Object.entries(securitySchemes).flatMap(([name, scheme]) =>
    isObject(scheme) && scheme['type'] !== undefined ? [`/securitySchemes/${escapePointer(name)}`] : [],
  );
}

function translate(card: JsonObject): JsonObject {
  const result = copyWithout(card, rootMembers);
  if (isTruthy(card['supportsAuthenticatedExtendedCard'])) result['capabilities'] = extendCapabilities(card);
  const interfaces = toInterfaces(card);
  if (interfaces !== undefined) result['supportedInterfaces'] = interfaces;
  const { security, skills, securitySchemes } = card;
  if (security !== undefined && security !== null && card['securityRequirements'] === undefined)
    result['securityRequirements'] = toRequirements(security, '/security');
  if (Array.isArray(skills)) result['skills'] = skills.map(translateSkill);
  if (isObject(securitySchemes)) result['securitySchemes'] = translateSchemes(securitySchemes);
  return result;
}

function copyWithout(value: JsonObject, names: readonly string[]): JsonObject {
  const copy = createObject();
  for (const [name, member] of Object.entries(value)) {
    if (!names.includes(name)) setMember(copy, name, member);
  }
  return copy;
}

function extendCapabilities({ capabilities = createObject() }: JsonObject): JsonObject {
  if (!isObject(capabilities)) throw new SdkError('/capabilities', '/capabilities is no object');
  const copy = copyWithout(capabilities, []);
  if (copy['extendedAgentCard'] !== undefined) return copy;
  if ((copy['extended_agent_card'] ?? null) !== null)
    throw new SdkError(
      '/capabilities/extended_agent_card',
      'the SDK finds extendedAgentCard under two names',
    );
  copy['extendedAgentCard'] = true;
  return copy;
}

function toInterfaces(card: JsonObject): JsonArray | undefined {
  const { url, preferredTransport = 'JSONRPC', protocolVersion = '0.3.0', additionalInterfaces } = card;
  if (card['supportedInterfaces'] !== undefined || !isTruthy(url)) return undefined;
  const others = isTruthy(additionalInterfaces) ? asArray(additionalInterfaces, '/additionalInterfaces') : [];
  assertModest(protocolVersion, others.length);
  return [
    toInterface(url as JsonValue, preferredTransport, protocolVersion),
    ...others.map((one, index) => {
      const { url: address = null, transport = null } = asObject(one, `/additionalInterfaces/${index}`);
      return toInterface(address, transport, protocolVersion);
    }),
  ];
}

/** The version is copied into each interface: a card of 1 MiB could become one of gigabytes. */
function assertModest(version: JsonValue, copies: number): void {
  if (JSON.stringify(version).length * copies <= 1_000_000) return;
  throw new SdkError(
    '/additionalInterfaces',
    'the card would be too large with its version in each interface',
  );
}

function toInterface(url: JsonValue, protocolBinding: JsonValue, protocolVersion: JsonValue): JsonObject {
  return Object.assign(createObject(), { url, protocolBinding, protocolVersion });
}

/** `[{name: [scope]}]` to `[{schemes: {name: {list: [scope]}}}]`. */
function toRequirements(security: JsonValue, path: string): JsonArray {
  return asArray(security, path).map((requirement, index) => {
    const schemes = createObject();
    for (const [name, list] of Object.entries(asObject(requirement, `${path}/${index}`)))
      setMember(schemes, name, Object.assign(createObject(), { list }));
    return Object.assign(createObject(), { schemes });
  });
}

function translateSkill(skill: JsonValue, index: number): JsonValue {
  if (!isObject(skill) || skill['security'] === undefined) return skill;
  const copy = copyWithout(skill, ['security']);
  const security = skill['security'];
  if (security !== null && skill['securityRequirements'] === undefined)
    copy['securityRequirements'] = toRequirements(security, `/skills/${index}/security`);
  return copy;
}

const wrappers: ReadonlyMap<JsonValue, string> = new Map([
  ['apiKey', 'apiKeySecurityScheme'],
  ['http', 'httpAuthSecurityScheme'],
  ['oauth2', 'oauth2SecurityScheme'],
  ['openIdConnect', 'openIdConnectSecurityScheme'],
  ['mutualTLS', 'mtlsSecurityScheme'],
]);

function translateSchemes(schemes: JsonObject): JsonObject {
  const result = createObject();
  for (const [name, scheme] of Object.entries(schemes))
    setMember(result, name, isObject(scheme) ? translateScheme(scheme) : scheme);
  return result;
}

function translateScheme(scheme: JsonObject): JsonObject {
  const { type } = scheme;
  if (type === undefined) return scheme;
  const inner = copyWithout(scheme, ['type']);
  const wrapper = wrappers.get(type);
  if (wrapper === undefined) return inner;
  const { in: location } = inner;
  const moved = type === 'apiKey' && location !== undefined ? copyWithout(inner, ['in']) : inner;
  if (moved !== inner) moved['location'] = location as JsonValue;
  return Object.assign(createObject(), { [wrapper]: moved });
}

function isTruthy(value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function asArray(value: JsonValue | undefined, path: string): JsonArray {
  if (Array.isArray(value)) return value;
  throw new SdkError(path, `${path} is no array`);
}

function asObject(value: JsonValue, path: string): JsonObject {
  if (isObject(value)) return value;
  throw new SdkError(path, `${path} is no object`);
}
