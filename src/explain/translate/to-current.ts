/** Knows which card of A2A 1.0 a card of 0.3 may be the translation of. */
import { schemeWrappers } from '../../card/legacy.js';
import {
  isObject,
  withoutMembers,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';
import { mapMembers, toArray, toObject, toObjects } from './members.js';

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
