/** Knows which exit code an error ends a call with, and tells the error before. */
import { CardctlError } from '../errors.js';
import type { Call } from './command.js';
import { exitCodeOfError, exitCodes, type ExitCode } from './exit-codes.js';
import { reportDefect, reportError } from './report-error.js';

/** For whatever a command throws. */
export function concludeError(error: unknown, { io, exitCode }: Call): ExitCode {
  if (error instanceof CardctlError) {
    if (error.kind === 'defect') reportDefect(io, error);
    else reportError(io, error);
    return exitCodeOfError[error.kind];
  }
  // Who reads our output may stop when it has seen enough; the verdict is what it was.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return exitCode;
  reportDefect(io, error);
  return exitCodes.defect;
}
