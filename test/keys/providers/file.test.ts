/** Knows how keys in files are opened and made, by which spellings of a path, and what is said where they cannot be. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, openSigner } from '../../../src/index.js';
import { createKeyPair } from '../../support/key-pairs.js';

const isPosix = process.platform !== 'win32';
const isRoot = process.getuid?.() === 0;
const { privateKey, publicKey } = createKeyPair('EdDSA');
const publicJwk = publicKey.export({ format: 'jwk' });
const env = { SECRET: 'correct horse' };

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardctl-file-'));
  writeFileSync(at('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('key.json'), JSON.stringify(privateKey.export({ format: 'jwk' })));
  const cipher = { cipher: 'aes-256-cbc', passphrase: env.SECRET };
  writeFileSync(at('locked.pem'), privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function open(target: string, variables: Record<string, string> = {}) {
  return openSigner(`file:${target}`, { env: variables });
}

describe('a key in a file', () => {
  it.each([
    ['a path', () => at('key.pem')],
    ['a URL', () => pathToFileURL(at('key.pem')).href.slice('file:'.length)],
    ['a path to a JWK', () => at('key.json')],
  ])('opens by %s', async (_, toTarget) => {
    const signer = await open(toTarget());
    expect(signer.ref).toBe(`file:${toTarget()}`);
    expect(signer.publicJwk).toEqual(publicJwk);
    expect(signer.algorithms).toEqual(['EdDSA', 'Ed25519']);
  });

  it('opens with the passphrase in the variable that the ref names, or in the usual one', async () => {
    const named = await open(`${at('locked.pem')}?passphrase-env=SECRET`, env);
    const usual = await open(at('locked.pem'), { CARDCTL_KEY_PASSPHRASE: env.SECRET });
    expect([named.publicJwk, usual.publicJwk]).toEqual([publicJwk, publicJwk]);
    await expect(open(`${at('locked.pem')}?passphrase-env=OTHER`, env)).rejects.toMatchObject({
      code: 'key-locked',
      message: `the key in file:${at('locked.pem')}?passphrase-env=OTHER is encrypted, and OTHER is not set`,
    });
  });

  it('is not read from standard input, and the next step says where a key may be', async () => {
    await expect(open('-')).rejects.toMatchObject({
      code: 'key-not-found',
      hint: 'keys are not read from standard input; put it into a variable, and name that: env:NAME',
    });
  });

  it('is read to the size of the largest key and no further', async () => {
    const text = readFileSync(at('key.pem'), 'utf8');
    writeFileSync(at('padded.pem'), text.padEnd(65_536));
    writeFileSync(at('large.pem'), text.padEnd(65_537));
    expect((await open(at('padded.pem'))).publicJwk).toEqual(publicJwk);
    await expect(open(at('large.pem'))).rejects.toMatchObject({
      code: 'key-unreadable',
      message: `file:${at('large.pem')} is larger than any key`,
      hint: 'is this the right file?',
    });
  });

  it.runIf(existsSync('/dev/zero'))('is not read to its end where that has none', async () => {
    await expect(open('/dev/zero')).rejects.toMatchObject({
      message: 'file:/dev/zero is larger than any key',
    });
  });

  it.each([
    ['missing.pem', 'check the path, or make a key with `cardctl keys create file:missing.pem`'],
    ['~/missing.pem', 'write the path in full: ~ is only known to the shell, at the start of a word'],
  ])('that is not there is refused with the way on: %s', async (target, hint) => {
    await expect(open(target)).rejects.toMatchObject({
      code: 'key-not-found',
      message: `there is no key file ${target}`,
      hint,
      cause: { code: 'ENOENT' },
    });
  });

  it('is not on another host, neither to open nor to make', async () => {
    const due = {
      code: 'key-ref-invalid',
      message: 'key ref "file://missing.pem" names a host, and no file of this machine',
      hint: 'write file:PATH, or file:///PATH from the root',
    };
    await expect(open('//missing.pem')).rejects.toMatchObject(due);
    await expect(createKey('file://missing.pem', { algorithm: 'ES256', env: {} })).rejects.toMatchObject(due);
    expect(existsSync('/missing.pem')).toBe(false);
  });

  it('is no directory', async () => {
    await expect(open(folder)).rejects.toMatchObject({
      code: 'key-unreadable',
      message: `key file ${folder} is a directory`,
    });
  });

  it.skipIf(isRoot || !isPosix)(
    `is refused where it may not be read${isRoot ? ' (root may)' : ''}`,
    async () => {
      writeFileSync(at('secret.pem'), readFileSync(at('key.pem')));
      chmodSync(at('secret.pem'), 0o000);
      await expect(open(at('secret.pem'))).rejects.toMatchObject({
        code: 'key-unreadable',
        message: `key file ${at('secret.pem')} may not be read`,
      });
    },
  );

  it('is not named by a URL with an escaped slash', async () => {
    await expect(open('///%2Fkey.pem')).rejects.toMatchObject({
      code: 'key-ref-invalid',
      message: 'key ref "file:///%2Fkey.pem" is no URL of a file',
    });
  });
});

describe('a key made in a file', () => {
  it('is for its owner alone, and opens', async () => {
    const made = await createKey(`file:${at('new.pem')}`, { algorithm: 'ES256', env: {} });
    expect((await open(at('new.pem'))).publicJwk).toEqual(made.publicJwk);
    if (isPosix) expect(statSync(at('new.pem')).mode & 0o777).toBe(0o600);
  });

  it('is encrypted where the ref names a passphrase', async () => {
    const ref = `file:${at('new-locked.pem')}?passphrase-env=SECRET`;
    const made = await createKey(ref, { algorithm: 'EdDSA', env });
    expect(readFileSync(at('new-locked.pem'), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
    expect((await openSigner(ref, { env })).publicJwk).toEqual(made.publicJwk);
    const unset = createKey(`file:${at('unset.pem')}?passphrase-env=UNSET`, { algorithm: 'EdDSA', env });
    await expect(unset).rejects.toMatchObject({ code: 'key-locked' });
    expect(existsSync(at('unset.pem'))).toBe(false);
  });

  it('never takes the place of a file', async () => {
    const before = readFileSync(at('key.pem'), 'utf8');
    await expect(createKey(`file:${at('key.pem')}`, { algorithm: 'EdDSA', env: {} })).rejects.toMatchObject({
      code: 'file-exists',
      message: `${at('key.pem')} exists; a key is never written over`,
    });
    expect(readFileSync(at('key.pem'), 'utf8')).toBe(before);
  });

  it('is refused in a folder that is not there', async () => {
    await expect(
      createKey(`file:${at('nowhere/key.pem')}`, { algorithm: 'EdDSA', env: {} }),
    ).rejects.toMatchObject({ code: 'file-unwritable', cause: { code: 'ENOENT' } });
  });
});
