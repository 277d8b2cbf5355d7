/** Knows what `check` says of a card: which finding, about what, where, and what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCard } from '../../src/card/check.js';
import type { Finding } from '../../src/findings.js';

/** A small valid card; each test adds to it or takes from it. */
const card = {
  name: 'Tide Tables',
  description: 'Tells when the tide is high.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://tides.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'next', name: 'Next', description: 'The next high tide.', tags: ['tides'] }],
};
const [face] = card.supportedInterfaces;
const [skill] = card.skills;

/** The card of 0.3 that says the same. */
const legacy = {
  protocolVersion: '0.3.0',
  name: card.name,
  description: card.description,
  version: card.version,
  url: 'https://tides.example/a2a',
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: false, stateTransitionHistory: true },
  securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: card.skills,
};

describe('check finds nothing in', () => {
  it.each(['erp-stock-check', 'penghitung-kata'])('the example %s', (name) => {
    expect(checkCard(readFileSync(join(import.meta.dirname, `../../examples/${name}.json`)))).toEqual([]);
  });

  it('a card with the required members, empty or not', () => {
    expect(find(card)).toEqual([]);
    const empty = { name: '', description: '', version: '', capabilities: {}, supportedInterfaces: [] };
    expect(find({ ...empty, defaultInputModes: [], defaultOutputModes: [], skills: [] })).toEqual([]);
  });

  it('what a Struct holds, whatever it is', () => {
    const params = { url: null, type: [null, { security: 1e300 }], default_input_modes: '', __proto__: 1 };
    expect(find({ ...card, capabilities: { extensions: [{ uri: 'urn:example:x', params }] } })).toEqual([]);
    const entry = { protected: 'e30', signature: 'AA', header: { kid: 1, transport: null } };
    expect(find({ ...card, signatures: [entry] })).toEqual([]);
  });

  it('the names of schemes and scopes, whatever they are', () => {
    const names = ['url', 'security', 'type', '', 'a/b', '__proto__', 'constructor'];
    const schemes = names.map((name) => `${JSON.stringify(name)}:{"mtlsSecurityScheme":{}}`);
    expect(findIn(`{"securitySchemes":{${schemes.join()}},${JSON.stringify(card).slice(1)}`)).toEqual([]);
    const flow = { tokenUrl: 'https://tides.example/t', scopes: { 'tides:read': '', 'url': 'x' } };
    const scheme = { oauth2SecurityScheme: { flows: { clientCredentials: flow } } };
    expect(find({ ...card, securitySchemes: { login: scheme } })).toEqual([]);
  });
});

type Row = readonly [fact: string, card: unknown, ...expected: (readonly [place: string, hint?: string])[]];

