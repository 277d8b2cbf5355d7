/** Knows how to run a page in a headless Chromium and to get its result back. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** What to serve and to open; the page ends with `fetch('/result', { method: 'POST', body })`, whose body is JSON. */
type ChromiumRun = {
  /** By path: `/page.html` to its media type and content. */
  files: Record<string, { type: string; body: string | Uint8Array }>;
  page: string;
  timeoutMs: number;
};

const PROGRAM = 'chromium';

const FLAGS = [
  '--headless',
  // Chromium has no sandbox for root, and opens only pages of these tests
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // it would still ask its vendor for the time and for updates: no name resolves and no proxy is used
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // the page's console goes to standard error
  '--enable-logging=stderr',
];

/** Whether `chromium` is on the path. */
export function hasChromium(): boolean {
  return spawnSync(PROGRAM, ['--version']).status === 0;
}

/**
 * Serves `files` on 127.0.0.1 (a secure context), opens `page` in a new browser with an empty profile and resolves
 * with what the page sent. Rejects when that takes longer than `timeoutMs` or the browser ends before.
 */
export async function runInChromium(run: ChromiumRun): Promise<unknown> {
  const profile = await mkdtemp(join(tmpdir(), 'cardctl-chromium-'));
  let answer: (result: Promise<unknown>) => void = () => undefined;
  const answered = new Promise<unknown>((resolve) => (answer = resolve));
  const server = createServer(toListener(run.files, answer));
  try {
    const address = await listen(server);
    return await browse([`--user-data-dir=${profile}`, `${address}${run.page}`], answered, run.timeoutMs);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, maxRetries: 5 });
  }
}

function toListener(
  files: ChromiumRun['files'],
  answer: (result: Promise<unknown>) => void,
): RequestListener {
  return (request, response) => {
    if (request.method === 'POST' && request.url === '/result') {
      answer(json(request).finally(() => response.end()));
      return;
    }
    const file = files[request.url ?? ''];
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body);
    else response.writeHead(404).end();
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the browser until `answered` settles, the time is over or it ends by itself. */
async function browse(args: string[], answered: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  // a process group of its own, so that its helpers end with it
  const browser = spawn(PROGRAM, [...FLAGS, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  browser.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  // 'close' comes when the last of the group has let go of standard error
  const closed = once(browser, 'close');
  const timer = new AbortController();
  const failure = Promise.race([
    closed.then(() => 'chromium ended before the page sent a result'),
    wait(timeoutMs, `no result within ${timeoutMs} ms`, timer),
  ]);
  try {
    return await Promise.race([answered, failure.then((what) => Promise.reject(toError(what, log)))]);
  } finally {
    timer.abort();
    if (browser.pid !== undefined) {
      killGroup(browser.pid);
      await closed;
    }
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: it ended by itself
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The page's console says what went wrong; without it, the end of what the browser said. */
function toError(what: string, log: string): Error {
  const lines = log.trimEnd().split('\n');
  const page = lines.filter((line) => line.includes(':CONSOLE:'));
  return new Error([what, ...(page.length > 0 ? page : lines.slice(-10))].join('\n'));
}
