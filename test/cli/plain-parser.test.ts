/** Knows that a plain call means to the quick parser what it means to commander, and that no other call means anything. */
import { Command, CommanderError } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, Configure, Definition } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands/index.js';
import { createPlainParser } from '../../src/cli/plain-parser.js';
import { CardctlError } from '../../src/errors.js';

type Parsed = { readonly argument: unknown; readonly options: unknown };

/** A definition that hands on all but the action, and notes what the action would get. */
function spyOn(definition: Definition, note: (parsed: Parsed) => void): Definition {
  const wrap = (inner: Definition): Definition => ({
    command: (name) => wrap(inner.command(name)),
    summary: (text) => wrap(inner.summary(text)),
    description: (text) => wrap(inner.description(text)),
    argument: (name, text) => wrap(inner.argument(name, text)),
    option: (...args) => wrap(inner.option(...args)),
    action: () =>
      inner.action((argument: unknown, options: unknown) => {
        note({ argument, options });
        return Promise.resolve();
      }),
  });
  return wrap(definition);
}

/** No command looks at its call before it runs. */
const call = {} as Call;

async function parsePlainly(configure: Configure, words: readonly string[]): Promise<Parsed | undefined> {
  const parser = createPlainParser();
  let parsed: Parsed | undefined;
  configure(
    spyOn(parser, (found) => {
      parsed = found;
    }),
    call,
  );
  await parser.parse(words)?.();
  return parsed;
}

async function parseByCommander(configure: Configure, words: readonly string[]): Promise<Parsed | undefined> {
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  const command = new Command('command').exitOverride().configureOutput(silent);
  let parsed: Parsed | undefined;
  const note = (found: Parsed): void => {
    parsed = { argument: found.argument, options: { ...(found.options as object) } };
  };
  configure(spyOn(command as unknown as Definition, note), call);
  for (const inner of command.commands) inner.copyInheritedSettings(command);
  try {
    await command.parseAsync(words, { from: 'user' });
    return parsed;
  } catch (error) {
    if (error instanceof CommanderError) return undefined;
    throw error;
  }
}

const loaded = await Promise.all(
  commands.map(async ({ name, load }) => ({ name, configure: (await load()).configure })),
);
const configureOf = (name: string): Configure => {
  const found = loaded.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(name);
  return found.configure;
};

const flags = [
  ...['--json', '--hash', '--iat', '--in-place', '--keep-unverified', '--drop-others'],
  ...['--verbose', '--require-arn', '--multi-region'],
];
const valued = [
  ...[
    '--jwks',
    '--against',
    '--out',
    '--at',
    '--accept-form',
    '--format',
    '--max-bytes',
    '--key',
    '--kid',
    '--alg',
    '--jku',
  ],
  ...['--expires-in', '--unknown', '--form', '--passphrase-env'],
  ...['--timeout', '--card', '--provider', '--spec', '--tag'],
];
const values = [
  '90d',
  '0',
  '4096',
  '2027-01-31',
  '2027-02-31',
  'ES256',
  'es256',
  'drop',
  'KEY',
  'a b',
  '',
  '-',
];
const odd = [
  '-v',
  '--jwks=x',
  '--json=1',
  '--no-json',
  '--jwk',
  '-j',
  '-1',
  '--',
  '-h',
  '--help',
  '-V',
  'help',
];
const one = (...list: readonly string[]) => fc.constantFrom(...list);

/** A command line in pieces that fit more often than not. */
const words = fc
  .tuple(
    fc.option(one('create', 'show', 'jwks', 'doctor'), { nil: undefined }),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: one('card.json', 'file:key.pem', '-', '').map((word) => [word]) },
        { weight: 3, arbitrary: one(...flags).map((word) => [word]) },
        { weight: 9, arbitrary: fc.tuple(one(...valued), one(...values)) },
        { weight: 1, arbitrary: one(...odd, ...valued).map((word) => [word]) },
      ),
      { maxLength: 4 },
    ),
  )
  .map(([first, pieces]) => [...(first === undefined ? [] : [first]), ...pieces.flat()]);

describe.each(loaded)('$name', ({ configure }) => {
  it('takes no call otherwise than commander does', async () => {
    let plainCalls = 0;
    await fc.assert(
      fc.asyncProperty(words, async (call) => {
        const plain = await attempt(() => parsePlainly(configure, call));
        if (plain === undefined) return;
        plainCalls++;
        expect(plain).toEqual(await attempt(() => parseByCommander(configure, call)));
      }),
      { numRuns: 4000 },
    );
    // A parser that gave up on everything would agree with everyone.
    expect(plainCalls).toBeGreaterThan(100);
  });
});

/** The call as it is parsed, or the message of what is thrown for a value. */
async function attempt(parse: () => Promise<Parsed | undefined>): Promise<Parsed | string | undefined> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof CardctlError) return error.message;
    throw error;
  }
}

describe('plain calls', () => {
  it.each([
    ['verify', 'signed.json --jwks jwks.json'],
    [
      'verify',
      'a.json b.json - --jwks jwks.json --accept-form jcs --accept-form a2a-1.0 --at 2027-01-31 --json',
    ],
    ['sign', 'card.json --key file:a.pem --key env:B --expires-in 90d --in-place'],
    ['check', 'a.json b.json --format json --max-bytes 4096'],
    ['canonicalize', 'card.json --form jcs --hash'],
    ['inspect', 'card.json --json'],
    ['explain', 'card.json --jwks jwks.json --against former.json --at 2027-01-31 --json'],
    ['keys', 'create file:key.pem --alg EdDSA --passphrase-env PASS'],
    ['keys', 'jwks file:a.pem env:B --out jwks.json'],
    ['keys', 'doctor file:a.pem --card card.json --verbose'],
    ['keys', 'doctor file:a.pem env:B --timeout 10s'],
    ['keys', 'create awskms:///alias/a --tag a=b --tag c=d --multi-region'],
  ])('%s %s', async (name, text) => {
    const plain = await parsePlainly(configureOf(name), text.split(' '));
    expect(plain).toBeDefined();
    expect(plain).toEqual(await parseByCommander(configureOf(name), text.split(' ')));
  });
});

describe('calls that are left to commander', () => {
  it.each([
    ['an option with its value behind an equals sign', 'verify', 'a.json --jwks=b.json'],
    ['the end of options', 'verify', '--jwks b.json -- a.json'],
    ['a value that looks like an option', 'verify', 'a.json --jwks --json'],
    ['a value that is not there', 'verify', 'a.json --jwks'],
    ['a value that is wrong', 'verify', 'a.json --jwks b.json --at tomorrow'],
    ['a second value', 'verify', 'a.json --jwks b.json --jwks c.json'],
    ['an option that there is not', 'verify', 'a.json --jwk b.json'],
    ['help', 'verify', '--help'],
    ['no argument', 'verify', '--jwks b.json'],
    ['too many arguments', 'inspect', 'a.json b.json'],
    ['no inner command', 'keys', ''],
    ['an inner command that there is not', 'keys', 'help'],
  ])('%s', async (_, name, text) => {
    expect(await parsePlainly(configureOf(name), text === '' ? [] : text.split(' '))).toBeUndefined();
  });
});