// prettier-ignore
const rows: readonly Row[] = [
  // Required members
  ['a required member that is absent', without(card, 'version'), ['error member-missing "": the card has no version, which AgentCard requires', 'add "version": "..."']],
  ['a required list that is absent', without(card, 'defaultInputModes'), ['error member-missing "": the card has no defaultInputModes, which AgentCard requires', 'add "defaultInputModes": ["..."]']],
  ['a required list of objects that is absent', without(card, 'skills'), ['error member-missing "": the card has no skills, which AgentCard requires', 'add "skills": [{ ... }]']],
  ['a required object that is absent', without(card, 'capabilities'), ['error member-missing "": the card has no capabilities, which AgentCard requires', 'add "capabilities": { ... }']],
  ['a required member that is null, which is not to be added again', { ...card, version: null }, ['error member-missing "/version": /version is null, which means not set, and AgentCard requires it', 'give it a value: "..."']],
  ['a required member under its proto name that is null', { ...without(card, 'defaultInputModes'), default_input_modes: null }, ['warning member-alias "/default_input_modes": "default_input_modes" is the proto name; its JSON name is "defaultInputModes"', 'write "defaultInputModes": not every reader takes the other, and no verifier of signatures does'], ['error member-missing "/default_input_modes": /default_input_modes is null, which means not set, and AgentCard requires it', 'give it a value: ["..."]']],
  ['a skill without tags', { ...card, skills: [skill, without(skill, 'tags')] }, ['error member-missing "/skills/1": /skills/1 has no tags, which AgentSkill requires', 'add "tags": ["..."]']],
  ['a provider without organization', { ...card, provider: { url: 'https://tides.example' } }, ['error member-missing "/provider": /provider has no organization, which AgentProvider requires', 'add "organization": "..."']],
  ['a flow without scopes, which are an object', oauth({ clientCredentials: { tokenUrl: 'https://tides.example/t' } }), ['error member-missing "/securitySchemes/login/oauth2SecurityScheme/flows/clientCredentials": /securitySchemes/login/oauth2SecurityScheme/flows/clientCredentials has no scopes, which ClientCredentialsOAuthFlow requires', 'add "scopes": { ... }']],
  ['a signature entry without its signature', { ...card, signatures: [{ protected: 'e30' }] }, ['error member-missing "/signatures/0": /signatures/0 has no signature, which AgentCardSignature requires', 'add "signature": "..."']],
  // Types
  ['a number for a string', { ...card, version: 1 }, ['error member-type "/version": /version is a number where a string is due', 'put it into quotes']],
  ['a string for a boolean', { ...card, capabilities: { streaming: 'true' } }, ['error member-type "/capabilities/streaming": /capabilities/streaming is a string where a boolean is due', 'write true or false without quotes']],
  ['a string for a list', { ...card, defaultInputModes: 'text/plain' }, ['error member-type "/defaultInputModes": /defaultInputModes is a string where an array of strings is due', 'put it into brackets: [ ... ]']],
  ['an object for a list', { ...card, skills: skill }, ['error member-type "/skills": /skills is an object where an array of objects is due', 'put it into brackets: [ ... ]']],
  ['a list for an object', { ...card, capabilities: [] }, ['error member-type "/capabilities": /capabilities is an array where an object is due', 'write it as an object']],
  ['a list for a map', { ...card, securitySchemes: [] }, ['error member-type "/securitySchemes": /securitySchemes is an array where an object is due', 'write it as an object']],
  ['a string for an object', { ...card, provider: 'Tides' }, ['error member-type "/provider": /provider is a string where an object is due', 'write it as an object']],
  ['a null in a list', { ...card, defaultInputModes: ['text/plain', null] }, ['error member-type "/defaultInputModes/1": /defaultInputModes/1 is null where a string is due', 'write it as a string']],
  ['a null in a map', { ...card, securitySchemes: { key: null } }, ['error member-type "/securitySchemes/key": /securitySchemes/key is null where an object is due', 'write it as an object']],
  ['a list for a Struct', { ...card, capabilities: { extensions: [{ uri: 'urn:example:x', params: [] }] } }, ['error member-type "/capabilities/extensions/0/params": /capabilities/extensions/0/params is an array where an object is due', 'write it as an object']],
  ['a bare list of scopes', { ...card, securityRequirements: [{ schemes: { key: [] } }] }, ['error member-type "/securityRequirements/0/schemes/key": /securityRequirements/0/schemes/key is an array where an object is due', 'write it as {"list": [ ... ]}']],
  // Unknown, misspelt
  ['a member of a vendor', { ...card, 'x-pricing': {} }, ['warning member-unknown "/x-pricing": AgentCard has no member "x-pricing"', vendorHint()]],
  ['a member of a vendor, null', { ...card, pricing: null }, ['warning member-unknown "/pricing": AgentCard has no member "pricing"', vendorHint()]],
  ['__proto__ as a member', JSON.parse(`{"__proto__":{},${JSON.stringify(card).slice(1)}`), ['warning member-unknown "/__proto__": AgentCard has no member "__proto__"', vendorHint()]],
  ['a vendor\'s name that harms a terminal', { ...card, 'x\u001b[2K\u202e"': 1 }, ['warning member-unknown "/x\u001b[2K\u202e\\"": AgentCard has no member "x\\u001b[2K\\u202e\\""', vendorHint()]],
  ['a letter left out', { ...without(card, 'defaultInputModes'), defaultInputMode: ['text/plain'] }, ['error member-misspelt "/defaultInputMode": AgentCard has no "defaultInputMode"; it has "defaultInputModes"', 'write "defaultInputModes"']],
  ['another case', { ...card, iconURL: 'https://tides.example/i.png' }, ['error member-misspelt "/iconURL": AgentCard has no "iconURL"; it has "iconUrl"', 'write "iconUrl"']],
  ['another case of a short name', { ...card, skills: [{ ...without(skill, 'id'), ID: 'next' }] }, ['error member-misspelt "/skills/0/ID": AgentSkill has no "ID"; it has "id"', 'write "id"']],
  ['another case beside the right one', { ...card, Name: 'Evil Tides' }, ['error member-misspelt "/Name": AgentCard has no "Name"; it has "name"', 'remove it: "name" is there, and a reader that ignores case may take either']],
  ['of two near names the nearer', { ...card, skills: [{ ...skill, ouputModes: [] }] }, ['error member-misspelt "/skills/0/ouputModes": AgentSkill has no "ouputModes"; it has "outputModes"', 'write "outputModes"']],
  ['one edit in a short name', { ...card, capabilities: { extensions: [{ url: 'urn:example:x' }] } }, ['error member-misspelt "/capabilities/extensions/0/url": AgentExtension has no "url"; it has "uri"', 'write "uri"']],
  ['two edits in a short name: a vendor\'s own', { ...card, skills: [{ ...skill, urls: [], id2: 1 }] }, ['warning member-unknown "/skills/0/urls": AgentSkill has no member "urls"', vendorHint()], ['warning member-unknown "/skills/0/id2": AgentSkill has no member "id2"; it has "id", which is there', leftoverHint('id')]],
  ['three edits in a long name: a vendor\'s own', { ...card, iconUrlDark: 'https://tides.example/i.png', documentationUri2: 'x', documentationHtml: 'x' }, ['warning member-unknown "/iconUrlDark": AgentCard has no member "iconUrlDark"', vendorHint()], ['error member-misspelt "/documentationUri2": AgentCard has no "documentationUri2"; it has "documentationUrl"', 'write "documentationUrl"'], ['warning member-unknown "/documentationHtml": AgentCard has no member "documentationHtml"', vendorHint()]],
  ['hyphens', { ...card, 'icon-url': 'https://tides.example/i.png' }, ['error member-misspelt "/icon-url": AgentCard has no "icon-url"; it has "iconUrl"', 'write "iconUrl"']],
  ['a name near one that is there: a vendor\'s own', { ...card, versions: ['1.0.0'] }, ['warning member-unknown "/versions": AgentCard has no member "versions"; it has "version", which is there', leftoverHint('version')]],
  ['a misspelt name beside the right one', { ...card, defaultInputMode: 'text/plain' }, ['warning member-unknown "/defaultInputMode": AgentCard has no member "defaultInputMode"; it has "defaultInputModes", which is there', leftoverHint('defaultInputModes')]],
  ['an interface with protocol', { ...card, supportedInterfaces: [{ ...without(face, 'protocolBinding'), protocol: 'JSONRPC' }] }, ['error member-misspelt "/supportedInterfaces/0/protocol": AgentInterface has no "protocol"; it has "protocolBinding"', 'write "protocolBinding"']],
  ['a provider with name', { ...card, provider: { url: 'https://tides.example', name: 'Tides' } }, ['error member-misspelt "/provider/name": AgentProvider has no "name"; it has "organization"', 'write "organization"']],
  ['a misspelt name beside the right one that is null', { ...card, version: null, Version: '1.0.0' }, ['error member-misspelt "/Version": AgentCard has no "Version"; it has "version"', 'remove it: "version" is there, and a reader that ignores case may take either'], ['error member-missing "/version": /version is null, which means not set, and AgentCard requires it', 'give it a value: "..."']],
  ['a misspelt name in another object than the one that lacks it', { ...card, skills: [{ ...without(skill, 'id'), ID: 'next' }, without(skill, 'id')] }, ['error member-misspelt "/skills/0/ID": AgentSkill has no "ID"; it has "id"', 'write "id"'], ['error member-missing "/skills/1": /skills/1 has no id, which AgentSkill requires', 'add "id": "..."']],
  ['a misspelt name beside another member that is missing', { ...without(card, 'version', 'name'), Version: '1.0.0' }, ['error member-misspelt "/Version": AgentCard has no "Version"; it has "version"', 'write "version"'], ['error member-missing "": the card has no name, which AgentCard requires', 'add "name": "..."']],
  ['a provider with name beside organization', { ...card, provider: { url: 'https://tides.example', organization: 'Tides', name: 'T' } }, ['warning member-unknown "/provider/name": AgentProvider has no member "name"', vendorHint()]],
  // Aliases
  ['a snake_case name (P07)', { ...card, icon_url: 'https://tides.example/i.png' }, ['warning member-alias "/icon_url": "icon_url" is the proto name; its JSON name is "iconUrl"', 'write "iconUrl": not every reader takes the other, and no verifier of signatures does']],
  ['a snake_case name with a wrong type', { ...card, icon_url: 1 }, ['warning member-alias "/icon_url": "icon_url" is the proto name; its JSON name is "iconUrl"', 'write "iconUrl": not every reader takes the other, and no verifier of signatures does'], ['error member-type "/icon_url": /icon_url is a number where a string is due', 'put it into quotes']],
  ['a field under both names (P06)', { ...card, documentation_url: 'a', documentationUrl: 'b' }, ['error member-twice "/documentation_url": "documentation_url" and "documentationUrl" are one field', 'keep "documentationUrl"']],
  ['a field under both names, one null', { ...card, documentation_url: 'a', documentationUrl: null }, ['error member-twice "/documentation_url": "documentation_url" and "documentationUrl" are one field', 'keep "documentationUrl"'], ['warning member-null "/documentationUrl": /documentationUrl is null, which means not set', 'leave it out']],
  // Null
  ['optional members that are null (P11)', { ...card, supportedInterfaces: [{ ...face, tenant: null }], signatures: null }, ['warning member-null "/supportedInterfaces/0/tenant": /supportedInterfaces/0/tenant is null, which means not set', 'leave it out'], ['warning member-null "/signatures": /signatures is null, which means not set', 'leave it out']],
  ['a 0.x member that is null', { ...card, preferredTransport: null }, ['warning member-null "/preferredTransport": /preferredTransport is null, which means not set; AgentCard of 1.0 does not have it', 'leave it out']],
  // Oneofs
  ['two kinds of one scheme', scheme({ mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'Bearer' } }), ['error oneof-twice "/securitySchemes/key": /securitySchemes/key has "httpAuthSecurityScheme" and "mtlsSecurityScheme", of which only one may be set', 'keep one: readers take different ones of them']],
  ['two kinds of one scheme, one in snake_case', scheme({ mtls_security_scheme: {}, httpAuthSecurityScheme: { scheme: 'Bearer' } }), ['warning member-alias "/securitySchemes/key/mtls_security_scheme": "mtls_security_scheme" is the proto name; its JSON name is "mtlsSecurityScheme"', 'write "mtlsSecurityScheme": not every reader takes the other, and no verifier of signatures does'], ['error oneof-twice "/securitySchemes/key": /securitySchemes/key has "httpAuthSecurityScheme" and "mtlsSecurityScheme", of which only one may be set', 'keep one: readers take different ones of them']],
  ['two flows', oauth({ implicit: {}, password: {} }), ['error oneof-twice "/securitySchemes/login/oauth2SecurityScheme/flows": /securitySchemes/login/oauth2SecurityScheme/flows has "implicit" and "password", of which only one may be set', 'keep one: readers take different ones of them']],
  ['a scheme of no kind', scheme({}), ['warning oneof-empty "/securitySchemes/key": /securitySchemes/key does not say which kind of scheme it is', 'set one of apiKeySecurityScheme, httpAuthSecurityScheme, mtlsSecurityScheme, oauth2SecurityScheme, openIdConnectSecurityScheme']],
  ['flows of no kind', oauth({}), ['warning oneof-empty "/securitySchemes/login/oauth2SecurityScheme/flows": /securitySchemes/login/oauth2SecurityScheme/flows does not say which kind of flow it is', 'set one of authorizationCode, clientCredentials, deviceCode, implicit, password']],
  // Flat schemes
  ['a flat scheme without type (P10)', scheme({ openIdConnectUrl: 'https://tides.example/o' }), [flat(), 'write it as {"openIdConnectSecurityScheme": { ... }}']],
  ['a flat API key', scheme({ type: 'apiKey', in: 'header', name: 'X-Key' }), [flat(), 'write it as {"apiKeySecurityScheme": { ... }}, without type, with location for in']],
  ['a flat API key without type', scheme({ in: 'header', name: 'X-Key' }), [flat(), 'write it as {"apiKeySecurityScheme": { ... }}, with location for in']],
  ['a flat bearer', scheme({ type: 'http', scheme: 'bearer', description: 'd' }), [flat(), 'write it as {"httpAuthSecurityScheme": { ... }}, without type']],
  ['a flat bearer in snake_case', scheme({ scheme: 'bearer', bearer_format: 'JWT' }), [flat(), 'write it as {"httpAuthSecurityScheme": { ... }}']],
  ['a flat oauth2', scheme({ type: 'oauth2', flows: {} }), [flat(), 'write it as {"oauth2SecurityScheme": { ... }}, without type']],
  ['a flat openIdConnect', scheme({ type: 'openIdConnect' }), [flat(), 'write it as {"openIdConnectSecurityScheme": { ... }}, without type']],
  ['a flat mutualTLS', scheme({ type: 'mutualTLS' }), [flat(), 'write it as {"mtlsSecurityScheme": { ... }}, without type']],
  ['a flat scheme whose type is in another case', scheme({ type: 'apikey', key: 'x' }), [flat(), 'write it as {"apiKeySecurityScheme": { ... }}, without type']],
  ['a flat scheme of a type nobody has', scheme({ type: 'magic' }), [flat(), 'put its members into one of apiKeySecurityScheme, httpAuthSecurityScheme, mtlsSecurityScheme, oauth2SecurityScheme, openIdConnectSecurityScheme, without type']],
  ['an API key with in inside its wrapper', scheme({ apiKeySecurityScheme: { in: 'header', name: 'X-Key' } }), ['error member-legacy "/securitySchemes/key/apiKeySecurityScheme/in": "in" is a member of A2A 0.x; APIKeySecurityScheme of 1.0 does not have it', 'it is location in 1.0'], ['error member-missing "/securitySchemes/key/apiKeySecurityScheme": /securitySchemes/key/apiKeySecurityScheme has no location, which APIKeySecurityScheme requires', 'add "location": "..."']],
  // 0.x members in a 1.0 card
  ['security (A18)', { ...card, security: [{ key: [] }] }, [old('/security', 'security', 'AgentCard'), securityHint()]],
  ['security of a skill', { ...card, skills: [{ ...skill, security: [{ key: [] }] }] }, [old('/skills/0/security', 'security', 'AgentSkill'), securityHint()]],
  ['a requirement that names its scheme directly', { ...card, securityRequirements: [{ key: ['a'] }] }, ['error member-legacy "/securityRequirements/0/key": "key" stands in the requirement itself, as in A2A 0.x; in 1.0 it stands in "schemes"', 'write it as {"schemes": {"key": {"list": [ ... ]}}}']],
  ['stateTransitionHistory', { ...card, capabilities: { stateTransitionHistory: false } }, [old('/capabilities/stateTransitionHistory', 'stateTransitionHistory', 'AgentCapabilities'), 'remove it: 1.0 has no such capability']],
  ['the extended card', { ...card, supportsAuthenticatedExtendedCard: true }, [old('/supportsAuthenticatedExtendedCard', 'supportsAuthenticatedExtendedCard', 'AgentCard'), 'it is capabilities.extendedAgentCard in 1.0']],
  ['the extended card in snake_case', { ...card, supports_authenticated_extended_card: true }, [old('/supports_authenticated_extended_card', 'supports_authenticated_extended_card', 'AgentCard'), 'it is capabilities.extendedAgentCard in 1.0']],
  ['an interface with transport', { ...card, supportedInterfaces: [{ ...face, transport: 'JSONRPC' }] }, [old('/supportedInterfaces/0/transport', 'transport', 'AgentInterface'), 'it is protocolBinding in 1.0']],
  // Shapes
  ['a 0.3 card, in one line', legacy, ['error card-legacy-shape "": this is an A2A 0.3 card', shapeHint()]],
  ['a 0.3 card in snake_case', { ...without(legacy, 'preferredTransport', 'protocolVersion'), preferred_transport: 'JSONRPC' }, ['error card-legacy-shape "": this is an A2A 0.3 card', shapeHint()]],
  ['a 0.3 card that claims 1.0: protocolVersion does not tell the shape', { ...legacy, protocolVersion: '1.0' }, ['error card-legacy-shape "": this is an A2A 0.3 card by its members, although its protocolVersion says "1.0"', shapeHint()]],
  ['a 0.2 card', without(legacy, 'protocolVersion', 'preferredTransport'), ['error card-legacy-shape "": this is an A2A 0.2 card', shapeHint()]],
  ['a 0.2 card that says so', { ...legacy, protocolVersion: '0.2.5' }, ['error card-legacy-shape "": this is an A2A 0.2 card', shapeHint()]],
  ['a card that claims 0.3 and has the members of 1.0', { ...card, protocolVersion: '0.3.0' }, [mixed(), mixedHint()], [old('/protocolVersion', 'protocolVersion', 'AgentCard'), 'move it into each interface: supportedInterfaces[].protocolVersion']],
  ['a card of both versions', { ...card, url: 'https://tides.example/v0' }, [mixed(), mixedHint()], [old('/url', 'url', 'AgentCard'), 'move it into supportedInterfaces[0].url']],
  ['an object that is no card', { openapi: '3.1.0', 'x\u202e': 1 }, ['error card-unrecognised "": this is not an Agent Card of any version: its members are "openapi", "x\\u202e"', 'is this the right file? a card has name, version, supportedInterfaces, capabilities and skills']],
  ['an empty object', {}, ['error card-unrecognised "": this is not an Agent Card of any version: its members are none', 'is this the right file? a card has name, version, supportedInterfaces, capabilities and skills']],
  ['a list of cards', [card], ['error card-not-object "": a card is a JSON object', 'is this the right file?']],
];

