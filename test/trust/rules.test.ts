/** Knows that each rule against a false accept is needed: without it, its attack goes through. */
import { afterAll, describe, expect, it } from 'vitest';
import { buildLibrary, removeLibraries } from './rules/mutant.js';
import { card, serve, sign, trusts } from './rules/setting.js';
import { rules } from './rules/table.js';

const intact = await buildLibrary([]);
afterAll(removeLibraries);

it('trusts the honest card', async () => {
  expect(await trusts(intact, serve(card, sign(card)))).toBe(true);
});

describe.each(rules)('$rule', ({ why: _why, file, find, replace, behind = [], without, attack }) => {
  it('stands against its attack', async () => {
    expect(await attack(intact)).toBe(false);
  });

  it(`is needed: without it, the library ${without}`, async () => {
    const mutant = await buildLibrary([{ file, find, replace }, ...behind]);
    const result = attack(mutant);
    if (without === 'accepts') expect(await result).toBe(true);
    else await expect(result).rejects.toThrow();
  });
});
