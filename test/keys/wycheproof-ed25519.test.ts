/** Knows how Ed25519 does on Wycheproof's vectors (https://github.com/C2SP/wycheproof), which are not kept here. */
import { describe, expect, it } from 'vitest';
import { describeSuite } from '../peers/require.js';
import { ports } from '../suites/detached-jws.js';
import { countOutcomes, idsOf, judgeVectors } from '../suites/wycheproof.js';

describeSuite('wycheproof', (folder) => {
  describe.each(ports)('by $name', ({ crypto }) => {
    it.each(['EdDSA', 'Ed25519'] as const)(
      '%s verifies what is labelled valid and nothing else',
      async (alg) => {
        const judged = await judgeVectors({ folder, name: 'ed25519_test.json', alg }, crypto);
        const verified = judged.filter(({ outcome }) => outcome === 'verified');

        expect(idsOf(verified)).toEqual(idsOf(judged.filter(({ result }) => result === 'valid')));
        expect(judged.filter(({ result }) => result === 'acceptable')).toEqual([]);
        expect(countOutcomes(judged)).toEqual({ malformed: 12, mismatch: 51, verified: 88 });
      },
    );
  });
});
