/** Knows how cards are translated between A2A 0.3 and 1.0, as far as the two can say the same. */
import { schemeWrappers } from '../card/legacy.js';
import {
  createObject,
  isObject,
  setMember,
  withoutMembers,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../json/value.js';

/**
 * The 0.3 cards that a card of 1.0 may be the translation of: 0.3 says some things in two ways, and one that 1.0 does
 * not.
 */
export function listAsLegacy(card: JsonObject): JsonObject[] {
  const interfaces = toObjects(card['supportedInterfaces']);
  const [first] = interfaces;
  if (first === undefined) return [];
  const versions = new Set<JsonValue>([first['protocolVersion'] ?? '', '0.3.0', '0.3']);
  const lists = [interfaces.slice(1), interfaces];
  return [...versions].flatMap((version) =>
    lists.flatMap((additional) =>
      [undefined, false, true].map((history) => toLegacy(card, { first, version, additional, history })),
    ),
  );
}

type Choice = {
  readonly first: JsonObject;
  readonly version: JsonValue;
  readonly additional: readonly JsonObject[];
  /** `capabilities.stateTransitionHistory`, which 1.0 does not have. */
  readonly history: boolean | undefined;
};

function toLegacy(card: JsonObject, { first, version, additional, history }: Choice): JsonObject {
  const rest = withoutMembers(card, ['supportedInterfaces', 'securityRequirements', 'signatures']);
  const capabilities = isObject(card['capabilities']) ? card['capabilities'] : {};
  const { extendedAgentCard, ...others } = capabilities;
  return toObject({
    ...rest,
    url: first['url'],
    preferredTransport: first['protocolBinding'],
    protocolVersion: version,
    additionalInterfaces:
      additional.length === 0
        ? undefined
        : additional.map(({ url, protocolBinding }) => toObject({ url, transport: protocolBinding })),
    capabilities: toObject({ ...others, stateTransitionHistory: history }),
    supportsAuthenticatedExtendedCard: extendedAgentCard,
    securitySchemes: mapMembers(card['securitySchemes'], toFlatScheme),
    security: toLegacyRequirements(card['securityRequirements']),
    skills: toArray(card['skills'])?.map(toLegacySkill),
  });
}

function toLegacySkill(skill: JsonValue): JsonValue {
  if (!isObject(skill)) return skill;
  const { securityRequirements, ...rest } = skill;
  return toObject({ ...rest, security: toLegacyRequirements(securityRequirements) });
}

/** `{"schemes": {"a": {"list": []}}}` is `{"a": []}`. */
function toLegacyRequirements(value: JsonValue | undefined): JsonArray | undefined {
  return toArray(value)?.map((requirement) => {
    const schemes = isObject(requirement) ? requirement['schemes'] : undefined;
    return (
      mapMembers(schemes, (scopes) => (isObject(scopes) ? (scopes['list'] ?? []) : scopes)) ?? createObject()
    );
  });
}

/** The `type` that 0.3 gives a scheme, by the member that 1.0 wraps it in. */
const typesByWrapper = new Map(
  ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'].map((type) => [
    schemeWrappers[type.toLowerCase()],
    type,
  ]),
);

function toFlatScheme(scheme: JsonValue): JsonValue {
  if (!isObject(scheme)) return scheme;
  const [wrapper = '', ...others] = Object.keys(scheme);
  const type = typesByWrapper.get(wrapper);
  const inner = scheme[wrapper];
  if (type === undefined || others.length > 0 || !isObject(inner)) return scheme;
  const { location, ...rest } = inner;
  return toObject({ type, ...rest, ...(type === 'apiKey' ? { in: location } : { location }) });
}

/** Members of 0.3 that 1.0 says otherwise; and the signatures, which are of neither. */
const legacyNames = [
  'url',
  'preferredTransport',
  'protocolVersion',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
  'security',
  'signatures',
];

/** The cards of 1.0 that one of 0.3 may be the translation of. */
export function listAsCurrent(card: JsonObject): JsonObject[] {
  const versions = new Set<JsonValue>([card['protocolVersion'] ?? '0.3', '0.3', '1.0']);
  return [...versions].map((version) => toCurrent(card, version));
}

function toCurrent(card: JsonObject, version: JsonValue): JsonObject {
  const { url, preferredTransport = 'JSONRPC', additionalInterfaces } = card;
  const { supportsAuthenticatedExtendedCard, security } = card;
  const rest = withoutMembers(card, legacyNames);
  const capabilities = isObject(card['capabilities']) ? card['capabilities'] : {};
  const others = withoutMembers(capabilities, ['stateTransitionHistory']);
  const first = { url, protocolBinding: preferredTransport, protocolVersion: version };
  const more = toObjects(additionalInterfaces).map((one) => ({
    url: one['url'],
    protocolBinding: one['transport'],
    protocolVersion: version,
  }));
  return toObject({
    ...rest,
    supportedInterfaces: [first, ...more].map(toObject),
    capabilities: toObject({ ...others, extendedAgentCard: supportsAuthenticatedExtendedCard }),
    securitySchemes: mapMembers(card['securitySchemes'], toWrappedScheme),
    securityRequirements: toCurrentRequirements(security),
    skills: toArray(card['skills'])?.map(toCurrentSkill),
  });
}

function toCurrentSkill(skill: JsonValue): JsonValue {
  if (!isObject(skill)) return skill;
  const { security, ...rest } = skill;
  return toObject({ ...rest, securityRequirements: toCurrentRequirements(security) });
}

function toCurrentRequirements(value: JsonValue | undefined): JsonArray | undefined {
  return toArray(value)?.map((requirement) =>
    toObject({
      schemes: mapMembers(requirement, (scopes) =>
        toObject({ list: Array.isArray(scopes) && scopes.length === 0 ? undefined : scopes }),
      ),
    }),
  );
}

function toWrappedScheme(scheme: JsonValue): JsonValue {
  if (!isObject(scheme)) return scheme;
  const { type, in: location, ...rest } = scheme;
  const wrapper =
    typeof type === 'string' ? schemeWrappers[type.toLowerCase().replace(/[-_]/g, '')] : undefined;
  return wrapper === undefined ? scheme : toObject({ [wrapper]: toObject({ ...rest, location }) });
}

function mapMembers(
  value: JsonValue | undefined,
  convert: (member: JsonValue) => JsonValue,
): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  return toObject(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member)])));
}

function toArray(value: JsonValue | undefined): JsonArray | undefined {
  return Array.isArray(value) ? value : undefined;
}

function toObjects(value: JsonValue | undefined): JsonObject[] {
  return (toArray(value) ?? []).filter(isObject);
}

/** A parsed object of the members that are there. */
function toObject(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object = createObject();
  for (const [name, value] of Object.entries(members))
    if (value !== undefined) setMember(object, name, value);
  return object;
}
