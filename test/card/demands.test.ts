/** Knows what is told of the members that may be demands on callers, however a card is made. */
import { describe, expect, it } from 'vitest';
import { findDemands } from '../../src/card/demands.js';

describe('the demands below what is left out', () => {
  it('come first where they are known members, then by name, the outermost of each', () => {
    const card = {
      'x-note': { authority: { token: 1 }, plain: 1 },
      'skills': [{ security: [{ key: [] }], id: 's' }],
    };
    expect(findDemands(card, ['/x-note', '/skills/0'])).toEqual(['/skills/0/security', '/x-note/authority']);
  });

  it('are told by what they stand in where a name around them is longer than any report shows', () => {
    const members = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`auth${index}`, 1]));
    const card = { x: { ['k'.repeat(5000)]: members, token: 1 }, y: { ['l'.repeat(5000)]: 1 } };
    expect(findDemands(card, ['/x', '/y'])).toEqual(['/x', '/x/token']);
  });
});
