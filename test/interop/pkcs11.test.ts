/** Knows that keys on a PKCS#11 token sign: SoftHSM2 holds them, OpenSSL says whether the signatures are right. */
import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AlgorithmName } from '../../src/keys/algorithms.js';
import type { Signer } from '../../src/keys/signer.js';
import { describeProvider, type ContractKey } from '../contracts/provider-contract.js';
import { hasOpenssl, opensslVerify, type OpensslAlg } from '../peers/openssl.js';
import { describePeer } from '../peers/require.js';
import { findSoftHsm } from '../peers/softhsm.js';
import { createKeyPairs } from '../support/key-pairs.js';
import { cards, onCards, useToken } from '../support/token.js';

const pairs = createKeyPairs(['ES256', 'ES384', 'ES512', 'RS256', 'EdDSA']);
const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const;
const imported: readonly { alg: keyof typeof pairs; id: string; algorithms: readonly AlgorithmName[] }[] = [
  { alg: 'ES256', id: '01', algorithms: ['ES256'] },
  { alg: 'ES384', id: '02', algorithms: ['ES384'] },
  { alg: 'ES512', id: '03', algorithms: ['ES512'] },
  { alg: 'RS256', id: '04', algorithms: rsaAlgorithms },
  { alg: 'EdDSA', id: '05', algorithms: ['EdDSA', 'Ed25519'] },
];
const generated = [
  { label: 'made-p256', id: '11', type: 'EC:prime256v1', algorithms: ['ES256'] },
  { label: 'made-p384', id: '12', type: 'EC:secp384r1', algorithms: ['ES384'] },
  { label: 'made-p521', id: '13', type: 'EC:secp521r1', algorithms: ['ES512'] },
  { label: 'made-rsa', id: '14', type: 'rsa:3072', algorithms: rsaAlgorithms },
  { label: 'made-ed', id: '15', type: 'EC:edwards25519', algorithms: ['EdDSA'] },
] as const;

const { found, why } = findSoftHsm();

describePeer('softhsm2', { found, why }, (softHsm) => {
  const { store, toContext, open } = useToken(softHsm, (filled) => {
    for (const { alg, id } of imported)
      filled.importKey(cards, { label: `imported ${alg}`, id }, pairs[alg].privateKey);
    for (const { type, ...key } of generated) filled.generateKey(cards, key, { type });
  });

  const contractKeys: ContractKey[] = imported.map(({ alg, algorithms }) => ({
    title: `a key for ${alg}`,
    open: () => ({ ref: `pkcs11:${onCards(`object=imported%20${alg}`)}`, context: toContext() }),
    publicJwk: () => pairs[alg].publicKey.export({ format: 'jwk' }),
    algorithms,
  }));
  const openWith = (target: string, env: Record<string, string> = {}) => ({
    open: () => ({ ref: `pkcs11:${target}`, context: toContext(env) }),
  });

  describeProvider('pkcs11:', {
    keys: contractKeys,
    secrets: () => [cards.pin, 'wrong-9999'],
    refusals: [
      {
        title: 'a key that is not there',
        ...openWith(onCards('object=none')),
        code: 'key-not-found',
        names: 'object=none',
      },
      {
        title: 'a token that is not there',
        ...openWith('token=none'),
        code: 'key-not-found',
        names: 'cards%20%26%20more',
      },
      {
        title: 'a URI that fits many keys',
        ...openWith('type=private'),
        code: 'key-not-found',
        names: ' and 2 more',
      },
      {
        title: 'a missing PIN',
        ...openWith(onCards('id=%01'), { CARDCTL_PKCS11_PIN: '' }),
        code: 'credentials-missing',
        names: 'CARDCTL_PKCS11_PIN',
      },
      {
        title: 'a wrong PIN',
        ...openWith(onCards('id=%01'), { CARDCTL_PKCS11_PIN: 'wrong-9999' }),
        code: 'credentials-refused',
        names: 'CARDCTL_PKCS11_PIN',
      },
      {
        title: 'a PIN in the URI',
        ...openWith(onCards('id=%01?pin-value=correct-1234')),
        code: 'key-ref-invalid',
        names: 'pin-value',
      },
      {
        title: 'a module that is not there',
        ...openWith(onCards('id=%01?module-path=/none.so')),
        code: 'provider-missing',
        names: '/none.so',
      },
      {
        title: 'a file that is no library',
        ...openWith(onCards('id=%01?module-path=/etc/hostname')),
        code: 'provider-missing',
        names: '/etc/hostname',
      },
      {
        title: 'a library that is no module',
        ...openWith(onCards('id=%01?module-name=m')),
        code: 'provider-missing',
        names: 'libm.so',
      },
    ],
  });

  describePeer('openssl', { found: hasOpenssl(), why: 'no openssl 3 on the path' }, () => {
    const verified = async (signer: Signer, alg: OpensslAlg): Promise<boolean> => {
      const key = createPublicKey({ key: { ...signer.publicJwk }, format: 'jwk' });
      const signingInput = `eyJhbGciOiIke.${alg}`;
      const signature = await signer.sign(alg, Buffer.from(signingInput));
      const publicKeyPem = key.export({ type: 'spki', format: 'pem' }) as string;
      return opensslVerify({ alg, publicKeyPem, signingInput, signature });
    };

    it.each(generated)(
      'accepts what a key made on the token signs: $label',
      async ({ label, id, algorithms }) => {
        const signer = await open(onCards(`object=${label};id=%${id};type=private`));
        for (const alg of algorithms) expect(await verified(signer, alg), alg).toBe(true);
        await signer.close?.();
      },
    );

    it.each(imported)('accepts what a key brought to the token signs: $alg', async ({ id, algorithms }) => {
      const signer = await open(onCards(`id=%${id}`));
      for (const alg of algorithms.filter((name) => name !== 'Ed25519'))
        expect(await verified(signer, alg as OpensslAlg), alg).toBe(true);
    });

    it('accepts what is signed where the token does the digest itself', async () => {
      store.use(['CKM_ECDSA', 'CKM_RSA_PKCS', 'CKM_RSA_PKCS_PSS']);
      const signer = await open(onCards('object=made-rsa'));
      expect(signer.algorithms).toEqual(rsaAlgorithms);
      for (const alg of rsaAlgorithms) expect(await verified(signer, alg), alg).toBe(true);
      await signer.close?.();
    });
  });
});