describe('check finds', () => {
  it.each(rows)('%s', (_fact, value, ...expected) => {
    const found = find(value).map(({ severity, code, path, message, hint }) => [
      `${severity} ${code} ${JSON.stringify(path).replace('\\u001b', '\u001b')}: ${message}`,
      ...(hint === undefined ? [] : [hint]),
    ]);
    expect(found).toEqual(expected);
  });

  it('only what the reader refuses, where it refuses', () => {
    expect(findIn('{"name":"a","name":"b","skills":1}').map(({ code }) => code)).toEqual([
      'json-duplicate-name',
    ]);
    expect(findIn('').map(({ code }) => code)).toEqual(['json-empty']);
    expect(checkCard(new TextEncoder().encode(JSON.stringify(card)), { maxBytes: 100 })).toMatchObject([
      { code: 'json-size', severity: 'error' },
    ]);
  });

  it('a byte order mark, once, and goes on', () => {
    expect(findIn(`\ufeff${JSON.stringify({ ...card, url: null, version: 1 })}`)).toMatchObject([
      { code: 'json-bom', severity: 'warning', path: '', line: 1, column: 1 },
      { code: 'member-type', path: '/version' },
      { code: 'member-null', path: '/url' },
    ]);
    expect(findIn(`\ufeff${JSON.stringify(legacy)}`).map(({ code }) => code)).toEqual([
      'json-bom',
      'card-legacy-shape',
    ]);
  });

  it('each inexact integer, in cards of every shape', () => {
    const params = '{"a":[9007199254740993,9007199254740992,1e30,0.1],"b":-12345678901234567890}';
    const text = JSON.stringify({
      ...card,
      capabilities: { extensions: [{ uri: 'urn:example:x', params: 0 }] },
    });
    const at = '/capabilities/extensions/0/params';
    expect(findIn(text.replace('"params":0', `"params":${params}`))).toMatchObject([
      {
        code: 'json-integer-inexact',
        severity: 'warning',
        path: `${at}/a/0`,
        message: `the integer at ${at}/a/0 has more digits than a double keeps`,
        hint: 'write it as a string: readers would round it, and sign refuses it',
      },
      { code: 'json-integer-inexact', path: `${at}/b` },
    ]);
    expect(findIn(JSON.stringify(legacy).replace('false', '9007199254740993'))).toMatchObject([
      { code: 'json-integer-inexact', path: '/capabilities/streaming' },
      { code: 'card-legacy-shape' },
    ]);
  });
});

