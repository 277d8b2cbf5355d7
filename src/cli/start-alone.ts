/** Knows how a command runs without the program around it, which costs a call as much again as the command. */
import type { Configure, Call } from './command.js';
import { concludeError } from './conclude.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { createPlainParser } from './plain-parser.js';
import { createProcessIo, endProcess } from './process-io.js';
import { start } from './start.js';

/**
 * Runs the command that the process was started with, and ends the process. A call that is not plain is the
 * program's, which starts then: nothing has been done yet.
 */
export async function startAlone(configure: Configure): Promise<void> {
  const call: Call = { io: createProcessIo(), exitCode: exitCodes.done };
  const code = await runAlone(configure, call);
  if (code === undefined) await start();
  else endProcess(call.io, code);
}

/** The exit code; undefined where the call is not plain. */
async function runAlone(configure: Configure, call: Call): Promise<ExitCode | undefined> {
  try {
    const parser = createPlainParser();
    configure(parser, call);
    const run = parser.parse(process.argv.slice(3));
    if (run === undefined) return undefined;
    await run();
    return call.exitCode;
  } catch (error) {
    return concludeError(error, call);
  }
}
