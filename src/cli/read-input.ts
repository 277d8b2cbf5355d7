/** Knows how a command reads its input: a file or standard input, to a limit, with errors that name the file. */
import { fstatSync } from 'node:fs';
import { CardctlError, type ErrorCode } from '../errors.js';
import { looksLikeKey } from '../keys/key-ref.js';
import { standardInput } from '../formats/report.js';
import { readFileTo } from '../read-file.js';
import type { Io } from './io.js';

export type InputOptions = {
  /** What the input is, for messages: `card`, `key set`. */
  readonly what: string;
  readonly maxBytes: number;
  /** The error codes, where the default (`file` trouble) is not the right kind. */
  readonly codes?: { readonly notFound: ErrorCode; readonly unreadable: ErrorCode };
};

/** The bytes of a file, or of standard input where `path` is `-`. Throws `CardctlError`. */
export async function readInput(path: string, io: Io, options: InputOptions): Promise<Uint8Array> {
  assertName(path, options);
  return path === '-' ? readStandardInput(io, options) : readPath(path, options);
}

/** What is no name of a file, and what might be said to whoever gives it. */
function assertName(path: string, { what }: InputOptions): void {
  if (path.startsWith('https://') || path.startsWith('http://')) {
    throw new CardctlError('usage', `${path} is a URL, and a ${what} is read from a file`, {
      hint: 'fetch it yourself over https, and give the file',
    });
  }
  if (path !== '' && !looksLikeKey(path)) return;
  const problem =
    path === ''
      ? `the name of the ${what} file is empty`
      : `the name of the ${what} file is the text of a key, or has a line break as one has`;
  throw new CardctlError('usage', problem, { hint: 'give the name of a file' });
}

/** Refuses a call that names standard input more than once: it can be read to its end only one time. */
export function assertOneStandardInput(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length < 2) return;
  throw new CardctlError('usage', 'standard input is named more than once', {
    hint: 'name - once, and files for the rest',
  });
}

async function readStandardInput(io: Io, options: InputOptions): Promise<Uint8Array> {
  const { what } = options;
  if (io.stdin.isTTY) {
    throw new CardctlError('usage', `standard input is a terminal; no ${what} comes from there`, {
      hint: 'name a file, or pipe one in: cardctl ... - < card.json',
    });
  }
  try {
    // Node reads a folder as if it were an empty file.
    if (fstatSync(0).isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    return await collectChunks(io, options);
  } catch (error) {
    if (error instanceof CardctlError) throw error;
    throw explain(standardInput, error, options);
  }
}

async function collectChunks(io: Io, options: InputOptions): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of io.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    length += bytes.length;
    if (length > options.maxBytes) throw tooLarge(standardInput, options);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function readPath(path: string, options: InputOptions): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileTo(path, options.maxBytes + 1);
  } catch (error) {
    throw explain(path, error, options);
  }
  if (bytes.length > options.maxBytes) throw tooLarge(path, options);
  return bytes;
}

function tooLarge(name: string, { what, maxBytes, codes }: InputOptions): CardctlError {
  return new CardctlError(
    codes?.unreadable ?? 'input-too-large',
    `${what} ${name} is over ${maxBytes} bytes`,
    {
      hint:
        what === 'card'
          ? 'is this the right file? a larger one can be let in with --max-bytes'
          : 'is this the right file?',
    },
  );
}

function explain(path: string, cause: unknown, { what, codes }: InputOptions): CardctlError {
  const { notFound = 'file-not-found', unreadable = 'file-unreadable' } = codes ?? {};
  const reason = (cause as NodeJS.ErrnoException).code;
  if (reason === 'ENOENT' || reason === 'ENOTDIR') {
    return new CardctlError(notFound, `there is no ${what} file ${path}`, { hint: 'check the path', cause });
  }
  if (reason === 'EISDIR') {
    return new CardctlError(unreadable, `${path} is a directory, not a ${what} file`, {
      hint: `name a file in it`,
      cause,
    });
  }
  const text =
    reason === 'EACCES' ? 'may not be read by this user' : `cannot be read (${reason ?? String(cause)})`;
  return new CardctlError(unreadable, `${what} file ${path} ${text}`, {
    hint: 'check the file and its permissions',
    cause,
  });
}
