/** Knows how a command runs without the program around it, which costs a call as much again as the command. */
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import type { Configure, Call } from './command.js';
import { concludeError } from './conclude.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { createProcessIo, endProcess } from './process-io.js';
import { start } from './start.js';

/** What the program answers, wherever it stands. */
const programOptions = ['-h', '--help', '-V', '--version'];

/**
 * Runs the command that the process was started with, and ends the process. Whatever commander would have to print
 * is the program's to say: the program starts then, for nothing has been done yet.
 */
export async function startAlone(configure: Configure): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const call: Call = { io: createProcessIo(), exitCode: exitCodes.done };
  const command = new Command(name).exitOverride().configureOutput(silent);
  configure(command, call);
  const isForProgram = args.some((arg) => programOptions.includes(arg));
  const code = isForProgram ? undefined : await runAlone(command, args, call);
  if (code === undefined) await start();
  else endProcess(call.io, code);
}

/** The exit code; undefined where commander did not get as far as to run the command. */
async function runAlone(
  command: Command,
  args: readonly string[],
  call: Call,
): Promise<ExitCode | undefined> {
  try {
    await command.parseAsync(args, { from: 'user' });
    return call.exitCode;
  } catch (error) {
    return error instanceof CommanderError ? undefined : concludeError(error, call);
  }
}

const silent: OutputConfiguration = {
  writeOut: () => undefined,
  writeErr: () => undefined,
  outputError: () => undefined,
};
