/** Knows how key sets do on Wycheproof's JWK cases (https://github.com/C2SP/wycheproof), which are not kept here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSuite } from '../peers/require.js';
import { judge, ports, toDetached } from '../suites/detached-jws.js';

type KeySetJson = { keys: Record<string, unknown>[] };
type Test = { tcId: number; comment: string; jws: string; result: 'valid' | 'invalid' };
type Group = { private: KeySetJson; public?: KeySetJson; tests: Test[] };

/** What the entry that each case brings ends in, under the case's set (the public one, where it has two). */
const ends: Record<number, string> = {
  1: 'alg-refused', // a symmetric key beside a public one: passed over
  2: 'alg-refused', // labelled valid, but by a MAC
  3: 'alg-refused',
  4: 'alg-refused',
  5: 'verified',
  6: 'key-mismatch', // use enc
  7: 'key-unusable', // ROCA
  8: 'key-unusable', // RSA of 1024 bits
  9: 'key-unusable', // e = 1
  10: 'alg-refused',
  11: 'alg-refused',
  12: 'alg-refused',
  13: 'alg-refused', // labelled valid, but by a MAC
  14: 'alg-refused', // labelled valid, but by a MAC
  15: 'alg-refused', // labelled valid, but by a MAC
  16: 'alg-refused',
  17: 'alg-refused',
  18: 'alg-refused',
  19: 'key-mismatch', // alg ES521 is none
  20: 'key-mismatch', // alg ES224 is none
  21: 'key-mismatch', // use enc
  22: 'key-unusable', // y is not on the curve
  23: 'key-unusable', // coordinates of P-256 on P-384
  24: 'key-unusable', // kty RSA with the members of an EC key
  25: 'alg-refused',
  26: 'alg-refused',
};

describeSuite('wycheproof', (folder) => {
  const text = readFileSync(join(folder, 'json_web_key_test.json'), 'utf8');
  const { testGroups } = JSON.parse(text) as { testGroups: Group[] };
  const cases = testGroups.flatMap((group) =>
    group.tests.map((test) => ({ ...test, keys: (group.public ?? group.private).keys })),
  );

  describe.each(ports)('key sets by $name', ({ crypto }) => {
    it.each(cases)('case $tcId ($comment, $result)', async ({ tcId, jws, keys }) => {
      expect(await judge(toDetached(jws, keys), crypto)).toBe(ends[tcId]);
    });
  });

  it('are trusted where the label is valid, less those of symmetric keys alone', () => {
    expect(cases).toHaveLength(26);
    const trusted = cases.filter(({ tcId }) => ends[tcId] === 'verified');
    const symmetric = cases.filter(({ keys }) => keys.every(({ kty }) => kty === 'oct'));
    const due = cases.filter((test) => test.result === 'valid' && !symmetric.includes(test));
    expect(trusted).toEqual(due);
    const exceptions = symmetric.filter(({ result }) => result === 'valid');
    expect(exceptions.map(({ tcId }) => tcId)).toEqual([2, 13, 14, 15]);
  });
});
