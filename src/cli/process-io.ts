/** Knows the process: it gives the real streams, environment and clock to a command. */
import { createStyle, type Style } from '../formats/style.js';
import type { ExitCode } from './exit-codes.js';
import { wantsColours, type Io } from './io.js';
import { createErrorOutput, createOutput } from './output.js';

/** The world as this process has it. */
export function createProcessIo(): Io {
  const { env } = process;
  // The SDK would warn, once it is loaded, of what its later versions will need. Which one runs is this package's to say.
  env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return {
    env,
    stdout: createOutput(),
    stderr: createErrorOutput(),
    // Node makes the stream when it is first asked for, at a price.
    get stdin() {
      return process.stdin;
    },
    get outStyle(): Style {
      return createStyle(wantsColours(this.stdout, env));
    },
    get errorStyle(): Style {
      return createStyle(wantsColours(this.stderr, env));
    },
    now: () => new Date(),
  };
}

/**
 * Sets the exit code; and where all is written, ends the process at once: with nothing left to do, it would only
 * tidy up what ends with it.
 */
export function endProcess({ stdout, stderr }: Io, code: ExitCode): void {
  process.exitCode = code;
  if (stdout.isDone && stderr.isDone) process.exit();
}
