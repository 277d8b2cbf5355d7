/** Knows what comes through pipes, terminals and full disks. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { cleanEnvironment, createWorkspace, program, type Workspace } from './run.js';
import { createCard, createLargeCard, p256, parseSigned, sign, toPublic } from './samples.js';

const large = createLargeCard(500_000);

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [toPublic(p256)] });
  space.write('tampered.json', { ...parseSigned(await sign(createCard(), [p256])), version: '9.9.9' });
  space.write('p256.json', p256);
  space.write('card.json', createCard());
  space.write('large.json', large);
  space.write('invalid.json', '[]');
});
afterAll(() => {
  space.remove();
});

describe('output over 64 kB through a pipe', () => {
  it('arrives whole', async () => {
    const { code, stdout } = await space.run('canonicalize', 'large.json');
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(500_000);
    expect(JSON.parse(stdout)).toEqual(large);
  });

  it('arrives whole where its reader sleeps first', async () => {
    const child = start('sign', 'large.json', '--key', 'file:p256.json');
    await wait(700);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
    const { signatures, ...rest } = JSON.parse(Buffer.concat(chunks).toString()) as { signatures: unknown[] };
    expect(rest).toEqual(large);
    expect(signatures).toHaveLength(1);
    expect(await toExit(child)).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^signed: ES256 by /) as string,
    });
  });

  it('is no error where its reader goes after ten bytes, as head -c 10 does', async () => {
    const child = start('canonicalize', 'large.json');
    const first = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    expect(first.subarray(0, 10).toString()).toBe('{"capabili');
    expect(await toExit(child)).toEqual({ code: 0, stderr: '' });
  });

  // `cardctl verify card.json --jwks jwks.json | grep -q x` must not turn a tampered card into a trusted one.
  it.each<[string[], number]>([
    [['check', 'card.json'], 0],
    [['check', 'invalid.json'], 1],
    [['verify', 'tampered.json', '--jwks', 'jwks.json'], 3],
    [['verify', 'card.json', '--jwks', 'jwks.json'], 4],
  ])('changes no exit code where its reader is gone: %j ends with %i', async (args, code) => {
    const child = start(...args);
    child.stdout.destroy();
    expect(await toExit(child)).toEqual({ code, stderr: '' });
  });
});

describe('standard input', () => {
  it('is awaited, however slowly it comes', async () => {
    const child = start('canonicalize', '-', '--hash');
    const text = JSON.stringify(createCard());
    for (const part of [text.slice(0, 1), text.slice(1, 100), text.slice(100)]) {
      await wait(250);
      child.stdin.write(part);
    }
    child.stdin.end();
    const [chunk] = (await child.stdout.toArray()) as Buffer[];
    const { stdout } = await space.run('canonicalize', 'card.json', '--hash');
    expect(chunk?.toString()).toBe(stdout);
    expect(await toExit(child)).toEqual({ code: 0, stderr: '' });
  });

  it('can be as large as a file', async () => {
    const { code, stdout } = await space.run('canonicalize', '-', { stdin: JSON.stringify(large) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(large);
  });

  it('is refused over the limit without being read to its end', async () => {
    const { code, stderr } = await space.run('check', '-', { stdin: ' '.repeat(3_000_000) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/standard input is over 1048576 bytes\n {2}next: .*--max-bytes/);
  });

  it.each(['check', 'canonicalize', 'inspect', 'explain'])('is told to be empty by %s', async (command) => {
    for (const options of [{}, { stdin: '' }]) {
      const { code, stdout, stderr } = await space.run(command, '-', options);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('standard input:1:1: ');
      expect(stdout + stderr).toMatch(/input is empty\n +next: /);
    }
  });

  it.skipIf(process.platform === 'win32')('is told to be a directory where it is one', () => {
    const folder = openSync(space.path('.'), 'r');
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, 'check', '-'], {
      stdio: [folder, 'pipe', 'pipe'],
      encoding: 'utf8',
      env: cleanEnvironment(),
    });
    closeSync(folder);
    expect({ status, stdout }).toEqual({ status: 6, stdout: '' });
    expect(stderr).toMatch(/^error: standard input .*directory.*\n {2}next: /);
  });

  it('can be named once only', async () => {
    const { code, stderr } = await space.run('check', '-', '-', { stdin: JSON.stringify(createCard()) });
    expect(code).toBe(2);
    expect(stderr).toMatch(/standard input/);
  });
});

describe('standard output', () => {
  it.skipIf(process.platform === 'win32')('can be named as --out, also where it is a pipe', () => {
    const line = `"${process.execPath}" "${program}" keys jwks file:p256.json --out /dev/stdout | cat`;
    const text = execFileSync('sh', ['-c', line], { cwd: space.path('.'), env: process.env }).toString();
    expect(JSON.parse(text)).toHaveProperty('keys');
  });

  it('has results alone, and standard error the rest', async () => {
    const signed = await space.run('sign', 'card.json', '--key', 'file:p256.json');
    expect(() => JSON.parse(signed.stdout) as unknown).not.toThrow();
    expect(signed.stderr).toMatch(/^signed: /);
    const made = await space.run('keys', 'create', 'file:new.pem', '--json');
    expect(() => JSON.parse(made.stdout) as unknown).not.toThrow();
    expect(made.stderr).toMatch(/^next: /);
    const wrong = await space.run('sign', 'missing.json', '--key', 'file:p256.json');
    expect(wrong).toMatchObject({ code: 6, stdout: '' });
  });

  it('has one JSON document per call with --json', async () => {
    for (const args of [
      ['check', 'card.json', 'invalid.json', 'missing.json'],
      ['canonicalize', 'card.json'],
      ['inspect', 'card.json'],
      ['explain', 'card.json', '--jwks', 'set.json'],
      ['sign', 'card.json', '--key', 'file:p256.json', '--out', 'out.json'],
      ['verify', 'card.json', 'invalid.json', 'missing.json', '--jwks', 'set.json'],
      ['keys', 'show', 'file:p256.json', 'file:p256.json'],
    ]) {
      space.write('set.json', { keys: [] });
      const { stdout } = await space.run(...args, '--json');
      expect(JSON.parse(stdout), args.join(' ')).toMatchObject({ version: 1 });
    }
  });

  it.runIf(existsSync('/dev/full'))(
    'on a full disk is an error with exit code 6 and without a stack trace',
    () => {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(
        process.execPath,
        [program, 'canonicalize', space.path('card.json')],
        {
          stdio: ['ignore', full, 'pipe'],
          encoding: 'utf8',
          env: cleanEnvironment(),
        },
      );
      closeSync(full);
      expect(stderr).not.toMatch(/^ {4}at /m);
      expect(stderr).toMatch(/^error: .*\n {2}next: /);
      expect(status).toBe(6);
    },
  );
});

// Python's pty module makes the terminal; nothing that Node.js brings can.
describePeer(
  'a terminal for tests',
  { found: findPython(), why: 'no python3 with the module pty' },
  (python) => {
    const colour = '\u001b[';

    it('gets colours', () => {
      expect(runInTerminal(python, ['check', 'card.json'])).toMatchObject({
        code: 0,
        output: `card.json: ${colour}32mvalid${colour}0m (A2A 1.0 card)\r\n`,
      });
      expect(runInTerminal(python, ['check', 'missing.json']).output).toMatch(
        /^\S+31merror\S+0m: there is no card/,
      );
      expect(runInTerminal(python, ['check', '--nope']).output).toMatch(/^\S+31merror\S+0m: unknown option/);
    });

    it.each<[string, Record<string, string>, boolean]>([
      ['NO_COLOR', { NO_COLOR: '1' }, false],
      ['an empty NO_COLOR, which is none,', { NO_COLOR: '' }, true],
      ['TERM=dumb', { TERM: 'dumb' }, false],
      ['an empty TERM', { TERM: '' }, false],
      ['FORCE_COLOR beside NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ])('with %s has colours as it should', (_, env, due) => {
      for (const args of [
        ['check', 'card.json'],
        ['check', 'missing.json'],
        ['--nope'],
        ['inspect', 'card.json'],
        ['explain', 'card.json'],
      ]) {
        expect(runInTerminal(python, args, env).output.includes(colour), args.join(' ')).toBe(due);
      }
    });

    it('as standard input gets a message, not silence', () => {
      const { code, output } = runInTerminal(python, ['check', '-']);
      expect(code).toBe(2);
      expect(output).toContain('standard input is a terminal; no card comes from there');
      expect(output).toContain('pipe one in: cardctl ... - < card.json');
    });
  },
);

describe('colours', () => {
  it.each<Record<string, string>>([
    {},
    { FORCE_COLOR: '1' },
    { CLICOLOR_FORCE: '1' },
    { TERM: 'xterm-256color' },
  ])('are in no pipe, with %j', async (env) => {
    for (const args of [
      ['check', 'card.json', 'missing.json'],
      ['inspect', 'card.json'],
      ['explain', 'tampered.json', '--jwks', 'jwks.json'],
      ['--nope'],
      ['--help'],
    ]) {
      const { stdout, stderr } = await space.run(...args, { env });
      expect(stdout + stderr).not.toContain('\u001b');
    }
  });
});

function start(...args: string[]) {
  return spawn(process.execPath, [program, ...args], {
    cwd: space.path('.'),
    env: cleanEnvironment(),
    stdio: 'pipe',
  });
}

function toExit(child: ReturnType<typeof start>): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (child.exitCode !== null && child.stderr.readableEnded)
    return Promise.resolve({ code: child.exitCode, stderr });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stderr });
    });
  });
}

const inTerminal = `
import json, os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.chdir(sys.argv[2])
    os.execve(sys.argv[3], sys.argv[3:], json.loads(sys.argv[1]))
output = b''
while True:
    try: chunk = os.read(terminal, 4096)
    except OSError: break
    if not chunk: break
    output += chunk
status = os.waitpid(child, 0)[1]
print(json.dumps({'code': os.WEXITSTATUS(status), 'output': output.decode()}))
`;

function findPython(): string | undefined {
  const { status } = spawnSync('python3', ['-c', 'import pty, os; os.close(pty.openpty()[0])']);
  return status === 0 ? 'python3' : undefined;
}

function runInTerminal(python: string, args: readonly string[], given: Record<string, string> = {}) {
  const env = JSON.stringify(cleanEnvironment({ TERM: 'xterm', ...given }));
  const words = ['-c', inTerminal, env, space.path('.'), process.execPath, program, ...args];
  const { stdout, stderr } = spawnSync(python, words, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { code: number; output: string };
}
