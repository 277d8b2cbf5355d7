/** Knows how to ask the pinned releases of the two official A2A SDKs, beside a test file. */
import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LineProgram, startLineProgram } from './line-program.js';
import pins from './sdks/releases.json' with { type: 'json' };

const pinFolder = join(import.meta.dirname, 'sdks');
// setup-sdks.sh makes it
const cache = join(import.meta.dirname, '../../.cache/sdks');

/** One release of an SDK; `protocol` is the version of A2A whose cards it signs. */
export type SdkRelease = {
  readonly sdk: 'javascript' | 'python';
  readonly version: string;
  readonly protocol: '0.3' | '1.0';
  /** Whether the pin is moved when the SDK has a newer release. */
  readonly newest: boolean;
};

/** All pinned releases, of each SDK the oldest first. */
export const sdkReleases: readonly SdkRelease[] = (['javascript', 'python'] as const).flatMap((sdk) =>
  [...pins[sdk].fixed, pins[sdk].newest].map((version, index, { length }) => ({
    sdk,
    version,
    protocol: version.startsWith('0.') ? ('0.3' as const) : ('1.0' as const),
    newest: index === length - 1,
  })),
);

/** The pinned release of that version, or the newest. */
export function findSdkRelease(sdk: SdkRelease['sdk'], version?: string): SdkRelease {
  const release = sdkReleases.find(
    (one) => one.sdk === sdk && (version === undefined ? one.newest : one.version === version),
  );
  if (release === undefined) throw new TypeError(`${sdk} ${String(version)} is not pinned`);
  return release;
}

/** What a caller of the SDK sees; `crashed` when the error is none that the SDK has for cards that it refuses. */
export type SdkJudgement =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly crashed: boolean; readonly name: string; readonly message: string };

/** A public key that the caller's key function gives for `kid`, or for every kid when it has none. */
export type SdkKey = { readonly jwk: JsonWebKey; readonly kid?: string };

export type SdkReading = {
  /** JavaScript: the card goes through `AgentCard.fromJSON` first. */
  readonly instance?: boolean;
  /** Python 1.x: through the client's parser, which translates 0.3 cards, as if not told; or through protobuf alone. */
  readonly from?: 'parser' | 'proto';
};

export type SdkSignature = {
  /** Private. */
  readonly jwk: JsonWebKey;
  /** The protected header. */
  readonly header: Readonly<Record<string, unknown>>;
};

export type SdkVerification = {
  /** The key function throws for a kid that none of them has. */
  readonly keys: readonly SdkKey[];
  /** Python: what the caller allows; all asymmetric ones unless told. */
  readonly algorithms?: readonly string[];
};

/** A running release. Cards are JSON text. `canonicalize` and `sign` reject with a `PeerError` where the SDK throws. */
export type Sdk = SdkRelease & {
  /** The text that it verifies signatures against. */
  canonicalize: (card: string, reading?: SdkReading) => Promise<string>;
  /** The text that it signs; another one in JavaScript before 1.0.1 alone. */
  canonicalizeSigning: (card: string, reading?: SdkReading) => Promise<string>;
  /** The signed card as the SDK's server writes it. */
  sign: (card: string, signature: SdkSignature & SdkReading) => Promise<string>;
  /** By the SDK's verifier, on the parsed text. */
  verify: (card: string, verification: SdkVerification & SdkReading) => Promise<SdkJudgement>;
  /** By the SDK's client, which fetches the card's exact bytes over HTTP from 127.0.0.1. */
  resolve: (card: string | Uint8Array, verification: SdkVerification) => Promise<SdkJudgement>;
  /** Ends the process; waits until it is gone. */
  close: () => Promise<void>;
};

/** Whether `setup-sdks.sh` has installed what is pinned. */
export function hasSdks(): boolean {
  const names = ['releases.json', 'package-lock.json', 'requirements.txt'];
  const wanted = names.map((name) => readFileSync(join(pinFolder, name), 'utf8')).join('');
  const installed = join(cache, 'installed');
  return existsSync(installed) && readFileSync(installed, 'utf8') === wanted;
}

/** Starts one process, which answers until `close`; throws when it does not start. */
export async function startSdk(release: SdkRelease): Promise<Sdk> {
  const { ask, close } = await startProgram(release);
  const isPython = release.sdk === 'python';
  const canonicalize: Sdk['canonicalize'] = (card, reading) =>
    ask({ op: 'canonicalize', card, ...reading }) as Promise<string>;
  return {
    ...release,
    canonicalize,
    canonicalizeSigning: isPython
      ? canonicalize
      : (card, reading) => ask({ op: 'canonicalizeSigning', card, ...reading }) as Promise<string>,
    sign: (card, signature) => ask({ op: 'sign', card, ...signature }) as Promise<string>,
    verify: (card, verification) => ask({ op: 'verify', card, ...verification }) as Promise<SdkJudgement>,
    resolve: (card, verification) =>
      serve(card, (url) => ask({ op: 'resolve', url, ...verification }) as Promise<SdkJudgement>),
    close,
  };
}

function startProgram({ sdk, version }: SdkRelease): Promise<LineProgram> {
  const name = `${pins[sdk].package} ${version}`;
  if (sdk === 'javascript') {
    const folder = join(cache, 'javascript/node_modules', `sdk-${version}`);
    return startLineProgram(name, process.execPath, [join(pinFolder, 'a2a-sdk.mjs'), folder, version]);
  }
  const folder = join(cache, 'python', version);
  const python = join(cache, 'python/venv/bin/python');
  return startLineProgram(name, python, ['-I', join(pinFolder, 'a2a_sdk.py'), folder, version]);
}

/** Serves the card, under every path, for as long as `body` runs. */
async function serve<T>(card: string | Uint8Array, body: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(card);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
