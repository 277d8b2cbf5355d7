/** Knows what is said where a module, a token or a key fails in ways that no token in software can be brought to. */
import { describe, expect, it } from 'vitest';
import type { Cryptoki } from '../../../../src/keys/providers/pkcs11/cryptoki.js';
import { explainMissing } from '../../../../src/keys/providers/pkcs11/package.js';
import { usualObjects } from '../../../support/fake-cryptoki.js';
import {
  createFakeProvider,
  failing,
  failureOf,
  openWith,
  pin,
  ref,
} from '../../../support/fake-provider.js';

describe('a device that is removed', () => {
  const opening: (keyof Cryptoki)[] = [
    'C_GetInfo',
    'C_GetSlotList',
    'C_GetSlotInfo',
    'C_GetTokenInfo',
    'C_OpenSession',
    'C_Login',
    'C_FindObjectsInit',
    'C_FindObjects',
    'C_FindObjectsFinal',
    'C_GetAttributeValue',
    'C_GetMechanismList',
    'C_GetMechanismInfo',
  ];
  const due = {
    code: 'provider-unreachable',
    message: `${ref}: the device was removed (CKR_DEVICE_REMOVED)`,
    hint: 'plug the device in, or start its service, and run the call again',
  };

  it.each(opening)('is told when %s finds out, and the module is let go', async (name) => {
    const { provider, calls } = createFakeProvider(failing(name, 0x32));
    expect(await failureOf(openWith(provider))).toMatchObject(due);
    expect(calls.filter((one) => one === 'C_Finalize')).toEqual(['C_Finalize']);
    expect(calls.filter((one) => one === 'C_OpenSession').length - Number(name === 'C_OpenSession')).toBe(
      calls.filter((one) => one === 'C_CloseSession').length,
    );
  });

  it.each(['C_SignInit', 'C_Sign'] as const)('is told when %s finds out', async (name) => {
    const { provider } = createFakeProvider(failing(name, 0x32));
    const signer = await openWith(provider);
    expect(await failureOf(signer.sign('ES256', Buffer.from('x')))).toMatchObject(due);
    await signer.close?.();
  });

  it.each(['C_Logout', 'C_CloseSession', 'C_Finalize'] as const)(
    'is nothing to tell of at %s',
    async (name) => {
      const { provider, calls } = createFakeProvider(failing(name, 0x32));
      const signer = await openWith(provider);
      await signer.close?.();
      expect(calls.slice(-3)).toEqual(['C_Logout', 'C_CloseSession', 'C_Finalize']);
    },
  );
});

describe('a module', () => {
  it('that another part of the process has initialised is not finalised', async () => {
    const { provider, calls } = createFakeProvider(failing('C_Initialize', 0x191));
    const signer = await openWith(provider);
    await signer.close?.();
    expect(calls).not.toContain('C_Finalize');
  });

  it('without locks is used without', async () => {
    const { provider, calls } = createFakeProvider({
      fail: (name, count) => (name === 'C_Initialize' && count === 1 ? 0x0a : 0),
    });
    const signer = await openWith(provider);
    await signer.close?.();
    expect(calls.slice(0, 3)).toEqual(['load', 'C_Initialize', 'C_Initialize']);
  });

  it('that does not start is told', async () => {
    const { provider } = createFakeProvider(failing('C_Initialize', 0x30));
    expect(await failureOf(openWith(provider))).toMatchObject({
      code: 'provider-failed',
      message: 'the PKCS#11 module fake.so does not start',
    });
  });

  it('is initialised once for all signers, and finalised by the last', async () => {
    const { provider, calls } = createFakeProvider();
    const signers = [await openWith(provider), await openWith(provider)];
    await signers[0]?.close?.();
    expect(calls).not.toContain('C_Logout');
    expect(calls).not.toContain('C_Finalize');
    await signers[1]?.close?.();
    await signers[1]?.close?.();
    const count = (name: keyof Cryptoki) => calls.filter((one) => one === name).length;
    expect(
      ['load', 'C_Initialize', 'C_Login', 'C_Logout', 'C_Finalize'].map((name) => count(name as 'load')),
    ).toEqual([1, 1, 1, 1, 1]);
    const third = await openWith(provider);
    await third.close?.();
    expect(['load', 'C_Initialize', 'C_Login', 'C_Finalize'].map((name) => count(name as 'load'))).toEqual([
      1, 2, 2, 2,
    ]);
  });

  it('in which another has logged in stays so', async () => {
    const { provider, calls } = createFakeProvider(failing('C_Login', 0x100));
    const signer = await openWith(provider);
    await signer.close?.();
    expect(calls).not.toContain('C_Logout');
  });

  it.each([
    ['', {}, 'no PKCS#11 module is named: the URI has no module-path, and CARDCTL_PKCS11_MODULE is not set'],
    [
      '',
      { CARDCTL_PKCS11_MODULE: '' },
      'no PKCS#11 module is named: the URI has no module-path, and CARDCTL_PKCS11_MODULE is empty',
    ],
    [
      '',
      { CARDCTL_PKCS11_MODULE: './none.so' },
      'there is no PKCS#11 module ./none.so, which CARDCTL_PKCS11_MODULE names',
    ],
    ['?module-path=/', {}, '/, which the module-path of the PKCS#11 URI names, is no file'],
    ['?module-path=/&module-name=none', {}, 'there is no PKCS#11 module none in /'],
  ])('that cannot be found is told: %s %o', async (query, variables, message) => {
    expect(
      await failureOf(openWith(createFakeProvider().provider, `${ref}${query}`, variables)),
    ).toMatchObject({
      code: 'provider-missing',
      message,
    });
  });
});

