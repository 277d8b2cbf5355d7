/** Knows the Agent Card of A2A 0.3 as the A2A SDK for Python models it: fields, defaults, kinds of security schemes. */
import type { Model, ModelField, ReadValue } from './read-message.js';

type Options = Partial<Pick<ModelField, 'cardinality' | 'demanded' | 'message' | 'omitted' | 'read'>>;

function field(protoName: string, kind: ModelField['kind'], options: Options = {}): ModelField {
  const name = protoName.replace(/_$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // Unset is null in these models, so an empty value always differs from none.
  const { cardinality = 'singular', message, ...rest } = options;
  return { name, protoName, kind, cardinality, explicit: true, message, ...rest };
}

const demanded = { demanded: true } as const;
const repeated = { cardinality: 'repeated' } as const;
const map = { cardinality: 'map' } as const;

const description = field('description', 'string');
const refreshUrl = field('refresh_url', 'string');
const tokenUrl = field('token_url', 'string', demanded);
const authorizationUrl = field('authorization_url', 'string', demanded);
const scopes = field('scopes', 'string', { ...map, ...demanded });

function flow(name: string, ...fields: readonly ModelField[]): ModelField {
  return field(name, 'message', { message: { fields: [refreshUrl, scopes, ...fields] } });
}

const flows: Model = {
  fields: [
    flow('authorization_code', authorizationUrl, tokenUrl),
    flow('client_credentials', tokenUrl),
    flow('implicit', authorizationUrl),
    flow('password', tokenUrl),
  ],
};

function scheme(type: string, ...fields: readonly ModelField[]): { type: string; model: Model } {
  return { type, model: { fields: [description, field('type', 'string', { omitted: type }), ...fields] } };
}

/** The values that an API key can be `in`. */
export const keyPlaces: readonly string[] = ['cookie', 'header', 'query'];

/** In the order in which a scheme that does not say its type is taken for one of them. */
export const schemeModels: readonly { readonly type: string; readonly model: Model }[] = [
  scheme('apiKey', field('in_', 'string', demanded), field('name', 'string', demanded)),
  scheme('http', field('bearer_format', 'string'), field('scheme', 'string', demanded)),
  scheme(
    'oauth2',
    field('flows', 'message', { message: flows, ...demanded }),
    field('oauth2_metadata_url', 'string'),
  ),
  scheme('openIdConnect', field('open_id_connect_url', 'string', demanded)),
  scheme('mutualTLS'),
];

/** What the fields that no kind describes are read with. */
export type LegacyReaders = { readonly scheme: ReadValue; readonly requirement: ReadValue };

/** The model of a card without its signatures. */
export function toLegacyCardModel(readers: LegacyReaders): Model {
  const requirements = field('security', 'other', { ...repeated, read: readers.requirement });
  const extension: Model = {
    fields: [
      description,
      field('params', 'struct'),
      field('required', 'bool'),
      field('uri', 'string', demanded),
    ],
  };
  const capabilities: Model = {
    fields: [
      field('extensions', 'message', { ...repeated, message: extension }),
      ...['push_notifications', 'state_transition_history', 'streaming'].map((name) => field(name, 'bool')),
    ],
  };
  const skill: Model = {
    fields: [
      ...['description', 'id', 'name'].map((name) => field(name, 'string', demanded)),
      ...['examples', 'input_modes', 'output_modes'].map((name) => field(name, 'string', repeated)),
      field('tags', 'string', { ...repeated, ...demanded }),
      requirements,
    ],
  };
  const pair = (first: string, second: string): Model => ({
    fields: [field(first, 'string', demanded), field(second, 'string', demanded)],
  });
  return {
    fields: [
      field('additional_interfaces', 'message', { ...repeated, message: pair('transport', 'url') }),
      field('capabilities', 'message', { message: capabilities, ...demanded }),
      ...['default_input_modes', 'default_output_modes'].map((name) =>
        field(name, 'string', { ...repeated, ...demanded }),
      ),
      ...['description', 'name', 'url', 'version'].map((name) => field(name, 'string', demanded)),
      ...['documentation_url', 'icon_url'].map((name) => field(name, 'string')),
      field('preferred_transport', 'string', { omitted: 'JSONRPC' }),
      field('protocol_version', 'string', { omitted: '0.3.0' }),
      field('provider', 'message', { message: pair('organization', 'url') }),
      requirements,
      field('security_schemes', 'other', { ...map, read: readers.scheme }),
      field('skills', 'message', { ...repeated, message: skill, ...demanded }),
      field('supports_authenticated_extended_card', 'bool'),
    ],
  };
}
