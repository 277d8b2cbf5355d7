/** Knows how RSA does on Wycheproof's vectors (https://github.com/C2SP/wycheproof), which are not kept here. */
import { describe, expect, it } from 'vitest';
import { describeSuite } from '../peers/require.js';
import { ports } from '../suites/detached-jws.js';
import { countOutcomes, idsOf, judgeVectors } from '../suites/wycheproof.js';

const files = [
  {
    alg: 'RS256',
    name: 'rsa_signature_2048_sha256_test.json',
    counts: { malformed: 2, mismatch: 248, verified: 9 },
    // RFC 8017 9.2, note 1: who encodes the digest anew and compares, as both libraries do, refuses it.
    acceptable: { 8: 'Missing NULL in the ASN encoding' },
  },
  {
    alg: 'PS256',
    name: 'rsa_pss_2048_sha256_mgf1_32_test.json',
    counts: { malformed: 5, mismatch: 40, verified: 63 },
    acceptable: {},
  },
  {
    alg: 'PS512',
    name: 'rsa_pss_4096_sha512_mgf1_64_test.json',
    counts: { malformed: 5, mismatch: 42, verified: 132 },
    acceptable: {},
  },
] as const;

describeSuite('wycheproof', (folder) => {
  describe.each(ports)('by $name', ({ crypto }) => {
    it.each(files)(
      '$alg verifies what is labelled valid, and not what is labelled acceptable',
      async ({ alg, name, counts, acceptable }) => {
        const judged = await judgeVectors({ folder, name, alg }, crypto);
        const verified = judged.filter(({ outcome }) => outcome === 'verified');
        const unsure = judged.filter(({ result }) => result === 'acceptable');

        expect(idsOf(verified)).toEqual(idsOf(judged.filter(({ result }) => result === 'valid')));
        expect(Object.fromEntries(unsure.map(({ tcId, comment }) => [tcId, comment]))).toEqual(acceptable);
        expect(unsure.filter(({ outcome }) => outcome === 'verified')).toEqual([]);
        expect(countOutcomes(judged)).toEqual(counts);
      },
    );
  });
});
