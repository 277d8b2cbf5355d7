/** Knows what a person wants to see of a card first. */
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { agentCard, getMessage } from './schema.js';
import { detectShape, type CardShape } from './shape.js';

/** The schemes a requirement asks for together; `undefined` where it does not say so as A2A 1.0 does. */
export type RequirementDescription =
  readonly { readonly scheme: string; readonly scopes: readonly string[] }[] | undefined;

export type CardDescription = {
  readonly shape: CardShape;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly provider: string | undefined;
  readonly interfaces: readonly {
    readonly url: string;
    readonly binding: string;
    readonly version: string;
  }[];
  /** Each security scheme's name with its kind, as the schema calls it. */
  readonly securitySchemes: readonly { readonly name: string; readonly kind: string }[];
  /** Of the card; any one of them is enough. */
  readonly securityRequirements: readonly RequirementDescription[];
  /** Of single skills, which ask for more or for something else. */
  readonly skillRequirements: readonly {
    readonly skill: string;
    readonly requirement: RequirementDescription;
  }[];
  readonly capabilities: readonly string[];
  readonly extensions: readonly string[];
  readonly skills: readonly string[];
  /** Names of root members that the schema does not have. */
  readonly unknownMembers: readonly string[];
};

/** Describes a card of any shape; what is missing or of another type is left out. Throws nothing. */
export function describeCard(card: JsonObject): CardDescription {
  const capabilities = asObject(card['capabilities']);
  return {
    shape: detectShape(card),
    name: asText(card['name']),
    version: asText(card['version']),
    provider: asText(asObject(card['provider'])['organization']),
    interfaces: asObjects(card['supportedInterfaces']).map(describeInterface),
    securitySchemes: Object.entries(asObject(card['securitySchemes'])).map(([name, scheme]) => ({
      name,
      kind: describeKind(asObject(scheme)),
    })),
    securityRequirements: describeRequirements(card['securityRequirements']),
    skillRequirements: asObjects(card['skills']).flatMap(({ id, securityRequirements }) =>
      asObjects(securityRequirements).map((requirement) => ({
        skill: asText(id) ?? '(no id)',
        requirement: describeRequirement(requirement),
      })),
    ),
    capabilities: Object.keys(capabilities).filter((name) => capabilities[name] === true),
    extensions: asObjects(capabilities['extensions']).flatMap(({ uri }) => asText(uri) ?? []),
    skills: asObjects(card['skills']).flatMap(({ id, name }) => asText(id) ?? asText(name) ?? []),
    unknownMembers: Object.keys(card).filter((name) => !agentCard.byName.has(name)),
  };
}

function describeInterface({ url, protocolBinding, protocolVersion }: JsonObject) {
  const [text = '(no url)', binding = '(no binding)', version = '(no version)'] = [
    asText(url),
    asText(protocolBinding),
    asText(protocolVersion),
  ];
  return { url: text, binding, version };
}

/** The wrapper's name, as the schema calls the kind; a scheme without one is not read as any. */
function describeKind(scheme: JsonObject): string {
  const wrapper = getMessage('SecurityScheme').fields.find(({ name }) => isObject(scheme[name]));
  if (wrapper !== undefined) return wrapper.name;
  const type = asText(scheme['type']);
  return type === undefined ? 'unknown kind' : `unknown kind (type ${JSON.stringify(type)})`;
}

/** What is there and no list of requirements is one that nobody can read. */
function describeRequirements(value: JsonValue | undefined): RequirementDescription[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [undefined];
  return value.map((requirement) => (isObject(requirement) ? describeRequirement(requirement) : undefined));
}

function describeRequirement(requirement: JsonObject): RequirementDescription {
  const schemes = requirement['schemes'];
  if (!isObject(schemes) && Object.keys(requirement).length > 0) return undefined;
  return Object.entries(asObject(requirement['schemes'])).map(([scheme, list]) => {
    const scopes = asObject(list)['list'];
    return { scheme, scopes: Array.isArray(scopes) ? scopes.flatMap((scope) => asText(scope) ?? []) : [] };
  });
}

function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function asObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
