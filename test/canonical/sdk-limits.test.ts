/** Knows that a card cannot make the forms of the SDKs take more time or memory than a card of its size is worth. */
import { describe, expect, it, vi } from 'vitest';
import { a2aPython114 } from '../../src/canonical/forms/a2a-python-1.1.4.js';
import { listSdkForms } from '../../src/canonical/sdk-forms.js';
import { findCauses } from '../../src/canonical/sdk/causes.js';
import { listInOrder } from '../../src/canonical/sdk/coverage.js';
import { noLiterals } from '../../src/canonical/sdk/form.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject, JsonValue } from '../../src/json/value.js';

const plain: JsonObject = {
  name: 'n',
  description: 'd',
  version: '1',
  capabilities: {},
  defaultInputModes: ['a'],
  defaultOutputModes: ['a'],
  skills: [],
};

function toCard(members: JsonObject): JsonObject {
  const text = JSON.stringify({ ...plain, ...members });
  return readJson(new TextEncoder().encode(text)).value as JsonObject;
}

const withParams = (params: JsonValue) =>
  toCard({ supportedInterfaces: [], url: 'u', capabilities: { extensions: [{ uri: 'u', params }] } });

/** What each form makes of the card: its longest text in characters, or why it has none. */
function runAll(card: JsonObject): Map<string, number | string> {
  return new Map(
    listSdkForms().map(({ name, read }) => {
      const readings = read(card, noLiterals);
      return [
        name,
        'message' in readings ? readings.message : Math.max(...readings.map(({ text }) => text.length)),
      ];
    }),
  );
}

describe('the forms of the SDKs', () => {
  it('have no text where one version would be copied into thousands of interfaces', () => {
    const additionalInterfaces = Array.from({ length: 5000 }, () => ({ url: 'u', transport: 't' }));
    const card = toCard({ url: 'u', protocolVersion: 'x'.repeat(200_000), additionalInterfaces });
    for (const [, result] of runAll(card)) {
      if (typeof result === 'number') expect(result).toBeLessThan(2_000_000);
    }
  });

  it('list no more than ten thousand pointers, none of them longer than a name of a reasonable length', () => {
    const many = withParams({ a: Array.from({ length: 20_000 }, () => '') });
    const long = withParams({ ['k'.repeat(200_000)]: Array.from({ length: 5000 }, () => '') });
    for (const [, result] of runAll(many)) expect(result).toMatch(/holds more than 10000 values/);
    for (const [, result] of runAll(long)) expect(result).toMatch(/a path of more than 4000 characters/);
  });

  it('list no more of the members that Python turns into others', () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X' };
    const skills = Array.from({ length: 11_000 }, () => ({ security: [] }));
    const schemes = Object.fromEntries(Array.from({ length: 11_000 }, (_, index) => [`s${index}`, scheme]));
    const long = { ['k'.repeat(5000)]: scheme };
    for (const members of [{ skills }, { securitySchemes: schemes }]) {
      expect(runAll(toCard(members)).get('a2a-python-1.1.4')).toMatch(/holds more than 10000 values/);
    }
    expect(runAll(toCard({ securitySchemes: long })).get('a2a-python-1.1.4')).toMatch(
      /more than 4000 characters/,
    );
  });

  it('compare what a card leaves out with what Python turns into other members once for each', () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X' };
    const securitySchemes = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`s${index}`, scheme]),
    );
    const skills = Array.from({ length: 2000 }, () => ({ id: '', name: '', description: '', tags: [] }));
    const compared = vi.spyOn(String.prototype, 'startsWith');
    const readings = a2aPython114.read(toCard({ url: 'u', skills, securitySchemes }), noLiterals);
    expect(compared.mock.calls.length).toBeLessThan(20_000);
    compared.mockRestore();
    expect('message' in readings ? [] : readings[0]?.unsigned).toHaveLength(2 + 3000 + 2000);
  });

  it('have causes whose names are cut where nobody is shown more, and each is told once', () => {
    const names = { a: '\u00e9', b: '\u00e9' };
    const card = withParams({ ['k'.repeat(200_000)]: names, b: { '\u00e9': '\u00e9', '\u00ea': 1.5 } });
    const params = '/capabilities/extensions/0/params';
    const long = `${params}/${'k'.repeat(2000)}...`;
    expect(findCauses(card).filter(({ path }) => path.startsWith(`${params}/`))).toEqual([
      { kind: 'not-ascii', path: `${long}/a` },
      { kind: 'not-ascii', path: `${long}/b` },
      { kind: 'not-ascii', path: `${params}/b/\u00e9` },
      { kind: 'not-ascii', path: `${params}/b/\u00ea` },
    ]);
    expect(listInOrder(card, new Set([`${params}/b`, '/url']))).toEqual([`${params}/b`, '/url']);
  });
});