describe('the package', () => {
  it('that is not installed is named with the command that installs it', () => {
    const cause = Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(explainMissing(cause)).toMatchObject({
      code: 'provider-missing',
      message: 'pkcs11: keys need the package pkcs11js, which is not installed: npm install pkcs11js',
      cause,
    });
  });

  it('that is not compiled is told so', () => {
    const cause = Object.assign(new Error('./build/Release/pkcs11.node'), { code: 'MODULE_NOT_FOUND' });
    expect(explainMissing(cause)).toMatchObject({
      code: 'provider-missing',
      message: 'the package pkcs11js is installed but does not load; it may not have been compiled',
    });
  });
});

describe('a key', () => {
  const [privateKey = new Map<number, number>(), publicKey = new Map<number, number>()] = usualObjects();

  it('that asks for the PIN each time gets it between the two halves of a signature', async () => {
    const strict = new Map([...privateKey, [0x202, true] as const]);
    const { provider, calls, pins } = createFakeProvider({ objects: [strict, publicKey] });
    const signer = await openWith(provider);
    await signer.sign('ES256', Buffer.from('x'));
    expect(calls.slice(-3)).toEqual(['C_SignInit', 'C_Login', 'C_Sign']);
    expect(pins).toEqual([pin, pin]);
    await signer.close?.();
  });

  it('that is not for signing is let go', async () => {
    const agreeing = new Map([...privateKey, [0x108, false] as const]);
    const { provider, calls } = createFakeProvider({ objects: [agreeing, publicKey] });
    expect(await failureOf(openWith(provider))).toMatchObject({ code: 'key-usage' });
    expect(calls.at(-1)).toBe('C_Finalize');
  });
});

describe('a refused signature', () => {
  it.each([
    [0x21, 'signature-refused', 'the token does not sign so many bytes at once (CKR 0x00000021)'],
    [0x68, 'key-usage', 'the token does not let this key sign so (CKR 0x00000068)'],
    [0x70, 'signature-refused', 'the token does not have the mechanism (CKR 0x00000070)'],
    [0x101, 'credentials-refused', 'the token asks for a PIN again (CKR 0x00000101)'],
    [0x5, 'provider-failed', 'the module failed (CKR 0x00000005)'],
    [0x80000001, 'provider-refused', 'signing with ES256 by CKM_ECDSA failed (CKR 0x80000001)'],
  ])('with %i is told as %s', async (ckr, code, reason) => {
    const { provider, calls } = createFakeProvider(failing('C_Sign', ckr));
    const signer = await openWith(provider);
    const error = await failureOf(signer.sign('ES256', Buffer.from('x')));
    expect(error).toMatchObject({ code, message: `${ref}: ${reason}` });
    // What was begun is ended, in a new session, before the old one takes the login with it.
    expect(calls.slice(-2)).toEqual(['C_OpenSession', 'C_CloseSession']);
    await signer.close?.();
  });

  it('by an algorithm that the key does not have names those that it has', async () => {
    const signer = await openWith(createFakeProvider().provider);
    expect(await failureOf(signer.sign('RS256', Buffer.from('x')))).toMatchObject({
      code: 'signature-refused',
      message: `the key ${ref} does not sign with RS256`,
      hint: 'it signs with ES256',
    });
  });
});
