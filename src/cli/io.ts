/** Knows the command line's inputs and outputs: standard streams, files, the environment, the clock. */
import type { Style } from '../formats/style.js';
import type { Output } from './output.js';

/** The world as a command sees it; tests bring their own. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadStream;
  readonly now: () => Date;
  readonly outStyle: Style;
  readonly errorStyle: Style;
};

/**
 * Whether to colour what goes to an output: on a terminal, unless `NO_COLOR` is set (no-color.org) or its kind is not
 * known or dumb. Windows names none, and has colours.
 */
export function wantsColours(output: Pick<Output, 'isTerminal'>, env: Io['env']): boolean {
  const { NO_COLOR: noColour = '', TERM: kind = process.platform === 'win32' ? 'windows' : 'dumb' } = env;
  return noColour === '' && kind !== 'dumb' && kind !== '' && output.isTerminal;
}

/** Writes to standard output; resolves when all of it is taken, however slow its reader is. */
export async function writeOut(io: Io, text: string | Uint8Array): Promise<void> {
  await io.stdout.write(text);
}

/** Writes a line for people to standard error. */
export function writeNote(io: Io, text: string): void {
  void io.stderr.write(`${text}\n`);
}
