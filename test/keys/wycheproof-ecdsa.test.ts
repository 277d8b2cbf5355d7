/** Knows how ECDSA as r and s does on Wycheproof's vectors (https://github.com/C2SP/wycheproof), which are not kept here. */
import { describe, expect, it } from 'vitest';
import { describeSuite } from '../peers/require.js';
import { ports } from '../suites/detached-jws.js';
import { countOutcomes, idsOf, judgeVectors } from '../suites/wycheproof.js';

const files = [
  {
    alg: 'ES256',
    name: 'ecdsa_secp256r1_sha256_p1363_test.json',
    counts: { malformed: 71, mismatch: 18, verified: 173 },
  },
  {
    alg: 'ES384',
    name: 'ecdsa_secp384r1_sha384_p1363_test.json',
    counts: { malformed: 69, mismatch: 18, verified: 193 },
  },
  {
    alg: 'ES512',
    name: 'ecdsa_secp521r1_sha512_p1363_test.json',
    counts: { malformed: 69, mismatch: 18, verified: 231 },
  },
] as const;

describeSuite('wycheproof', (folder) => {
  describe.each(ports)('by $name', ({ crypto }) => {
    it.each(files)('$alg verifies what is labelled valid and nothing else', async ({ alg, name, counts }) => {
      const judged = await judgeVectors({ folder, name, alg }, crypto);
      const verified = judged.filter(({ outcome }) => outcome === 'verified');

      expect(idsOf(verified)).toEqual(idsOf(judged.filter(({ result }) => result === 'valid')));
      expect(judged.filter(({ result }) => result === 'acceptable')).toEqual([]);
      expect(countOutcomes(judged)).toEqual(counts);
    });
  });
});
