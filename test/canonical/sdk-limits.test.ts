/** Knows that a card cannot make the forms of the SDKs take more time or memory than a card of its size is worth. */
import { describe, expect, it } from 'vitest';
import { listSdkForms } from '../../src/canonical/sdk-forms.js';
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
});