describe('check places', () => {
  const text = [
    '{',
    '  "name": "Gezeiten 🌊 für Föhr", "description": "Hochwasser", "Version": "1.0.0",',
    '  "supportedInterfaces": [',
    '    { "url": "https://tides.example/ü", "protocolBinding": 7, "protocolVersion": "1.0" },',
    '    { "url": "https://tides.example/b", "protocolVersion": "1.0" }',
    '  ],\r',
    '\t"capabilities": { "streaming": "true", "push_notifications": true },',
    '  "provider": null, "x-🌊": 1, "security": [],',
    '  "securitySchemes": { "schlüssel": { "type": "http" }, "m/t~": {} },',
    '  "defaultInputModes": ["text/plain", 2], "defaultOutputModes": [] }',
  ].join('\n');

  it('each finding at its value, or at the name where the name is what is wrong', () => {
    const places = findIn(text).map(({ line, column, code, path }) => `${line}:${column} ${code} ${path}`);
    expect(places).toEqual([
      '2:64 member-misspelt /Version',
      '4:60 member-type /supportedInterfaces/0/protocolBinding',
      '5:5 member-missing /supportedInterfaces/1',
      '7:33 member-type /capabilities/streaming',
      '7:41 member-alias /capabilities/push_notifications',
      '8:15 member-null /provider',
      '8:21 member-unknown /x-🌊',
      '8:32 member-legacy /security',
      '9:37 scheme-flat /securitySchemes/schlüssel',
      '9:65 oneof-empty /securitySchemes/m~1t~0',
      '10:39 member-type /defaultInputModes/1',
      '1:1 member-missing ',
    ]);
  });

  it('each finding where an editor would put the cursor', () => {
    const lines = text.split('\n');
    const starts = findIn(text).map(({ line, column }) => lines[line - 1]?.slice(column - 1).slice(0, 9));
    expect(starts).toEqual([
      '"Version"',
      '7, "proto',
      '{ "url": ',
      '"true", "',
      '"push_not',
      'null, "x-',
      '"x-🌊": 1',
      '"security',
      '{ "type":',
      '{} },',
      '2], "defa',
      '{',
    ]);
  });

  it('a finding of the reader, and one behind a byte order mark', () => {
    expect(findIn('{\n  "name": "Föhr 🌊", "name": 1 }')).toMatchObject([{ line: 2, column: 22 }]);
    expect(findIn(`\ufeff${text}`).slice(0, 2)).toMatchObject([
      { code: 'json-bom', line: 1, column: 1 },
      { code: 'member-misspelt', line: 2, column: 64 },
    ]);
  });

  it('the shape at the card', () => {
    expect(findIn(`\n\n  ${JSON.stringify(legacy)}`)).toMatchObject([{ line: 3, column: 3 }]);
    expect(findIn(' []')).toMatchObject([{ line: 1, column: 2 }]);
  });
});

