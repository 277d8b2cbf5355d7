/** Knows which key sets `verify` takes, and what it says of the others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, p256, p256Kid, sign, toPublic } from './samples.js';

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [toPublic(ed25519)] });
  space.write('trusted.json', await sign(createCard(), [ed25519]));
  space.write('stranger.json', await sign(createCard(), [p256]));
});
afterAll(() => {
  space.remove();
});

describe('cardctl verify --jwks', () => {
  it.each([
    ['is missing', 'missing.json', '', 'there is no key set file missing.json'],
    ['is a directory', '.', '', '. is a directory, not a key set file'],
    [
      'holds a private key',
      'k.json',
      { keys: [ed25519] },
      'holds a private key (member "d" of key 0)\n  next: give the public set',
    ],
    [
      'is one key',
      'k.json',
      toPublic(p256),
      'key set k.json is a single key\n  next: put it into a set: {"keys": [ ... ]}',
    ],
    ['is a card', 'k.json', createCard(), 'is an object without an array "keys"'],
    ['is an array', 'k.json', [], 'key set k.json is'],
    ['is empty', 'k.json', '', 'key set k.json:1:1: nothing to read'],
    [
      'is a PEM',
      'k.json',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n',
      'key set k.json is a PEM file\n  next: make a key set of the key',
    ],
    [
      'is a URL',
      'https://agent.example/jwks.json',
      '',
      'is a URL, and a key set is read from a file\n  next: fetch it',
    ],
  ])('ends with 2 where the key set %s', async (_, name, content, message) => {
    if (name === 'k.json') space.write(name, content);
    const { code, stdout, stderr } = await space.run('verify', 'trusted.json', '--jwks', name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it('ends with 2 without it: a card cannot vouch for itself', async () => {
    const { code, stdout, stderr } = await space.run('verify', 'trusted.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: no key set is given, .*\n {2}next: give the keys you trust: --jwks FILE/);
  });

  it('ends with 4 where the set has no keys', async () => {
    space.write('k.json', { keys: [] });
    const { code, stdout } = await space.run('verify', 'trusted.json', '--jwks', 'k.json');
    expect(code).toBe(4);
    expect(stdout).toContain('  keys     0 usable keys in k.json\n');
  });

  it('ends with 4 and the kid where the set has other keys', async () => {
    const { code, stdout } = await space.run('verify', 'stranger.json', '--jwks', 'jwks.json');
    expect(code).toBe(4);
    expect(stdout).toContain(`kid-unknown: no trusted key has the kid "${p256Kid}"`);
  });

  it('does not trust a key of another type than the entry says', async () => {
    space.write('k.json', { keys: [{ ...toPublic(p256), kid: ed25519Kid }] });
    const { code, stdout } = await space.run('verify', 'trusted.json', '--jwks', 'k.json');
    expect(code).toBe(4);
    expect(stdout).toContain(`key-mismatch: key ${ed25519Kid} is EC P-256, which does not go with alg EdDSA`);
    expect(stdout).toContain('\n  next: get the right key set from where you trust it; ');
  });

  it('notes keys that are skipped, and tries each of several with one kid', async () => {
    const keys = [
      { kty: 'oct', k: 'AAAA' },
      { ...toPublic(p256), kid: ed25519Kid },
      { ...toPublic(ed25519), kid: ed25519Kid },
    ];
    space.write('k.json', { keys });
    const { code, stdout } = await space.run('verify', 'trusted.json', '--jwks', 'k.json');
    expect(code).toBe(0);
    expect(stdout).toContain(`  note     several keys have the kid ${ed25519Kid}; each is tried\n`);
    expect(stdout).toMatch(/^ {2}note {5}key 0 is symmetric .*; it is skipped$/m);
    const json = await space.run('verify', 'trusted.json', '--jwks', 'k.json', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ reports: [{ keySet: { duplicateKids: [ed25519Kid] } }] });
  });
});
