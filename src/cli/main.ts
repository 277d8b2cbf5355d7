/** Knows a call of the command line from its arguments to its exit code. */
import { Command, CommanderError, type HelpConfiguration } from 'commander';
import type { CommandRow, Call, Definition } from './command.js';
import { commands } from './commands/index.js';
import { escapeText } from '../formats/escape.js';
import { looksLikeKey } from '../keys/key-ref.js';
import { concludeError } from './conclude.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import type { Io } from './io.js';

declare const CARDCTL_VERSION: string;

/** Runs one call; resolves with the exit code. Throws nothing. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  const call: Call = { io, exitCode: exitCodes.done };
  try {
    // Commander's own help command knows one level; the option knows all.
    const words =
      args[0] === 'help' && findCommand(args[1]) !== undefined ? [...args.slice(1), '--help'] : args;
    const program = await createProgram(words, call);
    await program.parseAsync(words, { from: 'user' });
    return call.exitCode;
  } catch (error) {
    // Commander has printed its message; help and version are no errors, all else is usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return concludeError(error, call);
  }
}

/** Only the command that is asked for is built; the others are a name and a line in the help. */
async function createProgram(args: readonly string[], call: Call): Promise<Command> {
  const { io } = call;
  const program = new Command('cardctl')
    .description('Validate, canonicalise, sign and verify A2A Agent Cards.')
    .version(CARDCTL_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => {
        write(sayError(text, io));
      },
    })
    .configureHelp(helpConfiguration)
    .showHelpAfterError(`  next: ${adviseCall(args)}`)
    .showSuggestionAfterError();
  const asked = findCommand(args[0]);
  for (const row of asked === undefined ? commands : [asked]) {
    const command = program
      .command(row.name)
      .aliases(row.aliases ?? [])
      .summary(row.summary)
      .description(describe(row));
    command.copyInheritedSettings(program);
    command.showHelpAfterError(`  next: cardctl ${row.name} --help`);
    // Commander's types want the parser of a value where none need be given.
    if (row === asked) (await row.load()).configure(command as unknown as Definition, call);
    for (const inner of command.commands) inner.copyInheritedSettings(command);
  }
  if (asked === undefined) program.addHelpText('after', firstSteps);
  return program;
}

/** What commander says: the problem, which repeats what was typed, and at times a suggestion on a line of its own. */
function sayError(text: string, io: Io): string {
  const [, problem = text, suggestion] =
    /^error: ([^]*?)(?:\n(\(Did you mean [^\n]*\?\)))?\n?$/.exec(text) ?? [];
  const more = suggestion === undefined ? '' : `${escapeText(suggestion)}\n`;
  return `${io.errorStyle.bad('error')}: ${sayProblem(problem)}\n${more}`;
}

/** What was typed is shown with nothing in it that a terminal obeys; and not at all where it is a private key. */
function sayProblem(problem: string): string {
  if (looksLikeKey(problem)) return 'an argument is the text of a key';
  return escapeText(problem, 600);
}

/** Of a call that is wrong before its command is known. */
function adviseCall([first = '', ...rest]: readonly string[]): string {
  const command = first.startsWith('-') ? rest.find((word) => findCommand(word) !== undefined) : undefined;
  return command === undefined
    ? 'cardctl --help lists the commands'
    : `options follow the command: cardctl ${command} ... [options]`;
}

const helpConfiguration: HelpConfiguration = { sortSubcommands: false };

function findCommand(name = ''): CommandRow | undefined {
  return commands.find((row) => namesOf(row).includes(name));
}

function namesOf({ name, aliases = [] }: CommandRow): readonly string[] {
  return [name, ...aliases];
}

function describe({ summary }: CommandRow): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

const firstSteps = `
First steps:
  cardctl keys create file:agent-key.pem               make a key
  cardctl keys jwks file:agent-key.pem --out jwks.json its key set, to publish
  cardctl sign card.json --key file:agent-key.pem --expires-in 90d --in-place
  cardctl verify card.json --jwks jwks.json

Exit codes: 0 done or trusted, 1 invalid card, 2 usage, 3 tampered, 4 unsigned or untrusted,
5 policy not met, 6 file trouble, 7 key trouble, 70 a defect in cardctl.
`;
