/** Knows how the double of AWS KMS is reached: HTTP on a free loopback port, the JSON 1.1 protocol, faults on demand. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { KmsError } from './errors.js';
import { answerWithFault, takeFault, type PlannedFault } from './faults.js';
import { createKeyStore, setKeyState, type KeyStore, type StoredKey } from './key-store.js';
import { serializationError } from './members.js';
import { operations } from './operations.js';
import { send, sendError } from './responses.js';
import { assertSigned, testCredentials } from './signature-v4.js';
import type { KmsDouble, KmsDoubleOptions, Members, Operation, RecordedRequest } from './types.js';

/** `faults` and `requests` change in place: the double that tests hold reads them. */
type State = { store: KeyStore; faults: PlannedFault[]; requests: RecordedRequest[] };

/** Starts a KMS without keys. Close it when done: requests that hang keep it alive until then. */
export async function startKmsDouble(options: KmsDoubleOptions = {}): Promise<KmsDouble> {
  const { region = 'eu-central-1', account = '111122223333', partition = 'aws', digests = 'node' } = options;
  const store = createKeyStore({ region, account, partition }, digests);
  const state: State = { store, faults: [], requests: [] };
  const server = createServer((request, response) => {
    void answer(state, request, response);
  });
  // To make a key of 4,096 bits takes seconds in which nothing else is done: a connection must outlive them.
  server.keepAliveTimeout = 120_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region,
    credentials: testCredentials,
    requests: state.requests,
    openSockets: () => sockets.size,
    ...toControls(state),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function toControls({
  store,
  faults,
  requests,
}: State): Pick<KmsDouble, 'addKey' | 'pointAlias' | 'setState' | 'fail' | 'reset'> {
  const findKey = (keyId: string): StoredKey => {
    const key = store.keys.get(keyId);
    if (!key) throw new TypeError(`no key has the id ${keyId}`);
    return key;
  };
  return {
    addKey: (options) => store.add(options).shown,
    pointAlias: (alias, keyId) => {
      store.point(alias, findKey(keyId).shown.keyId);
    },
    setState: (keyId, keyState) => {
      setKeyState(findKey(keyId), keyState);
    },
    fail: (operation, fault, times = 1) => {
      faults.push({ operation, fault, left: times });
    },
    reset: () => {
      faults.length = 0;
      requests.length = 0;
    },
  };
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now();
  const body = await readBody(request);
  if (body === undefined) return;
  const headers = toHeaders(request);
  const operation = /^TrentService\.(\w+)$/.exec(headers['x-amz-target'] ?? '')?.[1] ?? '';
  const input = readInput(body);
  state.requests.push({ operation, input: input ?? {}, headers, at });
  const fault = takeFault(state.faults, operation);
  if (fault && answerWithFault(fault, response)) return;
  if (fault?.kind === 'slow') await wait(fault.milliseconds);
  const signed = { method: request.method ?? '', path: request.url ?? '', headers, body };
  await sendAnswer(state.store, response, {
    operation,
    input,
    assertAllowed: () => {
      assertSigned(signed, state.store.place.region, at);
    },
    change: fault?.kind === 'answer' ? fault.change : (output) => output,
  });
}

type Call = {
  operation: string;
  assertAllowed: () => void;
  input: Members | undefined;
  change: (output: Members) => Members;
};

async function sendAnswer(store: KeyStore, response: ServerResponse, call: Call): Promise<void> {
  try {
    call.assertAllowed();
    if (!isOperation(call.operation)) throw new KmsError('UnknownOperationException');
    if (call.input === undefined) throw serializationError();
    const output = await operations[call.operation](store, call.input);
    send(response, 200, output ? JSON.stringify(call.change(output)) : '');
  } catch (error) {
    // what is wrong with the double itself shows in its message, since tests see nothing else of it
    sendError(
      response,
      error instanceof KmsError ? error : new KmsError('KMSInternalException', String(error)),
    );
  }
}

function isOperation(name: string): name is Operation {
  return Object.hasOwn(operations, name);
}

/** The body, unless the client went away. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat((await request.toArray()) as Buffer[]);
  } catch {
    return undefined;
  }
}

function readInput(body: Buffer): Members | undefined {
  try {
    const input: unknown = JSON.parse(body.toString());
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Members)
      : undefined;
  } catch {
    return undefined;
  }
}

function toHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
