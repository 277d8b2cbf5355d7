/** Knows which card of A2A 0.3 a card of 1.0 may be the translation of. */
import { schemeWrappers } from '../../card/legacy.js';
import {
  createObject,
  isObject,
  withoutMembers,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/value.js';
import { mapMembers, toArray, toObject, toObjects } from './members.js';

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
  const { extendedAgentCard } = isObject(card['capabilities']) ? card['capabilities'] : createObject();
  const extended = extendedAgentCard === undefined ? [undefined, false] : [extendedAgentCard];
  const requiredOf = listRequired(card);
  const choices = [...versions].flatMap((version) =>
    lists.flatMap((additional) =>
      extended.flatMap((supportsExtended) =>
        [undefined, false, true].flatMap((history) =>
          requiredOf.map((required) => ({
            version,
            additional,
            supportsExtended,
            history,
            required,
          })),
        ),
      ),
    ),
  );
  return choices.map((choice) => toLegacy(card, { first, ...choice }));
}

type Choice = {
  readonly first: JsonObject;
  readonly version: JsonValue;
  readonly additional: readonly JsonObject[];
  /** What `capabilities.extendedAgentCard` was; translators leave a false one out. */
  readonly supportsExtended: JsonValue | undefined;
  /** `capabilities.stateTransitionHistory`, which 1.0 does not have. */
  readonly history: boolean | undefined;
  /** The places of the extensions that had a `required` of false, which 1.0 leaves out. */
  readonly required: readonly number[];
};

/** Extensions of which every combination is tried. */
const maximumCombined = 3;

function listRequired(card: JsonObject): number[][] {
  const extensions = isObject(card['capabilities']) ? toArray(card['capabilities']['extensions']) : undefined;
  const open = (extensions ?? []).flatMap((one, index) =>
    isObject(one) && one['required'] === undefined ? index : [],
  );
  if (open.length > maximumCombined) return [[], open];
  return open.reduce<number[][]>((sets, index) => [...sets, ...sets.map((set) => [...set, index])], [[]]);
}

/** Members that 0.3 demands, and that the translation may have left out where they are empty. */
const demanded = {
  card: {
    name: '',
    description: '',
    version: '',
    defaultInputModes: [],
    defaultOutputModes: [],
  },
  skill: { id: '', name: '', description: '', tags: [] },
  provider: { organization: '', url: '' },
  extension: { uri: '' },
} as const satisfies Record<string, Record<string, JsonValue>>;

/** Likewise, by the type of a security scheme. */
const demandedOfScheme: Readonly<Record<string, Record<string, JsonValue>>> = {
  apiKey: { name: '' },
  http: { scheme: '' },
  openIdConnect: { openIdConnectUrl: '' },
};

function toLegacy(
  card: JsonObject,
  { first, version, additional, supportsExtended, history, required }: Choice,
): JsonObject {
  const rest = withoutMembers(card, ['supportedInterfaces', 'securityRequirements', 'signatures']);
  const capabilities = isObject(card['capabilities']) ? card['capabilities'] : {};
  const others = withoutMembers(capabilities, ['extendedAgentCard']);
  return toObject({
    ...demanded.card,
    ...rest,
    url: first['url'] ?? '',
    preferredTransport: first['protocolBinding'],
    protocolVersion: version,
    additionalInterfaces:
      additional.length === 0
        ? undefined
        : additional.map(({ url = '', protocolBinding = '' }) =>
            toObject({ url, transport: protocolBinding }),
          ),
    provider: isObject(card['provider'])
      ? toObject({ ...demanded.provider, ...card['provider'] })
      : undefined,
    capabilities: toObject({
      ...others,
      extensions: toArray(others['extensions'])?.map((one, index) =>
        isObject(one)
          ? toObject({
              ...demanded.extension,
              ...one,
              ...(required.includes(index) ? { required: false } : {}),
            })
          : one,
      ),
      stateTransitionHistory: history,
    }),
    supportsAuthenticatedExtendedCard: supportsExtended,
    securitySchemes: mapMembers(card['securitySchemes'], toFlatScheme),
    security: toLegacyRequirements(card['securityRequirements']),
    skills: (toArray(card['skills']) ?? []).map(toLegacySkill),
  });
}

function toLegacySkill(skill: JsonValue): JsonValue {
  if (!isObject(skill)) return skill;
  const { securityRequirements, ...rest } = skill;
  return toObject({ ...demanded.skill, ...rest, security: toLegacyRequirements(securityRequirements) });
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
  const whole = { ...demandedOfScheme[type], ...rest };
  return toObject({ type, ...whole, ...(type === 'apiKey' ? { in: location } : { location }) });
}
