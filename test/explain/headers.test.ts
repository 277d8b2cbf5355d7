/** Knows as what else a protected header may have been signed. */
import { describe, expect, it } from 'vitest';
import { listHeaders } from '../../src/explain/headers.js';
import type { JsonObject } from '../../src/json/value.js';

const textsOf = (header: object) => listHeaders(header as JsonObject).map(({ text }) => text);

describe('listHeaders', () => {
  it('prints it in three ways and every order, then without each member', () => {
    expect(textsOf({ alg: 'ES256', kid: 'k' })).toEqual([
      '{"alg":"ES256","kid":"k"}',
      '{"alg": "ES256", "kid": "k"}',
      '{\n  "alg": "ES256",\n  "kid": "k"\n}',
      '{"kid":"k","alg":"ES256"}',
      '{"kid": "k", "alg": "ES256"}',
      '{\n  "kid": "k",\n  "alg": "ES256"\n}',
      '{"kid":"k"}',
      '{"alg":"ES256"}',
    ]);
  });

  it('says how each differs', () => {
    expect(listHeaders({ alg: 'ES256', kid: 'k' }).map(({ say }) => say)).toEqual([
      'the header without blanks, with its members in the order alg, kid',
      'the header with blanks, as Python writes it, with its members in the order alg, kid',
      'the header on lines of its own, with its members in the order alg, kid',
      'the header without blanks, with its members in the order kid, alg',
      'the header with blanks, as Python writes it, with its members in the order kid, alg',
      'the header on lines of its own, with its members in the order kid, alg',
      'the header without alg',
      'the header without kid',
    ]);
  });

  it('sorts the members where there are too many for every order', () => {
    const header = { typ: 1, kid: 2, jku: 3, iat: 4, alg: 5 };
    const texts = textsOf(header);
    expect(texts).toHaveLength(2 * 3 + 5);
    expect(texts[3]).toBe('{"alg":5,"iat":4,"jku":3,"kid":2,"typ":1}');
  });

  it('leaves none out of a header of very many members', () => {
    const header = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`a${index}`, 1]));
    expect(textsOf(header)).toHaveLength(2 * 3);
  });
});
