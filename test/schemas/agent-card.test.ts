/** Knows what an editor accepts and marks in a card by the JSON Schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

describe('the JSON Schema of a card', () => {
  const schema = readJson('schemas/agent-card.schema.json');
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const validate = ajv.compile(schema);
  const card = readJson('examples/erp-stock-check.json');
  const refusals = (changes: object) => {
    validate({ ...card, ...changes });
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
  };
  const withScheme = (scheme: object) => ({ securitySchemes: { partner: scheme } });
  const skill = { id: 'a', name: 'A', description: 'Does A.' };
  const apiKey = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

  it('is a valid schema of its own dialect', () => {
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it.each(['erp-stock-check', 'penghitung-kata'])('accepts the example %s', (name) => {
    expect(validate(readJson(`examples/${name}.json`))).toBe(true);
  });

  it('describes every message and every field', () => {
    const { $defs } = schema as { $defs: Record<string, { description: string; properties: object }> };
    for (const { description, properties } of Object.values($defs)) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      for (const property of Object.values(properties) as { description: string }[]) {
        expect(property.description).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  it('marks what is deprecated', () => {
    expect(schema).toHaveProperty('$defs.OAuthFlows.properties.implicit.deprecated', true);
    expect(schema).not.toHaveProperty('$defs.OAuthFlows.properties.deviceCode.deprecated');
  });

  it('refuses a card without a required member', () => {
    expect(refusals({ provider: { organization: 'Example' } })).toEqual(['/provider required']);
    expect(refusals({ skills: [{ ...skill, tags: undefined }] })).toEqual(['/skills/0 required']);
    expect(refusals({ skills: [{ ...skill, tags: [] }] })).toEqual([]);
  });

  it('refuses a member that no message has', () => {
    expect(refusals({ iconURL: 'https://example.com/i.png' })).toEqual([' additionalProperties']);
    expect(refusals({ capabilities: { stream: true } })).toEqual(['/capabilities additionalProperties']);
    expect(refusals({ icon_url: 'https://example.com/i.png' })).toEqual([' additionalProperties']);
  });

  it('refuses a value of another type', () => {
    expect(refusals({ version: 1 })).toEqual(['/version type']);
    expect(refusals({ iconUrl: null })).toEqual(['/iconUrl type']);
    expect(refusals({ skills: {} })).toEqual(['/skills type']);
    expect(refusals({ capabilities: { streaming: 'true' } })).toEqual(['/capabilities/streaming type']);
    expect(refusals({ securitySchemes: [] })).toEqual(['/securitySchemes type']);
  });

  it('refuses two members of one oneof, at each of them', () => {
    expect(refusals(withScheme(apiKey))).toEqual([]);
    expect(refusals(withScheme({ ...apiKey, mtlsSecurityScheme: {} })).sort()).toEqual([
      '/securitySchemes/partner/apiKeySecurityScheme false schema',
      '/securitySchemes/partner/mtlsSecurityScheme false schema',
    ]);
  });

  it('lets a struct hold anything', () => {
    const params = { any: [1, null, { deep: true }] };
    expect(refusals({ capabilities: { extensions: [{ uri: 'urn:x', params }] } })).toEqual([]);
    expect(refusals({ capabilities: { extensions: [{ uri: 'urn:x', params: [] }] } })).toEqual([
      '/capabilities/extensions/0/params type',
    ]);
  });
});

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as Record<
    string,
    unknown
  >;
}
