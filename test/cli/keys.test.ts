/** Knows what `keys` makes, shows and publishes, and what it says of keys that cannot be used. */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { ed25519Kid, p256, p256Kid, toPublic, writeKeys } from './samples.js';
import { hasMlDsa } from '../support/key-pairs.js';

const isPosix = process.platform !== 'win32';

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  writeKeys(space);
});
afterAll(() => {
  space.remove();
});

describe('cardctl keys create', () => {
  it('ends with 0, makes a key on P-256 and tells the next step on standard error', async () => {
    const { code, stdout, stderr } = await space.run('keys', 'create', 'file:new.pem');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^file:new\.pem\n {2}kid {3}[\w-]{43}\n {2}type {2}EC P-256\n {2}signs ES256\n$/);
    expect(stderr).toBe(
      'next: print its key set, for which you name your other keys too: cardctl keys jwks file:new.pem\n',
    );
    expect(createPrivateKey(space.read('new.pem')).asymmetricKeyDetails).toEqual({
      namedCurve: 'prime256v1',
    });
  });

  it.each([
    ['without a value', ['--tag', 'ab', '--tag', 'ac'], '--tag ab is not of the form KEY=VALUE'],
    [
      'without a value, whatever it begins with',
      ['--tag', 'created-by1'],
      '--tag created-by1 is not of the form',
    ],
    ['that names cardctl itself', ['--tag', 'created-by=me'], 'the tag created-by names cardctl'],
    ['twice', ['--tag', 'a=1', '--tag', 'a=2'], 'the tag a is given twice'],
  ])('ends with 2 for a tag %s', async (_, tags, message) => {
    const { code, stderr } = await space.run('keys', 'create', 'awskms:///alias/x', ...tags);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${message}`);
  });

  it.runIf(isPosix)('makes a file that only its owner can read and write', async () => {
    await space.run('keys', 'create', 'file:mode.pem');
    expect(statSync(space.path('mode.pem')).mode & 0o777).toBe(0o600);
  });

  it('ends with 2 where a file is, and leaves it as it is', async () => {
    space.write('there.pem', 'the only copy');
    const { code, stdout, stderr } = await space.run('keys', 'create', 'file:there.pem');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: there.pem exists; a key is never written over\n  next: choose another name, or move the file away\n',
    );
    expect(space.read('there.pem')).toBe('the only copy');
  });

  it.runIf(isPosix)('ends with 6 where the path cannot be, and takes a long name', async () => {
    space.write('plain-file', '');
    symlinkSync('loop', space.path('loop'));
    for (const path of ['plain-file/new.pem', 'loop/new.pem', 'x'.repeat(300)]) {
      const { code, stderr } = await space.run('keys', 'create', `file:${path}`);
      expect(code, stderr).toBe(6);
      expect(stderr).toMatch(/^error: key file \S+ cannot be written \(E[A-Z]+\)\n {2}next: /);
    }
    const long = 'x'.repeat(250);
    expect(await space.run('keys', 'create', `file:${long}`)).toMatchObject({ code: 0 });
    expect(await space.run('keys', 'jwks', `file:${long}`, '--out', 'y'.repeat(250))).toMatchObject({
      code: 0,
    });
    expect(readdirSync(space.path('.')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('advises the ref that opens an encrypted key with a question mark in its name', async () => {
    const env = { SECRET: 'correct horse' };
    const { stderr } = await space.run('keys', 'create', 'file:a?b.pem', '--passphrase-env', 'SECRET', {
      env,
    });
    expect(stderr).toContain(`cardctl keys jwks 'file:a?b.pem?passphrase-env=SECRET'\n`);
    expect(await space.run('keys', 'show', 'file:a?b.pem?passphrase-env=SECRET', { env })).toMatchObject({
      code: 0,
    });
  });

  it('ends with 6 where the folder is not there', async () => {
    const { code, stderr } = await space.run('keys', 'create', 'file:nowhere/key.pem');
    expect(code).toBe(6);
    expect(stderr).toMatch(/^error: key file nowhere\/key\.pem .*\n {2}next: check that the folder exists/);
  });

  it('ends with 2 where no key can be kept', async () => {
    const { code, stderr } = await space.run('keys', 'create', 'env:KEY');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'no key can be created at "env:KEY"\n  next: create it as a file, with file:PATH',
    );
  });

  it.each([
    ['ES384', 'EC P-384', 'ES384'],
    ['EdDSA', 'OKP Ed25519', 'EdDSA, Ed25519'],
    ['PS256', 'RSA, 3072 bits', 'RS256, RS384, RS512, PS256, PS384, PS512'],
  ])('makes a key for %s with --alg', async (alg, type, signs) => {
    const { code, stdout } = await space.run('keys', 'create', `file:${alg}.pem`, '--alg', alg);
    expect(code).toBe(0);
    expect(stdout).toContain(`\n  type  ${type}\n  signs ${signs}\n`);
  });

  it('ends with 2 for an algorithm that this Node.js does not have, and 0 where it has it', async () => {
    const { code, stderr } = await space.run('keys', 'create', 'file:ml.pem', '--alg', 'ML-DSA-44');
    if (hasMlDsa()) expect(code).toBe(0);
    else {
      expect(code).toBe(2);
      expect(stderr).toMatch(/^error: this Node\.js \(v.*\) has no ML-DSA-44\n {2}next: .*24\.6/);
    }
  });

  it('encrypts the key with --passphrase-env, and opens it with that passphrase alone', async () => {
    const env = { SECRET: 'correct horse' };
    const made = await space.run('keys', 'create', 'file:locked.pem', '--passphrase-env', 'SECRET', { env });
    expect(made.code).toBe(0);
    expect(space.read('locked.pem')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
    const ref = 'file:locked.pem?passphrase-env=SECRET';
    expect(await space.run('keys', 'show', ref, { env })).toMatchObject({ code: 0 });
    const wrong = await space.run('keys', 'show', ref, { env: { SECRET: 'battery staple' } });
    expect(wrong).toMatchObject({ code: 7, stdout: '' });
    expect(wrong.stderr).toContain(
      'does not open with the passphrase in SECRET\n  next: check the value of SECRET',
    );
    const unset = await space.run('keys', 'show', 'file:locked.pem');
    const empty = await space.run('keys', 'show', 'file:locked.pem', { env: { CARDCTL_KEY_PASSPHRASE: '' } });
    expect(empty.stderr).toContain('is encrypted, and CARDCTL_KEY_PASSPHRASE is empty\n  next: ');
    expect(unset).toMatchObject({ code: 7, stdout: '' });
    expect(unset.stderr).toContain(
      'is encrypted, and CARDCTL_KEY_PASSPHRASE is not set\n  next: put the passphrase',
    );
  });

  it('ends with 7 and makes no file where the passphrase is not set', async () => {
    const args = ['keys', 'create', 'file:unset.pem', '--passphrase-env', 'SECRET'];
    const { code, stderr } = await space.run(...args);
    expect(code).toBe(7);
    expect(stderr).toContain('the passphrase variable SECRET is not set\n  next: ');
    const empty = await space.run(...args, { env: { SECRET: '' } });
    expect(empty.stderr).toContain('the passphrase variable SECRET is empty\n  next: ');
    expect(readdirSync(space.path('.'))).not.toContain('unset.pem');
  });

  it('says when a passphrase is there that it does not use', async () => {
    const env = { CARDCTL_KEY_PASSPHRASE: 'correct horse' };
    const plain = await space.run('keys', 'create', 'file:plain.pem', { env });
    expect(plain.code).toBe(0);
    expect(plain.stderr).toContain(
      'note: the key is not encrypted, although CARDCTL_KEY_PASSPHRASE is set: ',
    );
    const args = ['keys', 'create', 'file:locked2.pem', '--passphrase-env', 'CARDCTL_KEY_PASSPHRASE'];
    expect((await space.run(...args, { env })).stderr).not.toContain('note: ');
  });

  it('says how a key signs with another algorithm than its first', async () => {
    const { stderr } = await space.run('keys', 'create', 'file:ps.pem', '--alg', 'PS256');
    expect(stderr).toContain('cardctl keys jwks file:ps.pem --alg PS256\n');
    expect(stderr).toContain('note: give --alg PS256 when you sign, too: the key can do RS256 as well');
  });

  it('gives a next step that a shell takes as it stands', async () => {
    const { stderr } = await space.run('keys', 'create', "file:it's mine.pem");
    expect(stderr).toContain(`cardctl keys jwks 'file:it'\\''s mine.pem'\n`);
  });

  it('prints one JSON document with --json', async () => {
    const { code, stdout } = await space.run('keys', 'create', 'file:json.pem', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      keys: [
        {
          ref: 'file:json.pem',
          algorithms: ['ES256'],
          jwk: { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' },
        },
      ],
    });
  });
});

