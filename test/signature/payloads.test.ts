/** Knows that equal payloads are one, in whatever order they are asked for. */
import { describe, expect, it } from 'vitest';
import { FormError } from '../../src/canonical/form.js';
import type { JsonObject } from '../../src/json/value.js';
import { createPayloads, type Payload } from '../../src/signature/payloads.js';

const card: JsonObject = { name: 'a', version: '1' };

function get(from: JsonObject, ...forms: string[]): Payload[] {
  const payloads = createPayloads(from);
  return forms.map((form) => {
    const payload = payloads.get(form);
    if (payload instanceof FormError) throw payload;
    return payload;
  });
}

describe('payloads', () => {
  it.each([
    ['a2a-1.0', 'jcs'],
    ['jcs', 'a2a-1.0'],
  ])('have one id where %s and then %s give the same text', (first, second) => {
    const [one, other] = get(card, first, second);
    expect(one?.text).toBe(other?.text);
    expect(one?.id).toBe(other?.id);
    expect([one?.form, other?.form]).toEqual([first, second]);
  });

  it('have two ids where a default makes two texts', () => {
    const [one, other] = get({ ...card, iconUrl: null }, 'jcs', 'a2a-1.0');
    expect(one?.id).not.toBe(other?.id);
  });

  it('are there under jcs where the form of the specification has none', () => {
    expect(createPayloads({ ...card, name: 1 }).get('a2a-1.0')).toBeInstanceOf(FormError);
    expect(get({ ...card, name: 1 }, 'jcs')[0]?.text).toBe('{"name":1,"version":"1"}');
  });
});
