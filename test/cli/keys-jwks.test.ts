/** Knows the key set that `keys jwks` prints. */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { ed25519, ed25519Kid, p256, p256Kid, toPublic, writeKeys } from './samples.js';

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  writeKeys(space);
});
afterAll(() => {
  space.remove();
});

describe('cardctl keys jwks', () => {
  const due = {
    keys: [
      { ...toPublic(ed25519), kid: ed25519Kid, alg: 'EdDSA', use: 'sig' },
      { ...toPublic(p256), kid: p256Kid, alg: 'ES256', use: 'sig' },
    ],
  };

  it('ends with 0 and prints the public members of each key', async () => {
    const { code, stdout, stderr } = await space.run('keys', 'jwks', 'file:ed25519.json', 'file:p256.json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(due);
  });

  it('writes the key set to a file with --out, also over one that is there', async () => {
    space.write('jwks.json', 'old');
    const result = await space.run(
      'keys',
      'jwks',
      'file:ed25519.json',
      'file:p256.json',
      '--out',
      'jwks.json',
    );
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(space.read('jwks.json'))).toEqual(due);
  });

  it('ends with 6 where --out is a directory or in a folder that is not there', async () => {
    mkdirSync(space.path('folder'), { recursive: true });
    const folder = await space.run('keys', 'jwks', 'file:p256.json', '--out', 'folder');
    expect(folder).toMatchObject({ code: 6, stdout: '' });
    expect(folder.stderr).toContain('folder is a directory');
    const nowhere = await space.run('keys', 'jwks', 'file:p256.json', '--out', 'nowhere/jwks.json');
    expect(nowhere.code).toBe(6);
    expect(nowhere.stderr).toContain('nowhere/jwks.json is in a folder that does not exist');
  });

  it('names the algorithm that --alg says, and ends with 2 where the key cannot', async () => {
    const { stdout } = await space.run('keys', 'jwks', 'file:ed25519.json', '--alg', 'Ed25519');
    expect(JSON.parse(stdout)).toEqual({ keys: [{ ...due.keys[0], alg: 'Ed25519' }] });
    const wrong = await space.run('keys', 'jwks', 'file:p256.json', '--alg', 'RS256');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toBe(
      'error: the key file:p256.json cannot sign with RS256\n  next: it signs with ES256\n',
    );
  });

  it('takes no text of a key for --kid, which is published', async () => {
    for (const kid of [JSON.stringify(p256), 'a\nb', '']) {
      for (const call of [
        ['keys', 'jwks', 'file:p256.json'],
        ['sign', 'card.json', '--key', 'file:p256.json'],
      ]) {
        const { code, stdout, stderr } = await space.run(...call, `--kid=${kid}`);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).not.toContain(p256.d);
      }
    }
  });

  it('names the key as --kid says, with one key only', async () => {
    const { stdout } = await space.run('keys', 'jwks', 'file:p256.json', '--kid', 'agent-2026');
    expect(JSON.parse(stdout)).toEqual({ keys: [{ ...due.keys[1], kid: 'agent-2026' }] });
    const two = await space.run('keys', 'jwks', 'file:p256.json', 'file:ed25519.json', '--kid', 'a');
    expect(two).toMatchObject({ code: 2, stdout: '' });
    expect(two.stderr).toContain('a kid can be given with one key only\n  next: ');
  });

  it('ends with 2 for an empty --kid, which no verifier would accept', async () => {
    expect(await space.run('keys', 'jwks', 'file:p256.json', '--kid', '')).toMatchObject({
      code: 2,
      stdout: '',
    });
  });

  it('ends with 2 for one key twice', async () => {
    const { code, stderr } = await space.run('keys', 'jwks', 'file:p256.json', 'file:./p256.json');
    expect(code).toBe(2);
    expect(stderr).toContain(`two keys have the kid "${p256Kid}"\n  next: name each key once`);
  });

  it('ends with 7 for a missing key, and prints no part of the set', async () => {
    const result = await space.run('keys', 'jwks', 'file:p256.json', 'file:missing.json');
    expect(result).toMatchObject({ code: 7, stdout: '' });
  });
});
