/** Knows the help, and that every call that is wrong ends with 2 and a next step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createWorkspace, type Workspace } from './run.js';
import { createCard } from './samples.js';

const commands = ['check', 'canonicalize', 'sign', 'verify', 'inspect', 'explain', 'keys'];

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('card.json', createCard());
});
afterAll(() => {
  space.remove();
});

describe('the help', () => {
  it('tells what to do first, step by step, and what the exit codes mean', async () => {
    const { code, stdout, stderr } = await space.run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const steps = /First steps:\n((?: .*\n)+)/.exec(stdout)?.[1] ?? '';
    expect([...steps.matchAll(/cardctl (\w+(?: jwks| create)?)/g)].map(([, command]) => command)).toEqual([
      'keys create',
      'keys jwks',
      'sign',
      'verify',
    ]);
    expect(stdout).toContain('Exit codes: 0 ');
  });

  it('has first steps that work as they stand', async () => {
    const { stdout } = await space.run('--help');
    const steps = [...stdout.matchAll(/^ {2}cardctl (.*?)(?: {2,}.*| its key set.*)?$/gm)].map(
      ([, step = '']) => step.split(' '),
    );
    expect(steps).toHaveLength(4);
    for (const step of steps) expect(await space.run(...step), step.join(' ')).toMatchObject({ code: 0 });
  });

  it('lists each command', async () => {
    const { stdout } = await space.run('help');
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });

  it.each(commands)('is there for %s, the same with help before and --help after', async (command) => {
    const before = await space.run('help', command);
    expect(before).toMatchObject({ code: 0, stderr: '' });
    expect(before.stdout).toMatch(new RegExp(`^Usage: cardctl ${command}\\b`));
    expect(await space.run(command, '--help')).toEqual(before);
    expect(await space.run(command, '-h')).toEqual(before);
  });

  it.each(['create', 'show', 'jwks'])('is there for keys %s', async (command) => {
    const { code, stdout } = await space.run('keys', command, '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: cardctl keys ${command} `));
  });

  it.each(['--version', '-V'])('has the version of the package with %s', async (option) => {
    const result = await space.run(option);
    expect(result).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });
});

describe('a call that is wrong', () => {
  it.each([
    ['nothing at all', [], 'Usage: cardctl'],
    ['keys without a command', ['keys'], 'Usage: cardctl keys'],
    ['an unknown command', ['nope'], "error: unknown command 'nope'"],
    ['a misspelt command, and names the right one', ['chek', 'card.json'], 'Did you mean check?'],
    ['an unknown command of keys', ['keys', 'nope'], "error: unknown command 'nope'"],
    ['help for an unknown command', ['help', 'nope'], 'Usage: cardctl'],
    ['an unknown option before a command', ['--nope'], "error: unknown option '--nope'"],
    [
      'an option before its command',
      ['--json', 'check', 'card.json'],
      'options follow the command: cardctl check ',
    ],
    ['an unknown option', ['check', '--nope', 'card.json'], "error: unknown option '--nope'"],
    ['a misspelt option, and names the right one', ['check', '--jsn', 'card.json'], 'Did you mean --json?'],
    ['a missing card', ['check'], "error: missing required argument 'card'"],
    ['a missing card to verify', ['verify', '--jwks', 'x'], "error: missing required argument 'card'"],
    ['a missing key ref', ['keys', 'create'], "error: missing required argument 'ref'"],
    ['a card too many', ['sign', 'a', 'b', '--key', 'file:k'], "too many arguments for 'sign'"],
    [
      'an option without its value',
      ['sign', 'card.json', '--key'],
      "error: option '--key <ref>' argument missing",
    ],
    [
      'a size that is none',
      ['check', 'card.json', '--max-bytes', '1k'],
      "'--max-bytes <n>' argument '1k' is invalid",
    ],
    [
      'a duration that is none',
      ['sign', 'card.json', '--expires-in', '90'],
      "argument '90' is invalid. A duration is",
    ],
    ['a duration of zero', ['sign', 'card.json', '--expires-in', '0d'], "argument '0d' is invalid"],
    [
      'a time that is none',
      ['verify', 'card.json', '--at', 'now'],
      "argument 'now' is invalid. A time is as 2027",
    ],
    ['a day that is none', ['verify', 'card.json', '--at', '2026-02-30'], "argument '2026-02-30' is invalid"],
    [
      'an algorithm that is none',
      ['sign', 'card.json', '--alg', 'HS256'],
      "argument 'HS256' is invalid. Use one of ES256",
    ],
    ['a key set URL that is http', ['sign', 'card.json', '--jku', 'http://a.example/'], 'Give the https URL'],
  ])('ends with 2 for %s', async (_, args: string[], message) => {
    const { code, stdout, stderr } = await space.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/next: |First steps:|Usage:/);
  });
});
