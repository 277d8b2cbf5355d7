/** Knows what a command is: the port that every file of `commands/` serves. */
import type { Command } from 'commander';
import type { ExitCode } from './exit-codes.js';
import type { Io } from './io.js';

/** Where a command leaves its exit code. */
export type Call = { readonly io: Io; exitCode: ExitCode };

/** A command gives its arguments, options and action to the commander command of its name. */
export type Configure = (command: Command, call: Call) => void;

export type CommandRow = {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly load: () => Promise<{ readonly configure: Configure }>;
};
