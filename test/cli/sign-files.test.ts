/** Knows which files `sign` writes, which it leaves alone, and what it leaves of those it replaces. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, parseSigned, sign } from './samples.js';

const isPosix = process.platform !== 'win32';
const isRoot = process.getuid?.() === 0;
const key = ['--key', 'file:ed25519.json'];
/** Long ago, so that any write shows. */
const longAgo = new Date('2020-01-01T00:00:00Z');

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
  space.write('ed25519.json', ed25519);
  space.write('card.json', createCard());
});
afterEach(() => {
  space.remove();
});

describe('cardctl sign --in-place', () => {
  it('replaces the card with the signed one, and prints nothing', async () => {
    const { code, stdout, stderr } = await space.run('sign', 'card.json', ...key, '--in-place');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `signed: EdDSA by ${ed25519Kid}, without an expiry\n`,
    });
    expect(space.read('card.json')).toBe(await sign(createCard(), [ed25519]));
    expect(readdirSync(space.path('.')).sort()).toEqual(['card.json', 'ed25519.json']);
  });

  it('writes what --out writes', async () => {
    await space.run('sign', 'card.json', ...key, '--out', 'out.json');
    await space.run('sign', 'card.json', ...key, '--in-place');
    expect(space.read('card.json')).toBe(space.read('out.json'));
  });

  it.each([['--in-place'], ['--out=card.json'], ['--out=./card.json']])(
    'leaves the file alone where nothing changes, with %s',
    async (option) => {
      await space.run('sign', 'card.json', ...key, '--in-place');
      utimesSync(space.path('card.json'), longAgo, longAgo);
      const before = statSync(space.path('card.json'));
      const { code, stderr } = await space.run('sign', 'card.json', ...key, option);
      expect({ code, stderr }).toEqual({ code: 0, stderr: `kept: EdDSA by ${ed25519Kid}\n` });
      const { mtimeMs, ino } = statSync(space.path('card.json'));
      expect({ mtimeMs, ino }).toEqual({ mtimeMs: before.mtimeMs, ino: before.ino });
    },
  );

  it.runIf(isPosix)('leaves the mode of the file', async () => {
    chmodSync(space.path('card.json'), 0o640);
    await space.run('sign', 'card.json', ...key, '--in-place');
    expect(statSync(space.path('card.json')).mode & 0o777).toBe(0o640);
  });

  it.runIf(isPosix)('leaves a symbolic link, and replaces what it points to', async () => {
    mkdirSync(space.path('real'));
    space.write('real/card.json', createCard());
    symlinkSync('real/card.json', space.path('link.json'));
    await space.run('sign', 'link.json', ...key, '--in-place');
    expect(readlinkSync(space.path('link.json'))).toBe('real/card.json');
    expect(lstatSync(space.path('real/card.json')).isFile()).toBe(true);
    expect(parseSigned(space.read('real/card.json')).signatures).toHaveLength(1);
    expect(readdirSync(space.path('real'))).toEqual(['card.json']);
  });

  it('leaves the file as it is where the card cannot be signed', async () => {
    space.write('card.json', createCard({ name: 7 }));
    const before = space.read('card.json');
    const { code } = await space.run('sign', 'card.json', ...key, '--in-place');
    expect(code).toBe(1);
    expect(space.read('card.json')).toBe(before);
  });

  it('leaves the file as it is where one of two keys is missing', async () => {
    const before = space.read('card.json');
    const args = ['sign', 'card.json', ...key, '--key', 'file:missing.json', '--in-place'];
    expect(await space.run(...args)).toMatchObject({ code: 7, stdout: '' });
    expect(space.read('card.json')).toBe(before);
  });

  it('ships no stale entry after a change of the card', async () => {
    await space.run('sign', 'card.json', ...key, '--in-place');
    const { signatures } = parseSigned(space.read('card.json'));
    space.write('card.json', createCard({ version: '2.0.0', signatures }));
    const { stderr } = await space.run('sign', 'card.json', ...key, '--in-place');
    expect(stderr).toBe(`signed: EdDSA by ${ed25519Kid}, without an expiry\nremoved: 1 earlier signature\n`);
    expect(space.read('card.json')).toBe(await sign(createCard({ version: '2.0.0' }), [ed25519]));
  });
});

describe('cardctl sign --out', () => {
  it('is made with the mode that new files have', async () => {
    await space.run('sign', 'card.json', ...key, '--out', 'out.json');
    space.write('plain.json', '');
    expect(statSync(space.path('out.json')).mode).toBe(statSync(space.path('plain.json')).mode);
  });

  it('leaves the card as it was', async () => {
    const before = space.read('card.json');
    await space.run('sign', 'card.json', ...key, '--out', 'out.json');
    expect(space.read('card.json')).toBe(before);
  });

  it('leaves the mode of a file that is there, and a symbolic link', async () => {
    space.write('out.json', 'old');
    if (isPosix) {
      chmodSync(space.path('out.json'), 0o600);
      symlinkSync('out.json', space.path('link.json'));
    }
    await space.run('sign', 'card.json', ...key, '--out', isPosix ? 'link.json' : 'out.json');
    expect(parseSigned(space.read('out.json')).signatures).toHaveLength(1);
    if (isPosix) expect(statSync(space.path('out.json')).mode & 0o777).toBe(0o600);
    if (isPosix) expect(readlinkSync(space.path('link.json'))).toBe('out.json');
  });

  it.runIf(isPosix)('makes the file that a symbolic link points to', async () => {
    symlinkSync('later.json', space.path('link.json'));
    await space.run('sign', 'card.json', ...key, '--out', 'link.json');
    expect(lstatSync(space.path('link.json')).isSymbolicLink()).toBe(true);
    expect(parseSigned(space.read('later.json')).signatures).toHaveLength(1);
  });

  it.each([
    ['a folder that is not there', 'nowhere/out.json', 'is in a folder that does not exist'],
    ['a directory', 'folder', 'is a directory'],
    ['a file as the folder', 'card.json/out.json', ''],
  ])('ends with 6 for %s', async (_, target, reason) => {
    mkdirSync(space.path('folder'));
    const { code, stdout, stderr } = await space.run('sign', 'card.json', ...key, '--out', target);
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toContain(`error: ${target} ${reason}`);
    expect(stderr).toContain('\n  next: the file and its folder must be there to be written by this user\n');
    expect(readdirSync(space.path('.')).sort()).toEqual(['card.json', 'ed25519.json', 'folder']);
  });

  it.skipIf(isRoot || !isPosix)(
    `ends with 6 for a folder that may not be written${isRoot ? ' (root may)' : ''}`,
    async () => {
      mkdirSync(space.path('locked'));
      space.write('locked/out.json', 'old');
      chmodSync(space.path('locked'), 0o500);
      const { code, stderr } = await space.run('sign', 'card.json', ...key, '--out', 'locked/out.json');
      chmodSync(space.path('locked'), 0o700);
      expect(code).toBe(6);
      expect(stderr).toContain(
        'error: locked/out.json cannot be written (EACCES); what was there is unchanged',
      );
      expect(space.read('locked/out.json')).toBe('old');
    },
  );

  it.runIf(existsSync('/dev/null') && isPosix)('writes to a device without replacing it', async () => {
    expect(await space.run('sign', 'card.json', ...key, '--out', '/dev/null')).toMatchObject({ code: 0 });
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