function find(value: unknown): Finding[] {
  return findIn(JSON.stringify(value));
}

function findIn(text: string): Finding[] {
  return checkCard(new TextEncoder().encode(text));
}

function without(value: object | undefined, ...names: string[]): object {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !names.includes(name)));
}

function scheme(value: object): object {
  return { ...card, securitySchemes: { key: value } };
}

function oauth(flows: object): object {
  return { ...card, securitySchemes: { login: { oauth2SecurityScheme: { flows } } } };
}

function flat(): string {
  return 'error scheme-flat "/securitySchemes/key": the security scheme at /securitySchemes/key has no wrapper, as in A2A 0.x';
}

function old(path: string, name: string, message: string): string {
  return `error member-legacy "${path}": "${name}" is a member of A2A 0.x; ${message} of 1.0 does not have it`;
}

function mixed(): string {
  return 'error card-mixed-shape "": the card has supportedInterfaces of 1.0 beside members of 0.x';
}

function mixedHint(): string {
  return 'keep the 1.0 members and remove each one listed below, or serve one card per version';
}

function shapeHint(): string {
  return 'the 1.0 card has supportedInterfaces, securityRequirements and wrapped security schemes; see docs/findings/card-legacy-shape.md for what goes where';
}

function leftoverHint(name: string): string {
  return `remove it if "${name}" is meant; what belongs to a vendor goes into capabilities.extensions[].params`;
}

function vendorHint(): string {
  return 'readers may drop it; what belongs to a vendor goes into capabilities.extensions[].params';
}

function securityHint(): string {
  return 'write it as securityRequirements: [{"schemes": {"name": {"list": [scopes]}}}]; 1.0 clients read no other';
}
