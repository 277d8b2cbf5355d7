/** What the command line does not let happen by mistake: files lost, options overruled, cards left out of a report. */
import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, p256, toPublic } from './samples.js';

let space: Workspace;
beforeEach(async () => {
  space = createWorkspace();
  space.write('key.json', ed25519);
  space.write('jwks.json', { keys: [toPublic(ed25519)] });
  space.write('card.json', createCard());
  await space.run('sign', 'card.json', '--key', 'file:key.json', '--in-place');
});
afterEach(() => {
  space.remove();
});

describe('a file that holds a private key', () => {
  it.each([
    ['keys jwks', ['keys', 'jwks', 'file:key.json', '--out', 'key.json']],
    [
      'sign',
      ['sign', 'card.json', '--key', 'file:key.json', '--jku', 'https://a.example/j', '--out', 'key.json'],
    ],
    ['verify', ['verify', 'card.json', '--jwks', 'jwks.json', '--out', 'key.json']],
  ])('is never written over by %s', async (_, args) => {
    const before = space.read('key.json');
    const { code, stderr } = await space.run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain('key.json holds a private key, which is never written over\n  next: ');
    expect(space.read('key.json')).toBe(before);
  });

  it('is not seen in a card that has a member d', async () => {
    const params = { d: 'x', kty: 'none' };
    space.write(
      'odd.json',
      createCard({ capabilities: { extensions: [{ uri: 'urn:x', params: { d: params.d } }] } }),
    );
    expect((await space.run('sign', 'odd.json', '--key', 'file:key.json', '--in-place')).code).toBe(0);
  });
});

describe('the key set of a call', () => {
  it.each(['verify', 'sign'])('is not written over by %s', async (command) => {
    const before = space.read('jwks.json');
    const key = command === 'sign' ? ['--key', 'file:key.json'] : [];
    const call = [command, 'card.json', ...key, '--jwks', 'jwks.json', '--out', './jwks.json'];
    const { code, stderr } = await space.run(...call);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: --out ./jwks.json is the key set of this call\n  next: give another file\n',
    });
    expect(space.read('jwks.json')).toBe(before);
  });

  it.runIf(process.platform !== 'win32')('is not written over under another name', async () => {
    const before = space.read('jwks.json');
    symlinkSync('jwks.json', space.path('set-link.json'));
    const call = ['verify', 'card.json', '--jwks', 'jwks.json', '--out', 'set-link.json'];
    expect(await space.run(...call)).toMatchObject({ code: 2, stdout: '' });
    expect(space.read('jwks.json')).toBe(before);
  });
});

describe('verify --out', () => {
  it.each([
    ['the key set of the call', 'jwks.json', 'is the key set of this call'],
    ['standard output, where the report goes', '-', 'would mix the card with the report'],
  ])('ends with 2 for %s', async (_, out, message) => {
    const { code, stderr } = await space.run('verify', 'card.json', '--jwks', 'jwks.json', '--out', out);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('tells the verdict also where the file cannot be written, and ends with 6', async () => {
    const { code, stdout, stderr } = await space.run(
      'verify',
      'card.json',
      '--jwks',
      'jwks.json',
      '--out',
      'no/x.json',
    );
    expect(code).toBe(6);
    expect(stdout).toContain('card.json: trusted');
    expect(stderr).toContain('is in a folder that does not exist');
  });
});

describe('an option that is given twice', () => {
  it.each([
    ['--jwks', ['verify', 'card.json', '--jwks', 'jwks.json', '--jwks=other.json']],
    ['--at', ['verify', 'card.json', '--jwks', 'jwks.json', '--at=2020-01-01', '--at', '2027-01-01']],
    ['--against', ['explain', 'card.json', '--against', 'a.json', '--against', 'b.json']],
    ['--out', ['sign', 'card.json', '--key', 'file:key.json', '--out', 'a.json', '--out', 'b.json']],
  ])('ends with 2: %s', async (option, args) => {
    const { code, stderr } = await space.run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(option);
    expect(stderr).toContain('once only');
  });
});

describe('a card that cannot be read', () => {
  it.each(['check', 'verify'])('is listed in the JSON of %s', async (command) => {
    const rest = command === 'verify' ? ['--jwks', 'jwks.json'] : [];
    const { code, stdout } = await space.run(command, 'missing.json', ...rest, '--json');
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      reports: [],
      errors: [
        { source: 'missing.json', code: 'file-not-found', message: 'there is no card file missing.json' },
      ],
    });
  });
});

describe('the text of a key in place of a name', () => {
  const text = JSON.stringify(p256);
  it.each([
    ['a card', ['check', text]],
    ['a key set', ['verify', 'card.json', '--jwks', text]],
    ['a former copy', ['explain', 'card.json', '--against', text]],
    ['an algorithm', ['keys', 'create', 'file:new.pem', '--alg', text]],
    ['an option', ['check', `--${text}`]],
    ['a command', [text]],
    ['a key, in base64', ['keys', 'show', Buffer.from(text).toString('base64')]],
    ['one argument, behind a line break', ['inspect', 'card.json', `x\n${text}`]],
  ])('is not repeated where %s is due', async (_, args) => {
    const { code, stdout, stderr } = await space.run(...args);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain(p256.d.slice(0, 12));
    expect(stdout + stderr).not.toContain(Buffer.from(text).toString('base64').slice(0, 24));
  });
});

describe('what a terminal obeys', () => {
  const escape = '\u001b[2J';
  it.each([
    ['an option', ['check', `--x\n${escape}`]],
    ['an option, behind a carriage return', ['check', `--x\r${escape}`]],
    ['a command', [`nope\n${escape}`]],
    ['an inner command', ['keys', `nope\n${escape}`]],
    ['a value', ['check', 'card.json', '--max-bytes', `1\n${escape}`]],
    ['a second value', ['sign', 'card.json', '--kid', 'a', '--kid', `b\n(Did you mean ${escape}?)`]],
    ['the name of a former copy', ['explain', 'card.json', '--against', `${escape}.json`]],
    ['the name of a key set', ['verify', 'card.json', '--jwks', `${escape}.json`]],
  ])('is not handed on in %s', async (_, args) => {
    space.write(`${escape}.json`, { keys: [] });
    const { code, stdout, stderr } = await space.run(...args);
    expect([2, 4]).toContain(code);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('leaves the suggestion on its line', async () => {
    const { stderr } = await space.run('check', 'card.json', '--jsn');
    expect(stderr).toContain("error: unknown option '--jsn'\n(Did you mean --json?)\n");
  });
});

describe('a token by a trusted key', () => {
  it('is no signature of a card', async () => {
    const header = { alg: 'EdDSA', kid: 'k', typ: 'dpop+jwt' };
    const entry = { protected: Buffer.from(JSON.stringify(header)).toString('base64url'), signature: 'AA' };
    space.write('token.json', createCard({ signatures: [entry] }));
    const { code, stdout } = await space.run('verify', 'token.json', '--jwks', 'jwks.json');
    expect(code).toBe(4);
    expect(stdout).toContain('header-malformed: typ "dpop+jwt" says that this is a token, not a card');
  });
});
