/** Knows names of members that forms may get wrong: proto names, those that JavaScript has uses for, broken text. */
import { withParams, type WrittenCards } from './card-text.js';

const flow = { token_url: 'https://a.example/t', refresh_url: 'https://a.example/r', scopes: { a: 'A' } };

const snake = {
  name: 'n',
  documentation_url: 'https://a.example/docs',
  icon_url: 'https://a.example/icon',
  supported_interfaces: [{ url: 'https://a.example', protocol_binding: 'JSONRPC', protocol_version: '1.0' }],
  capabilities: { push_notifications: false, extended_agent_card: true, extensions: [{ uri: 'u' }] },
  security_schemes: {
    k: { api_key_security_scheme: { location: 'header', name: 'X' } },
    h: { http_auth_security_scheme: { scheme: 'Bearer', bearer_format: 'JWT' } },
    o: { oauth2_security_scheme: { flows: { client_credentials: flow }, oauth2_metadata_url: 'm' } },
    i: { open_id_connect_security_scheme: { open_id_connect_url: 'https://a.example/o' } },
    m: { mtls_security_scheme: { description: 'x' } },
  },
  security_requirements: [{ schemes: { o: { list: ['a'] } } }],
  default_input_modes: ['text/plain'],
  default_output_modes: ['text/plain'],
  skills: [{ id: 's', input_modes: ['a'], output_modes: ['b'], security_requirements: [{ schemes: {} }] }],
};

const special = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'toJSON',
  'length',
  'prototype',
];

export const names: WrittenCards = {
  'name-proto': ['proto names in all places', snake],
  'name-proto-params': ['names with underscores in params are kept', withParams('{"a_b":{"c_d":1}}')],
  'name-twice-alike': ['a member by both names, with one value', '{"iconUrl":"a","icon_url":"a","name":"n"}'],
  'name-twice': ['a member by both names', '{"name":"n","iconUrl":"a","icon_url":"b"}'],
  'name-twice-proto-first': ['a member by both names, the other first', '{"icon_url":"b","iconUrl":"a"}'],
  'name-twice-null': ['a member by both names, one null', '{"name":"n","iconUrl":null,"icon_url":"b"}'],
  'name-twice-list': [
    'a list by both names, one empty',
    '{"name":"n","defaultInputModes":[],"default_input_modes":["a"]}',
  ],
  'name-oneof-twice': [
    'two members of a oneof',
    {
      name: 'n',
      securitySchemes: {
        a: {
          httpAuthSecurityScheme: { scheme: 'x' },
          apiKeySecurityScheme: { location: 'query', name: 'k' },
        },
      },
    },
  ],
  'name-oneof-null': [
    'two members of a oneof, one null',
    {
      name: 'n',
      securitySchemes: { a: { apiKeySecurityScheme: null, httpAuthSecurityScheme: { scheme: 'x' } } },
    },
  ],
  'name-duplicate': ['one name twice', '{"name":"a","name":"b"}'],
  'name-duplicate-escaped': ['one name twice, once escaped', '{"name":"a","n\\u0061me":"b"}'],
  'name-duplicate-params': ['one name twice in params', withParams('{"a":1,"a":2}')],
  'name-case': ['names in another case', '{"Name":"a","NAME":"b","name":"c","iconurl":"d","IconUrl":"e"}'],
  'name-special-params': [
    'names that objects of JavaScript have, in params',
    withParams(`{${special.map((name) => `"${name}":"x"`).join(',')}}`),
  ],
  'name-special-schemes': [
    'the same as names of security schemes',
    {
      name: 'n',
      securitySchemes: Object.fromEntries(
        special.map((name) => [name, { httpAuthSecurityScheme: { scheme: name } }]),
      ),
    },
  ],
  'name-special-unknown': [
    'the same as unknown members',
    Object.fromEntries(special.map((name) => [name, 'x'])),
  ],
  'name-dunder': ['__proto__ as an unknown member', '{"__proto__":{"description":"x"},"name":"n"}'],
  'name-dunder-text': ['__proto__ as an unknown member with text', '{"__proto__":"x","name":"n"}'],
  'name-dunder-params': ['__proto__ in params', withParams('{"__proto__":{"a":"x"},"b":"y"}')],
  'name-dunder-params-alone': ['__proto__ alone in params', withParams('{"__proto__":{"a":"x"}}')],
  'name-dunder-params-text': ['__proto__ in params with text', withParams('{"__proto__":"x","b":"y"}')],
  'name-dunder-params-deep': [
    '__proto__ further in params',
    withParams('{"a":[{"__proto__":["x"],"b":"y"}]}'),
  ],
  'name-dunder-scheme': [
    '__proto__ as the name of a security scheme',
    '{"name":"n","securitySchemes":{"__proto__":{"httpAuthSecurityScheme":{"scheme":"x"}}}}',
  ],
  'name-dunder-scope': [
    '__proto__ as the name of a scope, and of a scheme that is required',
    '{"name":"n","securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{"implicit":{"scopes":{"__proto__":"x","a":"b"}}}}}},"securityRequirements":[{"schemes":{"__proto__":{"list":["x"]},"o":{"list":["a"]}}}]}',
  ],
  'name-empty': ['an empty name', withParams('{"":"x"}')],
  'name-surrogate-value': ['half a character', '{"name":"\\ud83d"}'],
  'name-surrogate-params': ['half a character in params', withParams('{"a":"\\udc00"}')],
  'name-surrogate-key': ['half a character in a name in params', withParams('{"\\ud83d":"x"}')],
  'name-surrogate-unknown': ['half a character in an unknown member', '{"name":"n","x":"\\ud83d"}'],
  'name-surrogates-swapped': ['two halves in the wrong order', '{"name":"\\ude00\\ud83d"}'],
};