describe('cardctl keys show', () => {
  it('ends with 0 and shows each key', async () => {
    const { code, stdout, stderr } = await space.run('keys', 'show', 'file:ed25519.json', 'file:p256.json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `file:ed25519.json\n  kid   ${ed25519Kid}\n  type  OKP Ed25519\n  signs EdDSA, Ed25519\n` +
        `file:p256.json\n  kid   ${p256Kid}\n  type  EC P-256\n  signs ES256\n`,
    );
  });

  it('prints one JSON document with --json', async () => {
    const { stdout } = await space.run('keys', 'show', 'env:KEY', '--json', {
      env: { KEY: JSON.stringify(p256) },
    });
    const jwk = { ...toPublic(p256), kid: p256Kid, alg: 'ES256', use: 'sig' };
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      keys: [{ ref: 'env:KEY', kid: p256Kid, algorithms: ['ES256'], jwk }],
    });
  });

  it.each([
    ['a missing file', 'file:missing.pem', 'there is no key file missing.pem'],
    ['a directory', 'file:.', 'key file . is a directory'],
    ['a variable that is not set', 'env:MISSING', 'the environment variable MISSING is not set'],
    ['a public key in PEM', 'file:public.pem', 'holds a PUBLIC KEY, not a private key'],
    ['a PEM cut short', 'file:short.pem', 'the PRIVATE KEY in file:short.pem cannot be read'],
    ['a JWK that is no JSON', 'file:broken.json', 'file:broken.json is not a JWK: not strict JSON at line 1'],
    ['an empty file', 'file:empty.pem', 'file:empty.pem holds no PEM and no JWK'],
    ['a file that is no key', 'file:large', 'file:large is larger than any key'],
  ])('ends with 7 for %s', async (_, ref, message) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    space.write('public.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    space.write('short.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })).slice(0, 60));
    space.write('broken.json', JSON.stringify(p256).slice(0, -2));
    space.write('empty.pem', '');
    space.write('large', 'x'.repeat(65_537));
    const { code, stdout, stderr } = await space.run('keys', 'show', ref);
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it.each([
    [
      'a ref without a scheme',
      'key.pem',
      'key ref "key.pem" has no scheme\n  next: name where the key is held: file:key.pem',
    ],
    [
      'an unknown scheme',
      'ftp:key.pem',
      'key ref "ftp:key.pem" has unknown scheme "ftp"\n  next: use file: or env:',
    ],
  ])('ends with 2 for %s', async (_, ref, message) => {
    const { code, stdout, stderr } = await space.run('keys', 'show', ref);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it.each([
    ['a public JWK', 'file:public.json', 'file:public.json holds a public JWK, not a private key'],
    ['a key set', 'file:set.json', 'file:set.json holds a key set, not one private key'],
    ['a symmetric key', 'file:oct.json', 'the key in file:oct.json is symmetric'],
    ['a key for encryption', 'file:enc.json', 'the key in file:enc.json has use "enc", not "sig"'],
    [
      'a curve that no algorithm uses',
      'file:x25519.pem',
      'the key in file:x25519.pem has the unsupported curve "X25519"',
    ],
    ['an RSA key that is too short', 'file:rsa.pem', 'is RSA of 1024 bits; at least 2048 are needed'],
  ])('ends with 7, being no key to sign with, for %s', async (_, ref, message) => {
    space.write('public.json', toPublic(p256));
    space.write('set.json', { keys: [p256] });
    space.write('oct.json', { kty: 'oct', k: 'c2VjcmV0' });
    space.write('enc.json', { ...p256, use: 'enc' });
    const toPem = { type: 'pkcs8', format: 'pem' } as const;
    space.write('x25519.pem', generateKeyPairSync('x25519').privateKey.export(toPem));
    space.write('rsa.pem', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(toPem));
    const { code, stdout, stderr } = await space.run('keys', 'show', ref);
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it('gives a next step that can be followed for a ref without a path', async () => {
    const { code, stderr } = await space.run('keys', 'show', 'file:');
    expect(code).toBe(2);
    expect(stderr).toContain('key ref "file:"');
    expect(stderr).not.toContain('file:file:');
  });
});
