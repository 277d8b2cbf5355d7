/** Knows that the peers agree with each other, so that what they say of our signatures counts. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasJoserfc, type Joserfc, startJoserfc } from '../peers/joserfc.js';
import { hasOpenssl, opensslAlgs, opensslSign, opensslVerify } from '../peers/openssl.js';
import { describePeer } from '../peers/require.js';
import { createKeyPairs } from '../support/key-pairs.js';

const keyPairs = createKeyPairs(opensslAlgs);

const payload = base64url('{"name":"Zürich"}');

describePeer('openssl', { found: hasOpenssl(), why: 'no openssl 3 on the path' }, () => {
  describePeer('joserfc', { found: hasJoserfc(), why: 'run test/peers/setup-python.sh' }, () => {
    let joserfc: Joserfc;

    beforeAll(async () => {
      joserfc = await startJoserfc();
    });

    afterAll(() => joserfc.close());

    describe.each(opensslAlgs)('%s', (alg) => {
      const { publicKey, privateKey } = keyPairs[alg];
      const jwk = publicKey.export({ format: 'jwk' });
      const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

      it('what openssl signs, joserfc accepts, and refuses with a flipped bit', async () => {
        const header = base64url(JSON.stringify({ alg, kid: 'k', typ: 'JOSE', a2a_form: 'a2a-1.0' }));
        const signature = opensslSign({ alg, privateKeyPem, signingInput: `${header}.${payload}` });
        const entry = { alg, jwk, protected: header, payload, signature: base64url(signature) };

        expect(await joserfc.verify(entry)).toBe(true);
        expect(await joserfc.verify({ ...entry, signature: base64url(flipped(signature)) })).toBe(false);
        expect(await joserfc.verify({ ...entry, payload: base64url('{"name":"Zurich"}') })).toBe(false);
        const other = base64url(JSON.stringify({ alg, kid: 'j', typ: 'JOSE', a2a_form: 'a2a-1.0' }));
        expect(await joserfc.verify({ ...entry, protected: other })).toBe(false);
      });

      it('what joserfc signs, openssl accepts, and refuses with a flipped bit', async () => {
        const signed = await joserfc.sign({
          alg,
          jwk: privateKey.export({ format: 'jwk' }),
          protected: { kid: 'k' },
          payload,
        });
        const signature = Buffer.from(signed.signature, 'base64url');
        const signingInput = `${signed.protected}.${payload}`;

        expect(JSON.parse(Buffer.from(signed.protected, 'base64url').toString())).toEqual({ alg, kid: 'k' });
        expect(opensslVerify({ alg, publicKeyPem, signingInput, signature })).toBe(true);
        expect(opensslVerify({ alg, publicKeyPem, signingInput, signature: flipped(signature) })).toBe(false);
        const changed = flipped(Buffer.from(signingInput));
        expect(opensslVerify({ alg, publicKeyPem, signingInput: changed, signature })).toBe(false);
        const shorter = signature.subarray(1);
        expect(opensslVerify({ alg, publicKeyPem, signingInput, signature: shorter })).toBe(false);
      });

      it('joserfc drops the private members of a key', async () => {
        expect(await joserfc.toPublic(privateKey.export({ format: 'jwk' }))).toEqual(jwk);
      });
    });

    it('joserfc and openssl pad an ECDSA coordinate alike when it begins with zeros', async () => {
      const alg = 'ES256';
      const { publicKey, privateKey } = keyPairs[alg];
      const jwk = publicKey.export({ format: 'jwk' });
      const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const header = base64url(JSON.stringify({ alg }));
      const signingInput = `${header}.${payload}`;
      let signature: Uint8Array;
      do signature = opensslSign({ alg, privateKeyPem, signingInput });
      while (signature[0] !== 0 && signature[32] !== 0);

      const entry = { alg, jwk, protected: header, payload, signature: base64url(signature) };
      expect(signature.length).toBe(64);
      expect(await joserfc.verify(entry)).toBe(true);
      expect(opensslVerify({ alg, publicKeyPem, signingInput, signature })).toBe(true);
    });

    it('joserfc gives the thumbprint of RFC 7638', async () => {
      const jwk = keyPairs.ES256.publicKey.export({ format: 'jwk' });
      const required = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
      const digest = createHash('sha256').update(required).digest('base64url');

      expect(await joserfc.thumbprint({ kid: 'k', alg: 'ES256', ...jwk })).toBe(digest);
    });

    it('a peer that gets no key says so instead of refusing the signature', async () => {
      const entry = {
        alg: 'ES256',
        jwk: { kty: 'EC' },
        protected: base64url('{}'),
        payload,
        signature: 'AA',
      };

      await expect(joserfc.verify(entry)).rejects.toThrow(/joserfc: /);
      expect(() =>
        opensslVerify({ alg: 'RS256', publicKeyPem: '', signingInput: '', signature: new Uint8Array(256) }),
      ).toThrow(/openssl gave no answer/);
    });
  });
});

function base64url(content: string | Uint8Array): string {
  return Buffer.from(content).toString('base64url');
}

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1]! ^= 1;
  return copy;
}
