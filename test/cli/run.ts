/** Knows how a test runs the built command line: a process of its own, in a folder and an environment of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `CARDCTL_BIN` names another build of the same command line, such as an installed package. */
export const program = process.env['CARDCTL_BIN'] ?? join(import.meta.dirname, '../../bin/cardctl.js');

export type RunOptions = {
  /** What is piped in; without it standard input is empty. */
  readonly stdin?: string | Uint8Array;
  /** The environment; nothing of the test's own is in it. */
  readonly env?: Readonly<Record<string, string>>;
};

export type Result = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Workspace = {
  /** Runs `cardctl` in the folder; the last argument can be options. */
  run(...args: readonly (string | RunOptions)[]): Promise<Result>;
  path(name: string): string;
  /** Writes a file; what is no text and no bytes is written as JSON. Returns its name. */
  write(name: string, content: unknown): string;
  read(name: string): string;
  remove(): void;
};

/** A new empty folder with a command line; `remove` it in the end. */
export function createWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-cli-'));
  const path = (name: string) => join(folder, name);
  return {
    run: (...args) => run(folder, args),
    path,
    write: (name, content) => {
      const isPlain = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path(name), isPlain ? content : JSON.stringify(content));
      return name;
    },
    read: (name) => readFileSync(path(name), 'utf8'),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a child: what is given, and what Windows cannot start a process without. */
export function cleanEnvironment(given: RunOptions['env'] = {}): Record<string, string> {
  const { SystemRoot } = process.env;
  return { ...(SystemRoot === undefined ? {} : { SystemRoot }), ...given };
}

function run(folder: string, args: readonly (string | RunOptions)[]): Promise<Result> {
  const options = args.find((arg) => typeof arg === 'object') ?? {};
  const words = args.filter((arg) => typeof arg === 'string');
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: cleanEnvironment(options.env),
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  // A child that refuses its input early closes the pipe; that is its right.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.stdin);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout: stdout(), stderr: stderr() });
    });
  });
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
