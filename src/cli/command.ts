/** Knows what a command is: the port that every file of `commands/` serves. */
import type { ExitCode } from './exit-codes.js';
import type { Io } from './io.js';

/** Where a command leaves its exit code. */
export type Call = { readonly io: Io; exitCode: ExitCode };

/** Makes a value of an option's text; `previous` is what the option has so far: its default, or the value before. */
export type ParseOption = (text: string, previous: never) => unknown;

/** What a command may say of itself: the part of commander's `Command` that the plain parser knows too. */
export type Definition = {
  command(name: string): Definition;
  summary(text: string): Definition;
  description(text: string): Definition;
  argument(name: string, description: string): Definition;
  option(flags: string, description: string, parse?: ParseOption, initial?: unknown): Definition;
  /** `run` gets the argument (all of them, where it is repeatable) and the options by their names in camelCase. */
  action(run: (argument: never, options: never) => Promise<void>): Definition;
};

/** A command gives its arguments, options and action to whoever parses the call. */
export type Configure = (definition: Definition, call: Call) => void;

export type CommandRow = {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly load: () => Promise<{ readonly configure: Configure }>;
};
