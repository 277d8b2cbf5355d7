/** Knows how to run the two servers that others have written in the likeness of AWS KMS: local-kms and moto. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const cache = join(import.meta.dirname, '../../.cache');
const localKms = join(cache, 'bin/local-kms');
const motoPython = join(cache, 'moto/bin/python');

/** A running server; it takes any credentials. */
export type KmsServer = {
  readonly endpoint: string;
  readonly region: string;
  readonly account: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Ends the process; waits until it is gone. */
  close(): Promise<void>;
};

/** Whether `setup-local-kms.sh` has built it. */
export function hasLocalKms(): boolean {
  return existsSync(localKms);
}

/** Whether `setup-python.sh` has made its environment. */
export function hasMoto(): boolean {
  return existsSync(motoPython);
}

/** Starts a local-kms without keys, whose data are gone when it is closed. */
export async function startLocalKms(): Promise<KmsServer> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'local-kms-'));
  const place = { region: 'eu-central-1', account: '111122223333' };
  const settings = { KMS_REGION: place.region, KMS_ACCOUNT_ID: place.account, KMS_DATA_PATH: folder };
  const child = spawn(localKms, { env: { ...settings, PORT: String(port) }, stdio: 'ignore', cwd: folder });
  return startServer(child, { ...place, port }, () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Starts the server of moto without keys; it has all regions, and its own number of account. */
export function startMoto(): Promise<KmsServer> {
  return findFreePort().then((port) => {
    const args = ['-I', '-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)];
    const child = spawn(motoPython, args, { stdio: 'ignore' });
    return startServer(child, { region: 'eu-central-1', account: '123456789012', port }, () => undefined);
  });
}

async function startServer(
  child: ChildProcess,
  { port, ...place }: { region: string; account: string; port: number },
  cleanUp: () => void,
): Promise<KmsServer> {
  const endpoint = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    cleanUp();
  };
  try {
    await once(child, 'spawn');
    await waitUntilReady(endpoint, child);
  } catch (error) {
    await close();
    throw error;
  }
  const credentials = { accessKeyId: 'AKIDKMSSERVER0000001', secretAccessKey: 'taken/as/it/is/by/both' };
  return { endpoint, ...place, credentials, close };
}

/** Until the port answers HTTP, whatever it says. */
async function waitUntilReady(endpoint: string, child: ChildProcess): Promise<void> {
  const giveUp = Date.now() + 60_000;
  for (;;) {
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(5_000) });
      return;
    } catch (error) {
      if (child.exitCode !== null)
        throw new Error(`the server ended with ${child.exitCode}`, { cause: error });
      if (Date.now() > giveUp) throw new Error('the server was not ready within a minute', { cause: error });
      await wait(50);
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
