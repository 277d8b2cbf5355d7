/** Knows where the PIN of a token is taken from, how often it is tried, and what is said of one that is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { usualFlags } from '../../../support/fake-cryptoki.js';
import {
  createFakeProvider,
  env,
  failing,
  failureOf,
  openWith,
  pin,
  ref,
} from '../../../support/fake-provider.js';

const folder = mkdtempSync(join(tmpdir(), 'cardctl-pkcs11-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the PIN', () => {
  it.each([
    [
      0xa0,
      'credentials-refused',
      'the PIN in CARDCTL_PKCS11_PIN is wrong for pkcs11:token=wrong-a0;serial=42',
    ],
    [
      0xa1,
      'credentials-refused',
      'the PIN in CARDCTL_PKCS11_PIN is wrong for pkcs11:token=wrong-a1;serial=42',
    ],
    [
      0xa2,
      'credentials-refused',
      'the PIN in CARDCTL_PKCS11_PIN is wrong for pkcs11:token=wrong-a2;serial=42',
    ],
    [0xa3, 'credentials-expired', `${ref}: the PIN has expired (CKR 0x000000a3)`],
    [
      0xa4,
      'key-locked',
      `${ref}: the PIN of the token is locked, after too many wrong ones (CKR 0x000000a4)`,
    ],
    [0x102, 'key-state', `${ref}: the token has no user PIN yet (CKR 0x00000102)`],
  ])('is refused with %i as %s', async (ckr, code, message) => {
    const { provider } = createFakeProvider({
      ...failing('C_Login', ckr),
      label: `wrong-${ckr.toString(16)}`,
    });
    expect(await failureOf(openWith(provider))).toMatchObject({ code, message });
  });

  it('is not tried where the token says that it is locked', async () => {
    const { provider, pins } = createFakeProvider({ flags: usualFlags | 0x40000 });
    expect(await failureOf(openWith(provider))).toMatchObject({
      code: 'key-locked',
      message: 'the PIN of pkcs11:token=fake;serial=42 is locked, after too many wrong ones',
    });
    expect(pins).toEqual([]);
  });

  it('that is wrong with one try left is refused with a warning', async () => {
    const { provider } = createFakeProvider({
      ...failing('C_Login', 0xa0),
      flags: usualFlags | 0x20000,
      label: 'last',
    });
    expect(await failureOf(openWith(provider))).toMatchObject({
      code: 'credentials-refused',
      hint: 'check CARDCTL_PKCS11_PIN before you try again: one more wrong PIN locks the token',
    });
  });

  it('that is wrong is given to the token once in a process, and another one is tried', async () => {
    const { provider, calls } = createFakeProvider({ ...failing('C_Login', 0xa0), label: 'once' });
    const other = createFakeProvider({ label: 'once' });
    for (let count = 0; count < 3; count += 1) {
      const error = await failureOf(openWith(provider));
      expect(error.message).toBe('the PIN in CARDCTL_PKCS11_PIN is wrong for pkcs11:token=once;serial=42');
    }
    expect(await failureOf(openWith(other.provider))).toMatchObject({ code: 'credentials-refused' });
    expect(calls.filter((name) => name === 'C_Login')).toEqual(['C_Login']);
    expect(other.calls).not.toContain('C_Login');
    const signer = await openWith(other.provider, ref, { ...env, CARDCTL_PKCS11_PIN: 'another' });
    await signer.close?.();
    const again = await openWith(other.provider);
    await again.close?.();
    expect(other.pins).toEqual(['another', pin]);
  });

  it('that a token takes at its own keys is not asked for', async () => {
    const { provider, pins } = createFakeProvider({ flags: usualFlags | 0x100 });
    expect(await failureOf(openWith(provider))).toMatchObject({ code: 'provider-refused' });
    expect(pins).toEqual([]);
  });

  it('is not needed where the token asks for none', async () => {
    const { provider, calls } = createFakeProvider({ flags: 0x400 });
    const signer = await openWith(provider, ref, { CARDCTL_PKCS11_MODULE: 'fake.so' });
    await signer.close?.();
    expect(calls).not.toContain('C_Login');
    expect(calls).not.toContain('C_Logout');
  });

  it.each([
    ['file:none', 'the token asks for a PIN, and file:none is not there'],
    ['env:NOT_SET', 'the token asks for a PIN, and the environment variable NOT_SET is not set'],
    ['env:constructor', 'the token asks for a PIN, and the environment variable constructor is not set'],
  ])('is missing at %s', async (source, message) => {
    const { provider } = createFakeProvider();
    expect(await failureOf(openWith(provider, `${ref}?pin-source=${source}`))).toMatchObject({
      code: 'credentials-missing',
      message,
    });
  });

  it.each(['1234', 'env:', 'env:A-B', '|cat%20/pin', '/etc/pin', 'http://pin'])(
    'has no source of another kind, which is not repeated: %s',
    async (source) => {
      const error = await failureOf(
        openWith(createFakeProvider().provider, `${ref}?pin-source=${source}`.replace('|', '%7C')),
      );
      expect(error).toMatchObject({
        code: 'key-ref-invalid',
        message: 'the pin-source of the PKCS#11 URI is no file: and no env:',
      });
    },
  );

  it('is not in a file that is empty, or larger than any PIN', async () => {
    for (const [name, text, reason] of [
      ['empty', '\n1234', 'is empty, or its first line is'],
      ['large', 'x'.repeat(1025), 'is too large for one'],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, text);
      const { provider, pins } = createFakeProvider();
      expect(await failureOf(openWith(provider, `${ref}?pin-source=file:${path}`))).toMatchObject({
        code: 'credentials-missing',
        message: `the token asks for a PIN, and file:${path} ${reason}`,
      });
      expect(pins).toEqual([]);
    }
  });
});
