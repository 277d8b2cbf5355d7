/** Knows how a PKCS#11 token, its module and its PIN are found and shared: SoftHSM2 is the module. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { findSoftHsm } from '../peers/softhsm.js';
import { createKeyPairs } from '../support/key-pairs.js';
import { cards, onCards, useToken } from '../support/token.js';

const other = { label: 'other', pin: 'other-5678' };
const pairs = createKeyPairs(['ES256', 'ES384', 'RS256']);
const { found, why } = findSoftHsm();

describePeer('softhsm2', { found, why }, (softHsm) => {
  const { store, folder, open, fail } = useToken(softHsm, (filled) => {
    filled.importKey(cards, { label: 'p256', id: '01' }, pairs.ES256.privateKey);
    filled.importKey(cards, { label: 'rsa', id: '04' }, pairs.RS256.privateKey);
  });

  describe('the PIN', () => {
    const lines = {
      'a file': 'correct-1234',
      'a file with a line break': 'correct-1234\n',
      'a file with more lines': 'correct-1234\r\nnext',
    };
    it.each(Object.entries(lines))('is the first line of %s', async (_, text) => {
      const path = join(folder, 'pin');
      writeFileSync(path, text);
      for (const source of [`file:${path}`, `file://${path}`]) {
        const signer = await open(onCards(`id=%01?pin-source=${source}`), { CARDCTL_PKCS11_PIN: '' });
        expect(signer.algorithms).toEqual(['ES256']);
        await signer.close?.();
      }
    });

    it('is in the variable that the URI names', async () => {
      const { algorithms } = await open(onCards('id=%01?pin-source=env:MY_PIN'), {
        MY_PIN: cards.pin,
        CARDCTL_PKCS11_PIN: 'x',
      });
      expect(algorithms).toEqual(['ES256']);
    });

    it('is not needed a second time while a key of the same token is open', async () => {
      const first = await open(onCards('id=%01'));
      const second = await open(onCards('id=%04'), { CARDCTL_PKCS11_PIN: '' });
      await first.close?.();
      expect((await second.sign('RS256', Buffer.from('x'))).length).toBe(256);
      await second.close?.();
      await expect(open(onCards('id=%01'), { CARDCTL_PKCS11_PIN: '' })).rejects.toMatchObject({
        code: 'credentials-missing',
      });
    });

    it('that is wrong is tried once, however many keys ask for it', async () => {
      const wrong = { CARDCTL_PKCS11_PIN: 'wrong-once' };
      const first = await fail(onCards('id=%01'), wrong);
      const second = await fail(onCards('id=%04'), wrong);
      expect(first).toMatchObject({ code: 'credentials-refused', cause: { message: 'CKR_PIN_INCORRECT' } });
      expect(second).toMatchObject({ code: 'credentials-refused' });
      expect(second.cause).toBeUndefined();
      expect((await open(onCards('id=%01'))).algorithms).toEqual(['ES256']);
    });
  });

  describe('several tokens', () => {
    it('are told apart by label, serial and slot', async () => {
      store.addToken(other);
      store.importKey(other, { label: 'imported ES256', id: '01' }, pairs.ES384.privateKey);
      const failure = await fail('id=%01');
      const { message } = failure;
      expect(message).toMatch(/^2 tokens fit the PKCS#11 URI: pkcs11:token=/);
      const [, serial = '', slot = ''] = /token=other;serial=(\w+);slot-id=(\d+)/.exec(message) ?? [];
      for (const target of ['token=other;id=%01', `serial=${serial}`, `slot-id=${slot}`]) {
        const signer = await open(target, { CARDCTL_PKCS11_PIN: other.pin });
        expect(signer.algorithms).toEqual(['ES384']);
        await signer.close?.();
      }
    });

    it('are open side by side, each with its PIN', async () => {
      const one = await open(onCards('id=%01'));
      const two = await open('token=other?pin-source=env:OTHER', { OTHER: other.pin });
      expect([one.algorithms, two.algorithms]).toEqual([['ES256'], ['ES384']]);
      await one.close?.();
      expect((await two.sign('ES384', Buffer.from('x'))).length).toBe(96);
      await two.close?.();
    });

    it('fit by all that the URI says of token, slot and library', async () => {
      const all =
        'manufacturer=SoftHSM%20project;model=SoftHSM%20v2;library-manufacturer=SoftHSM;library-description=Implementation%20of%20PKCS11';
      const signer = await open(onCards(`${all};slot-manufacturer=SoftHSM%20project;id=%01`));
      await signer.close?.();
      for (const wrong of [
        'model=SoftHSM',
        'library-version=1.0',
        'slot-id=4',
        'library-manufacturer=x',
        'slot-description=x',
      ])
        await expect(open(onCards(`${wrong};id=%01`)), wrong).rejects.toMatchObject({
          code: 'key-not-found',
        });
    });
  });

  describe('the module', () => {
    it('is named by the URI, as a file or as a name in a folder', async () => {
      const path = store.modulePath;
      const names = [`module-path=${path}`, `module-path=${join(path, '..')}&module-name=softhsm2`];
      for (const name of names) {
        const signer = await open(onCards(`id=%01?${name}`), { CARDCTL_PKCS11_MODULE: '/none.so' });
        await signer.close?.();
      }
    });
  });
});
