/** Knows what is said of a card that SDKs take for another text: of which SDKs, where, and what ends it. */
import { describe, expect, it } from 'vitest';
import { checkCardAndForms, findFormDifferences } from '../../src/canonical/form-findings.js';
import { verifyingFormNames } from '../../src/canonical/sdks.js';
import { normalizeCard } from '../../src/card/presence.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { createCard } from '../cli/samples.js';

const encoder = new TextEncoder();

const requirement = { securityRequirements: [{ schemes: { key: { list: [] } } }] };
const extended = (params: object) => ({ capabilities: { extensions: [{ uri: 'u', params }] } });
const flows = (flow: object) => ({
  securitySchemes: { o: { oauth2SecurityScheme: { flows: { clientCredentials: flow } } } },
});

describe('the finding form-differs', () => {
  it.each<[string, object, string, string]>([
    [
      'an optional text that is empty',
      { iconUrl: '' },
      'without /iconUrl',
      'leave out /iconUrl; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'a REQUIRED text and a REQUIRED list that are empty',
      { description: '', skills: [] },
      'without /description, /skills',
      'fill /description, /skills; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'capabilities without a member',
      { capabilities: {} },
      'without /capabilities',
      'add "streaming": false to /capabilities, or true where it streams; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'a scheme without a member',
      { securitySchemes: { m: { mtlsSecurityScheme: {} } } },
      'without /securitySchemes/m',
      'give /securitySchemes/m/mtlsSecurityScheme a description; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'a scope without a description',
      flows({ tokenUrl: 't', scopes: { read: '', write: 'w' } }),
      'without /securitySchemes/o/oauth2SecurityScheme/flows/clientCredentials/scopes/read',
      'give /securitySchemes/o/oauth2SecurityScheme/flows/clientCredentials/scopes/read a description; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'empties in parameters',
      extended({ a: [], b: { c: '' }, d: true }),
      'without /capabilities/extensions/0/params/a, /capabilities/extensions/0/params/b',
      'leave out /capabilities/extensions/0/params/a, /capabilities/extensions/0/params/b, or say it by a value that is not empty; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'a member that the schema does not have',
      { 'x-vendor': 'v' },
      'without /x-vendor',
      'leave out /x-vendor, which SDKs drop; then one entry serves both; else sign with --for a2a-js,a2a-python, too',
    ],
    [
      'a requirement without scopes',
      requirement,
      'without /securityRequirements/0',
      'no single entry holds a requirement without scopes (/securityRequirements/0/schemes/key) for both: sign with --for a2a-js,a2a-python, too',
    ],
    [
      'several of them',
      { ...requirement, iconUrl: '' },
      'without /securityRequirements/0, /iconUrl',
      'leave out /iconUrl; no single entry holds a requirement without scopes (/securityRequirements/0/schemes/key) for both: sign with --for a2a-js,a2a-python, too',
    ],
  ])('tells of %s', (_, changes, what, hint) => {
    const findings = checkCardAndForms(encoder.encode(JSON.stringify(createCard(changes))));
    const [finding, ...more] = findings.filter(({ code }) => code === 'form-differs');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'warning',
      path: what.split(/[ ,]+/)[1],
      message: `a2a-js and a2a-python verify another text of the card: ${what}`,
      hint: hint.replace('both', 'a2a-js and a2a-python'),
    });
  });

  it('tells of what Python alone writes otherwise, and of each text once', () => {
    const card = createCard({ ...extended({ a: 1, b: 0.5 }), name: '\u00c4gypten' });
    const [finding, ...more] = checkCardAndForms(encoder.encode(JSON.stringify(card)));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      path: '/name',
      message:
        'a2a-python 1.0.0 to 1.1.3 verifies another text of the card: with /name, /capabilities/extensions/0/params/a written otherwise',
      hint: 'no single entry holds text beyond ASCII (/name) or a number (/capabilities/extensions/0/params/a) for a2a-python 1.0.0 to 1.1.3: sign with --for a2a-python, too',
    });
    const both = checkCardAndForms(encoder.encode(JSON.stringify({ ...card, iconUrl: '' })));
    expect(both.map(({ message }) => message)).toEqual([
      'a2a-js and a2a-python from 1.1.4 on verify another text of the card: without /iconUrl',
      'a2a-python 1.0.0 to 1.1.3 verifies another text of the card: without /iconUrl and with /name, /capabilities/extensions/0/params/a written otherwise',
    ]);
  });

  it('tells of a name that JavaScript alone loses', () => {
    const schemes = '{"__proto__": {"mtlsSecurityScheme": {"description": "d"}}}';
    const text = JSON.stringify(createCard()).replace('{', `{"securitySchemes": ${schemes},`);
    expect(checkCardAndForms(encoder.encode(text))).toMatchObject([
      {
        message: 'a2a-js verifies another text of the card: without /securitySchemes/__proto__',
        hint: 'give /securitySchemes/__proto__ another name; then one entry serves a2a-js; else sign with --for a2a-js, too',
      },
    ]);
  });

  it('lists eight pointers, and says how many more there are', () => {
    const skills = Array.from({ length: 9 }, (_, id) => ({
      id: `${id}`,
      name: 'n',
      description: '',
      tags: ['t'],
    }));
    const [finding] = checkCardAndForms(encoder.encode(JSON.stringify(createCard({ skills }))));
    expect(finding?.message).toMatch(
      /: without (\/skills\/\d\/description, ){7}\/skills\/7\/description and 1 more$/,
    );
    expect(finding?.hint).toMatch(
      /^fill \/skills\/0\/description, \/skills\/1\/description, \/skills\/2\/description and 6 more; /,
    );
  });

  it('stands where the member does, under whichever name', () => {
    const text = JSON.stringify(createCard(), null, 1).replace('"name"', '"icon_url": "",\n "name"');
    const findings = checkCardAndForms(encoder.encode(text)).filter(({ code }) => code === 'form-differs');
    expect(findings).toMatchObject([{ path: '/icon_url', line: 2, column: 14 }]);
  });

  it('is not told of a card with errors, nor of one that is portable when it is signed', () => {
    const codes = (card: object) =>
      checkCardAndForms(encoder.encode(JSON.stringify(card))).map(({ code }) => code);
    expect(codes(createCard({ iconUrl: '', version: 1 }))).toEqual(['member-type']);
    expect(codes(createCard({ iconUrl: null }))).toEqual(['member-null']);
    expect(codes(createCard({ securityRequirements: [], ...extended({ a: 'b' }) }))).toEqual([]);
    expect(codes([])).toEqual(['card-not-object']);
    expect(checkCardAndForms(encoder.encode('{')).map(({ code }) => code)).toEqual(['json-syntax']);
  });

  it('says of an entry that is there whom it is for', () => {
    const bytes = encoder.encode(JSON.stringify(createCard({ ...requirement, iconUrl: '' })));
    const { card } = normalizeCard(readJson(bytes).value as JsonObject, { aliases: true });
    const of = (signedFor: readonly string[]) =>
      findFormDifferences({ card, renamed: [], unknown: [] }, { bytes, signedFor }).map(({ hint }) =>
        hint?.slice(hint.lastIndexOf(': ') + 2),
      );
    expect(of(verifyingFormNames)).toEqual(['the entry in their form is for them']);
    expect(of(['a2a-js-1.0.1'])).toEqual(['sign with --for a2a-js,a2a-python, too']);
  });
});
