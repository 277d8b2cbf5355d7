/** Knows how a card of A2A 0.3 and its translation to 1.0 go into one another. */
import { describe, expect, it } from 'vitest';
import { listAsCurrent } from '../../src/explain/translate/to-current.js';
import { listAsLegacy } from '../../src/explain/translate/to-legacy.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject, JsonValue } from '../../src/json/value.js';
import { explainFaulty, namedCauses } from '../support/faults/explain.js';
import { withEntries } from '../support/faults/fault.js';
import { keyOf, makeEntry, toJwk, toSet } from '../support/faults/signing.js';
import { toSubject } from '../support/faults/subject.js';

const common = {
  name: 'Stock Agent',
  description: 'Tells what is in stock.',
  version: '1.0.0',
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
};

const legacy = {
  ...common,
  url: 'https://agent.example/a2a',
  preferredTransport: 'JSONRPC',
  protocolVersion: '0.3.0',
  additionalInterfaces: [{ url: 'https://agent.example/rest', transport: 'HTTP+JSON' }],
  capabilities: { streaming: true },
  supportsAuthenticatedExtendedCard: true,
  securitySchemes: {
    key: { type: 'apiKey', name: 'X-Key', in: 'header' },
    login: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/' },
  },
  security: [{ key: [], login: ['read'] }],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'], security: [{ key: ['a'] }] }],
};

const current = {
  ...common,
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
    { url: 'https://agent.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3.0' },
  ],
  capabilities: { streaming: true, extendedAgentCard: true },
  securitySchemes: {
    key: { apiKeySecurityScheme: { name: 'X-Key', location: 'header' } },
    login: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://id.example/' } },
  },
  securityRequirements: [{ schemes: { key: {}, login: { list: ['read'] } } }],
  skills: [
    {
      id: 's',
      name: 'S',
      description: 'd',
      tags: ['t'],
      securityRequirements: [{ schemes: { key: { list: ['a'] } } }],
    },
  ],
};

const read = (value: object) => readJson(Buffer.from(JSON.stringify(value))).value as JsonObject;
const plain = (cards: readonly JsonValue[]) =>
  cards.map((card) => JSON.parse(JSON.stringify(card)) as unknown);

describe('a card of 1.0', () => {
  it('is the translation of a card of 0.3 that is among those that are listed', () => {
    expect(plain(listAsLegacy(read(current)))).toContainEqual(legacy);
  });

  it('without interfaces is the translation of none', () => {
    expect(listAsLegacy(read({ ...current, supportedInterfaces: [] }))).toEqual([]);
  });
});

describe('a card of 0.3', () => {
  it('is the translation of a card of 1.0 that is among those that are listed', () => {
    expect(plain(listAsCurrent(read(legacy)))).toContainEqual(current);
  });
});

describe.each([
  ['0.3', '1.0', legacy, current],
  ['1.0', '0.3', current, legacy],
])('a card that was signed as %s and is served as %s', (signed, served, before, after) => {
  it('is explained', async () => {
    const key = keyOf('ES256');
    const entry = makeEntry({ key, payload: toSubject(JSON.stringify(before)).canonical });
    const card = withEntries({ value: read(after) }, entry);
    const report = await explainFaulty({ card, jwks: toSet(toJwk(key)) });
    expect(namedCauses(report)).toEqual(['translated']);
    expect(report.entries[0]?.causes[0]?.message).toBe(
      `the signature is over this card as A2A ${signed} has it, in form a2a-1.0; it was translated to ${served} since`,
    );
  });
});
