/** Knows how a command goes over several cards: one that cannot be read stops none of the others. */
import { CardctlError } from '../errors.js';
import type { UnreadCard } from '../formats/report.js';
import type { Call } from './command.js';
import { combineExitCodes, exitCodeOfError, type ExitCode } from './exit-codes.js';
import { sourceName } from './parse-card.js';
import { assertOneStandardInput } from './read-input.js';
import { reportError } from './report-error.js';

export type CardResult<R> = { readonly report: R; readonly codes: readonly ExitCode[] };

/**
 * Runs `run` on each path and sets the exit code that goes before the others. What stops a card is told on standard
 * error and listed in `errors`. Throws what is no `CardctlError`, and `usage` where standard input is named twice.
 */
export async function reportEach<R>(
  paths: readonly string[],
  call: Call,
  run: (path: string) => Promise<CardResult<R>>,
): Promise<{ readonly reports: readonly R[]; readonly errors: readonly UnreadCard[] }> {
  assertOneStandardInput(paths);
  const codes: ExitCode[] = [];
  const reports: R[] = [];
  const errors: UnreadCard[] = [];
  for (const path of paths) {
    try {
      const result = await run(path);
      reports.push(result.report);
      codes.push(...result.codes);
    } catch (error) {
      if (!(error instanceof CardctlError)) throw error;
      reportError(call.io, error);
      codes.push(exitCodeOfError[error.kind]);
      errors.push({ source: sourceName(path), code: error.code, message: error.message });
    }
  }
  call.exitCode = combineExitCodes(codes);
  return { reports, errors };
}
