/** Knows which keys on a PKCS#11 token are used, and what is said of those that are not: SoftHSM2 holds them. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { findSoftHsm } from '../peers/softhsm.js';
import { createKeyPairs } from '../support/key-pairs.js';
import { cards, onCards, useToken } from '../support/token.js';

const pairs = createKeyPairs(['ES256', 'ES384', 'RS256']);
const { found, why } = findSoftHsm();

describePeer('softhsm2', { found, why }, (softHsm) => {
  const { store, folder, open, fail, examine } = useToken(softHsm, (filled) => {
    filled.importKey(cards, { label: 'p256', id: '01' }, pairs.ES256.privateKey);
    filled.generateKey(cards, { label: 'made-p256', id: '11' }, { type: 'EC:prime256v1' });
    filled.generateKey(cards, { label: 'made-ed', id: '15' }, { type: 'EC:edwards25519' });
  });

  describe('the public key', () => {
    const id = '21';
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

    it('of an EC key may be missing, and the hint is a command that mends it', async () => {
      store.importKey(cards, { label: 'half', id }, privateKey);
      store.tool(cards, '--delete-object', '--type', 'pubkey', '--id', id);
      const failure = await fail(onCards('object=half'));
      expect(failure).toMatchObject({
        code: 'key-unusable',
        message:
          'pkcs11:token=cards%20%26%20more;object=half: the key has no public key on the token, and no certificate',
      });
      const { hint = '' } = failure;
      const [, command = ''] = /: pkcs11-tool --module MODULE --login (.*)$/.exec(hint) ?? [];
      writeFileSync(join(folder, 'public.der'), publicKey.export({ type: 'spki', format: 'der' }));
      store.tool(cards, ...command.replace('public.der', join(folder, 'public.der')).split(' '));
      const signer = await open(onCards('object=half'));
      expect(signer.publicJwk).toEqual(publicKey.export({ format: 'jwk' }));
    });

    it('of an RSA key is in the private one', async () => {
      store.importKey(cards, { label: 'rsa-half', id: '22' }, pairs.RS256.privateKey);
      store.tool(cards, '--delete-object', '--type', 'pubkey', '--id', '22');
      const signer = await open(onCards('object=rsa-half'));
      expect(signer.publicJwk).toEqual(pairs.RS256.publicKey.export({ format: 'jwk' }));
    });

    it('may be in a certificate', async () => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-384' });
      store.importKey(cards, { label: 'certified', id: '23' }, pair.privateKey);
      store.tool(cards, '--delete-object', '--type', 'pubkey', '--id', '23');
      const certificate = join(folder, 'certificate.der');
      writeCertificate(certificate, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
      store.tool(cards, '--write-object', certificate, '--type', 'cert', '--id', '23', '--label', 'card');
      const signer = await open(onCards('object=certified'));
      expect(signer.publicJwk).toEqual(pair.publicKey.export({ format: 'jwk' }));
    });
  });

  describe('a key', () => {
    it('signs again after the token has refused an input', async () => {
      const signer = await open(onCards('object=made-ed'));
      await expect(signer.sign('EdDSA', new Uint8Array())).rejects.toMatchObject({
        code: 'provider-refused',
        message:
          'pkcs11:token=cards%20%26%20more;object=made-ed: signing with EdDSA by CKM_EDDSA failed (CKR_ARGUMENTS_BAD)',
      });
      expect((await signer.sign('EdDSA', Buffer.from('x'))).length).toBe(64);
    });

    it('that asks for the PIN each time gets it each time', async () => {
      store.generateKey(
        cards,
        { label: 'strict', id: '31' },
        { type: 'EC:prime256v1', more: ['--always-auth'] },
      );
      const signer = await open(onCards('object=strict'));
      for (let count = 0; count < 3; count += 1)
        expect((await signer.sign('ES256', Buffer.from('x'))).length).toBe(64);
    });

    it('that is not for signing does not sign', async () => {
      store.generateKey(cards, { label: 'agree', id: '32' }, { type: 'EC:prime256v1' });
      store.setFlag(cards, { label: 'agree', id: '32' }, { attribute: 0x108, value: false });
      await expect(open(onCards('object=agree'))).rejects.toMatchObject({
        code: 'key-usage',
        message:
          'pkcs11:token=cards%20%26%20more;object=agree: the key is not for signing (CKA_SIGN is false)',
      });
      const { signer, symptoms } = await examine(onCards('object=agree'));
      expect(signer).toBeUndefined();
      expect(symptoms.filter(({ level }) => level === 'bad')).toMatchObject([{ subject: 'CKA_SIGN' }]);
    });

    it('that allows some mechanisms signs with those', async () => {
      const more = ['--allowed-mechanisms', 'SHA384-RSA-PKCS,RSA-PKCS-PSS'];
      store.generateKey(cards, { label: 'narrow', id: '33' }, { type: 'rsa:2048', more });
      const signer = await open(onCards('object=narrow'));
      expect(signer.algorithms).toEqual(['RS384', 'PS256', 'PS384', 'PS512']);
      for (const name of signer.algorithms)
        expect((await signer.sign(name, Buffer.from('x'))).length, name).toBe(256);
    });

    it.each([
      [
        'of a kind that no algorithm uses',
        'EC:secp256k1',
        'is on a curve that no algorithm here uses (CKA_EC_PARAMS 06052b8104000a)',
      ],
      ['that is too small', 'rsa:1024', 'is RSA of 1024 bits; at least 2048 are needed'],
    ])('%s is not used', async (title, type, reason) => {
      const id = Buffer.from(title).subarray(0, 8).toString('hex');
      store.generateKey(cards, { label: type.replace(':', '-'), id }, { type });
      const ref = onCards(`object=${type.replace(':', '-')}`);
      await expect(open(ref)).rejects.toMatchObject({
        code: 'key-unusable',
        message: `pkcs11:${ref}: the key ${reason}`,
      });
    });

    it('for which the token has no mechanism is not used', async () => {
      store.use(['CKM_ECDSA']);
      await expect(open(onCards('id=%01'))).rejects.toMatchObject({
        code: 'key-unusable',
        message:
          'pkcs11:token=cards%20%26%20more;id=%01: the token signs with no mechanism that the key could use (CKM_ECDSA, CKM_ECDSA_SHA256)',
      });
    });

    it('is told apart by its id where others have the same label', async () => {
      store.importKey(cards, { label: 'twin', id: '41' }, pairs.ES256.privateKey);
      store.importKey(cards, { label: 'twin', id: '42' }, pairs.ES384.privateKey);
      const failure = await fail(onCards('object=twin'));
      expect(failure).toMatchObject({
        code: 'key-not-found',
        hint: 'name one of them, by object (its label) or id',
      });
      const { message } = failure;
      expect(message).toContain('has 2 private keys that fit the PKCS#11 URI: ');
      expect(message).toContain('object=twin;id=%41');
      const signer = await open(onCards('object=twin;id=%42'));
      expect(signer.algorithms).toEqual(['ES384']);
    });

    it('named by the digits of its id gets the hint that an id is bytes', async () => {
      await expect(open(onCards('id=01'))).rejects.toMatchObject({
        hint: 'id is bytes, so is id=%01 meant?',
      });
    });
  });

  describe('an examination', () => {
    it('tells token, key, usage, custody, public key and mechanisms', async () => {
      const { signer, symptoms } = await examine(onCards('object=made-p256'));
      expect(symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
        expect.stringMatching(/^(good|doubtful) token$/),
        'good key',
        'good CKA_SIGN',
        'good custody',
        'good public key',
        'good mechanisms',
      ]);
      expect(symptoms.slice(1).map(({ text }) => text)).toEqual([
        'object=made-p256;id=%11',
        'the key may sign',
        'the key cannot leave the token',
        'EC P-256, from the public key object',
        'ES256 by CKM_ECDSA',
      ]);
      await signer?.close?.();
    });
  });
});

/** A certificate that the key signs itself; Node.js makes none, OpenSSL does. */
function writeCertificate(path: string, pem: string): void {
  const key = `${path}.pem`;
  writeFileSync(key, pem, { mode: 0o600 });
  execFileSync(
    'openssl',
    ['req', '-x509', '-new', '-key', key, '-subj', '/CN=card', '-days', '1', '-outform', 'der', '-out', path],
    { stdio: 'pipe' },
  );
  rmSync(key);
}
