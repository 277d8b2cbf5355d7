/** Knows small cards, each with one thing that the forms of the SDKs and of the specification treat otherwise. */
import { withParams, type WrittenCards } from './card-text.js';

const scheme = (scopes: object) => ({
  o: { oauth2SecurityScheme: { flows: { implicit: { authorizationUrl: 'https://a.example', scopes } } } },
});

export const examples: WrittenCards = {
  'example-fragment': [
    'booleans that are set, required members that are empty',
    {
      name: 'Example Agent',
      description: '',
      capabilities: { streaming: false, pushNotifications: false, extensions: [] },
      skills: [],
    },
  ],
  'example-non-ascii': ['text beyond ASCII', { name: 'Zo\u00eb \u2013 <R&D>' }],
  'example-decomposed': ['one letter in two code points is left so', { name: 'Zoe\u0308' }],
  'example-astral': ['text beyond the basic plane', { name: '\u{1f600} \u{10ffff}' }],
  'example-separators': [
    'line separators and control characters',
    { name: '\u2028\u2029\u007f\u0080\0\u001f' },
  ],
  'example-escapes': ['what JSON escapes, or may escape', { name: '"\\/\b\f\n\r\t</script>' }],
  'example-numbers': [
    'numbers in params',
    withParams('{"int":1,"small":0.000001,"tiny":1e-7,"b20":100000000000000000000,"neg0":-0.0}'),
  ],
  'example-order': ['names that sort otherwise by code point', withParams('{"\u{1f600}":"a","\uff01":"b"}')],
  'example-order-digits': ['names that are indices', withParams('{"10":"a","9":"b","01":"c","":"d"}')],
  'example-params': [
    'empty values of all kinds in params, in objects and lists',
    {
      name: 'n',
      capabilities: {
        extensions: [
          {
            uri: 'u',
            required: false,
            params: {
              a: null,
              b: '',
              c: [],
              d: {},
              e: false,
              f: 0,
              g: ['x', '', null, [], {}, 'y'],
              h: [[], [[]], { i: {} }],
            },
          },
        ],
      },
    },
  ],
  'example-params-empty': ['params without a member', withParams('{}')],
  'example-params-all-empty': ['params with nothing but empty values', withParams('{"a":"","b":[{}]}')],
  'example-params-shifted': ['a list that empty values shift', withParams('{"a":["","x",[],"y"]}')],
  'example-params-not-shifted': ['the same list without them', withParams('{"a":["x","y"]}')],
  'example-params-false-in-list': ['false and zero in a list', withParams('{"a":[false,0,0.0,true,1]}')],
  'example-params-extension-null': ['params that are null', withParams('null')],
  'example-tls': [
    'mutual TLS, required alone',
    {
      name: 'n',
      securitySchemes: { m: { mtlsSecurityScheme: {} } },
      securityRequirements: [{ schemes: { m: { list: [] } } }],
    },
  ],
  'example-requirement-half': [
    'a requirement with scopes of one scheme alone',
    { name: 'n', securityRequirements: [{ schemes: { a: { list: ['s'] }, mtls: { list: [] } } }] },
  ],
  'example-requirement-empty-scope': [
    'a scope without a name',
    { name: 'n', securityRequirements: [{ schemes: { a: { list: ['', 's'] } } }] },
  ],
  'example-scopes': ['scopes', { name: 'n', securitySchemes: scheme({ read: '', write: 'w' }) }],
  'example-scopes-empty': ['no scopes', { name: 'n', securitySchemes: scheme({}) }],
  'example-empties': [
    'empty messages, strings and elements',
    { name: 'n', provider: {}, capabilities: {}, iconUrl: '', skills: [{ tags: ['a', ''] }] },
  ],
  'example-booleans': [
    'booleans with and without presence, at their default',
    { name: 'n', capabilities: { streaming: false, extensions: [{ uri: 'u', required: false }] } },
  ],
  'example-booleans-true': [
    'booleans with and without presence, set',
    { name: 'n', capabilities: { streaming: true, extensions: [{ uri: 'u', required: true }] } },
  ],
  'example-nulls': [
    'members that are null',
    { name: 'n', provider: null, skills: null, capabilities: { streaming: null }, securitySchemes: null },
  ],
  'example-nothing': ['a card without a member', {}],
  'example-nothing-but-empty': ['a card whose members are empty', { name: '', skills: [], provider: {} }],
};
