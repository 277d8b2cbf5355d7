/** Knows how bytes get to a standard stream: straight to its descriptor, and by Node's stream where that balks. */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { CardctlError } from '../errors.js';

export type Output = {
  /** Whether a person watches. */
  readonly isTerminal: boolean;
  /**
   * Writes after all that was written before. A promise where not everything is taken at once: it resolves when it
   * is, however slow the reader. Throws or rejects with `EPIPE` where the reader has gone, else `file-unwritable`.
   */
  write(text: string | Uint8Array): Promise<void> | undefined;
  /** Whether all that was written is out of the process's hands. */
  readonly isDone: boolean;
};

/** Standard output. */
export function createOutput(): Output {
  return openOutput(1, (error) => {
    if (error.code === 'EPIPE') throw error;
    throw new CardctlError(
      'file-unwritable',
      `standard output cannot be written (${error.code ?? 'error'})`,
      {
        hint: 'check where it is redirected to',
        cause: error,
      },
    );
  });
}

/** Standard error; what it cannot take is lost, for there is nobody left to tell. */
export function createErrorOutput(): Output {
  return openOutput(2, () => undefined);
}

/**
 * To make one of Node's streams costs a twentieth of a short call, so it is made only where the descriptor does not
 * take everything at once; from then on all goes through it, for the order's sake.
 */
function openOutput(descriptor: 1 | 2, refuse: (error: NodeJS.ErrnoException) => void): Output {
  let stream: NodeJS.WriteStream | undefined;
  return {
    get isDone() {
      return stream === undefined || stream.writableLength === 0;
    },
    get isTerminal() {
      return mayBeTerminal(descriptor) && toStream(descriptor).isTTY;
    },
    write: (text) => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      const { rest, error } = stream === undefined ? writeAtOnce(descriptor, bytes) : { rest: bytes };
      if (error !== undefined) refuse(error);
      if (error !== undefined || rest.length === 0) return undefined;
      stream ??= toStream(descriptor).on('error', () => undefined);
      const written = writeToStream(stream, rest).catch(refuse);
      // Not everyone waits: help and notes are written aside.
      written.catch(() => undefined);
      return written;
    },
  };
}

function toStream(descriptor: 1 | 2): NodeJS.WriteStream {
  return descriptor === 1 ? process.stdout : process.stderr;
}

/** A terminal is a character device; so is the null device, and Node's own test is slow to load. */
function mayBeTerminal(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

type Written = { readonly rest: Uint8Array; readonly error?: NodeJS.ErrnoException };

/** What is left is left because a pipe is full that does not block; or there is an error. */
function writeAtOnce(descriptor: number, bytes: Uint8Array): Written {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    return { rest: new Uint8Array() };
  } catch (error) {
    const rest = bytes.subarray(written);
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? { rest } : { rest, error: error as Error };
  }
}

function writeToStream(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
