/** Knows how to make cards of A2A 0.3 of every kind, as JSON text, for there the literal of a number may count. */
import fc from 'fast-check';
import { text, trickyNames } from './card.js';

type JsonText = fc.Arbitrary<string>;
type Fields = Readonly<Record<string, JsonText>>;
type Member = readonly [name: string, value: string];

const string: JsonText = text.map((value) => JSON.stringify(value));
const boolean: JsonText = fc.constantFrom('true', 'false');

const number: JsonText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.constantFrom('0', '-0', '0.0', '-0.0', '1.0', '100.0', '1e2', '1E+2', '1e16', '1e-5', '1.50', '1e21'),
);

const freeName = fc.oneof(
  text,
  fc.constantFrom(...trickyNames, 'a_b', '9', '10'),
  text.map((rest) => `x-vendor-${rest}`),
);

function toObject(members: readonly Member[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

function list(element: JsonText, maxLength = 2): JsonText {
  return fc.array(element, { maxLength }).map((elements) => `[${elements.join(',')}]`);
}

function map(value: JsonText, name: fc.Arbitrary<string> = freeName): JsonText {
  const member = fc.tuple(name, value);
  return fc.uniqueArray(member, { maxLength: 3, selector: ([key]) => key }).map(toObject);
}

function toAny(depth: number): JsonText {
  const scalar = fc.oneof(string, number, boolean, fc.constantFrom('null', '""', '[]', '{}'));
  if (depth === 0) return scalar;
  const inner = toAny(depth - 1);
  return fc.oneof(scalar, list(inner, 3), map(inner));
}

const any = toAny(3);

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** One member in six goes by its name with underscores, which the models of Python read, too. */
function toMember(name: string, value: JsonText): fc.Arbitrary<Member> {
  const names = fc.oneof(
    { weight: 5, arbitrary: fc.constant(name) },
    { weight: 1, arbitrary: fc.constant(toSnake(name)) },
  );
  return fc.tuple(names, value);
}

/** Of the optional members some are null and some are not there; members of other versions may be. In any order. */
function message(required: Fields, optional: Fields = {}): JsonText {
  const always = Object.entries(required).map(([name, value]) =>
    toMember(name, value).map((member) => [member]),
  );
  const sometimes = Object.entries(optional).map(([name, value]) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Member[]>([]) },
      { weight: 3, arbitrary: toMember(name, value).map((member) => [member]) },
      { weight: 1, arbitrary: fc.constant<Member[]>([[name, 'null']]) },
    ),
  );
  const unknown = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Member[]>([]) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('x-note', '__proto__', '_meta'), any).map((one) => [one]),
    },
  );
  return fc
    .tuple(...always, ...sometimes, unknown)
    .map((lists) => lists.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map(toObject);
}

const constant = (value: string) => fc.constant(JSON.stringify(value));
const scopes = { scopes: map(string) };
const refresh = { refreshUrl: string };
const described = { description: string };

const flows = message(
  {},
  {
    authorizationCode: message({ authorizationUrl: string, tokenUrl: string, ...scopes }, refresh),
    clientCredentials: message({ tokenUrl: string, ...scopes }, refresh),
    implicit: message({ authorizationUrl: string, ...scopes }, refresh),
    password: message({ tokenUrl: string, ...scopes }, refresh),
  },
);

const scheme = fc.oneof(
  message(
    { type: constant('apiKey'), in: fc.constantFrom('"header"', '"query"', '"cookie"'), name: string },
    described,
  ),
  message({ type: constant('http'), scheme: string }, { bearerFormat: string, ...described }),
  message({ type: constant('oauth2'), flows }, { oauth2MetadataUrl: string, ...described }),
  message({ type: constant('openIdConnect'), openIdConnectUrl: string }, described),
  message({ type: constant('mutualTLS') }, described),
);

const security = list(map(list(string)));

const capabilities = message(
  {},
  {
    streaming: boolean,
    pushNotifications: boolean,
    stateTransitionHistory: boolean,
    extensions: list(message({ uri: string }, { description: string, required: boolean, params: map(any) })),
  },
);

const skill = message(
  { id: string, name: string, description: string, tags: list(string) },
  { examples: list(string), inputModes: list(string), outputModes: list(string), security },
);

/** The text of cards that the models of a2a-python 0.3 read; without `signatures`. */
export const legacyCards: JsonText = message(
  {
    name: string,
    description: string,
    url: string,
    version: string,
    capabilities,
    defaultInputModes: list(string),
    defaultOutputModes: list(string),
    skills: list(skill),
  },
  {
    protocolVersion: fc.constantFrom('"0.3.0"', '"0.3.1"', '""'),
    preferredTransport: fc.constantFrom('"JSONRPC"', '"GRPC"', '"HTTP+JSON"'),
    additionalInterfaces: list(message({ url: string, transport: string })),
    provider: message({ organization: string, url: string }),
    documentationUrl: string,
    iconUrl: string,
    security,
    securitySchemes: map(scheme),
    supportsAuthenticatedExtendedCard: boolean,
  },
);
