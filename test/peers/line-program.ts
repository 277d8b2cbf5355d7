/** Knows how to run a program beside a test file, and how to ask it: one JSON line each way. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

type Ask = (request: Record<string, unknown>) => Promise<unknown>;

/**
 * A running program. A call rejects with a `PeerError` when the program could not get as far as an answer, and with
 * another error when the program itself is gone.
 */
export type LineProgram = {
  ask: Ask;
  /** Ends the process; waits until it is gone. */
  close: () => Promise<void>;
};

/** What a program said instead of an answer. */
export class PeerError extends Error {
  readonly said: string;

  constructor(name: string, said: string) {
    super(`${name}: ${said}`);
    this.said = said;
  }
}

/** Starts a program, which answers until `close`; throws when it does not start. `name` is for messages. */
export async function startLineProgram(
  name: string,
  command: string,
  args: readonly string[],
): Promise<LineProgram> {
  const child = spawn(command, args, { stdio: 'pipe' });
  await once(child, 'spawn');
  return {
    ask: toAsk(name, child),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'close');
      child.stdin.end();
      await gone;
    },
  };
}

/** Answers come in the order of the requests, so the oldest waiting call takes the next line. */
function toAsk(name: string, child: ChildProcessWithoutNullStreams): Ask {
  const waiting: { resolve: (result: unknown) => void; reject: (reason: Error) => void }[] = [];
  let complaint = '';
  let ended: Error | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  // a process that ended breaks the pipe; 'close' tells that to whoever waits
  child.stdin.on('error', () => undefined);
  child.on('close', (status) => {
    ended = new Error(`${name} ended with status ${String(status)}: ${complaint}`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as { result: unknown } | { error: string };
    const call = waiting.shift();
    if ('error' in answer) call?.reject(new PeerError(name, answer.error));
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
