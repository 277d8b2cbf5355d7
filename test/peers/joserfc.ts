/** Knows how to run the Python package joserfc beside a test file and how to ask it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// setup-python.sh makes it
const PYTHON = join(import.meta.dirname, '../../.cache/venv/bin/python');
const PROGRAM = join(import.meta.dirname, 'joserfc.py');

/** A detached JWS: the encoded protected header, the encoded payload and the encoded signature. */
type JoserfcVerifyInput = {
  alg: string;
  jwk: JsonWebKey;
  protected: string;
  payload: string;
  signature: string;
};

/** `protected` holds the header's members besides `alg`; `payload` is encoded. */
type JoserfcSignInput = {
  alg: string;
  jwk: JsonWebKey;
  protected?: Record<string, unknown>;
  payload: string;
};

/**
 * A running joserfc. Each call rejects with joserfc's own words when it could not get as far as an answer; for
 * `verify` that includes keys and headers that it refuses.
 */
export type Joserfc = {
  verify: (input: JoserfcVerifyInput) => Promise<boolean>;
  /** Gives the encoded protected header and signature. */
  sign: (input: JoserfcSignInput) => Promise<{ protected: string; signature: string }>;
  /** The thumbprint of RFC 7638 with SHA-256, encoded. */
  thumbprint: (jwk: JsonWebKey) => Promise<string>;
  /** The key without its private members. */
  toPublic: (jwk: JsonWebKey) => Promise<JsonWebKey>;
  /** Ends the process; waits until it is gone. */
  close: () => Promise<void>;
};

type Ask = (request: Record<string, unknown>) => Promise<unknown>;

/** Whether `setup-python.sh` has made the environment. */
export function hasJoserfc(): boolean {
  return existsSync(PYTHON);
}

/** Starts one process, which answers until `close`; throws when it does not start. */
export async function startJoserfc(): Promise<Joserfc> {
  const child = spawn(PYTHON, ['-I', PROGRAM], { stdio: 'pipe' });
  await once(child, 'spawn');
  const ask = toAsk(child);
  return {
    verify: (input) => ask({ op: 'verify', ...input }) as Promise<boolean>,
    sign: (input) =>
      ask({ op: 'sign', ...input, protected: input.protected ?? {} }) as ReturnType<Joserfc['sign']>,
    thumbprint: (jwk) => ask({ op: 'thumbprint', jwk }) as Promise<string>,
    toPublic: (jwk) => ask({ op: 'public', jwk }) as Promise<JsonWebKey>,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'close');
      child.stdin.end();
      await gone;
    },
  };
}

/** Answers come in the order of the requests, so the oldest waiting call takes the next line. */
function toAsk(child: ChildProcessWithoutNullStreams): Ask {
  const waiting: { resolve: (result: unknown) => void; reject: (reason: Error) => void }[] = [];
  let complaint = '';
  let ended: Error | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  // a process that ended breaks the pipe; 'close' tells that to whoever waits
  child.stdin.on('error', () => undefined);
  child.on('close', (status) => {
    ended = new Error(`joserfc ended with status ${String(status)}: ${complaint}`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as { result: unknown } | { error: string };
    const call = waiting.shift();
    if ('error' in answer) call?.reject(new Error(`joserfc: ${answer.error}`));
    else call?.resolve(answer.result);
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(ended);
        return;
      }
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
}
