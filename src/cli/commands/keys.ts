/** Knows the command `keys`: create, show, jwks. */
import { algorithmNames, type AlgorithmName } from '../../keys/algorithms.js';
import { toJwks, toPublicEntry, type PublicKeyEntry } from '../../keys/jwks.js';
import { assertKid } from '../../keys/kid.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import { createKey } from '../../keys/providers/create-key.js';
import { openSigner } from '../../keys/providers/index.js';
import { defaultPassphraseVariable, readVariable, splitPassphrase } from '../../keys/providers/passphrase.js';
import { rsaBits } from '../../keys/public-jwk.js';
import { toThumbprint } from '../../keys/thumbprint.js';
import { chooseAlgorithms, type Signer } from '../../keys/signer.js';
import { escapeText } from '../../formats/escape.js';
import { quoteWord } from '../../shell.js';
import { toJsonText } from '../../formats/json.js';
import { writeNote, writeOut, type Io } from '../io.js';
import { parseAlgorithm, parseVariable, once } from '../options.js';
import { replaceFile } from '../write-file.js';
import type { Configure, Definition } from '../command.js';

export const configure: Configure = (command, { io }) => {
  configureCreate(command.command('create'), io);
  configureShow(command.command('show'), io);
  configureJwks(command.command('jwks'), io);
};

type CreateOptions = {
  readonly alg: AlgorithmName;
  readonly passphraseEnv?: string;
  readonly json?: boolean;
};

function configureCreate(command: Definition, io: Io): void {
  command
    .summary('make a new private key')
    .description('Makes a new private key, for its owner alone, never over an existing file.')
    .argument('<ref>', 'where to keep it: file:PATH')
    .option(
      '--alg <name>',
      `what it will sign with: ${algorithmNames.join(', ')}`,
      once(parseAlgorithm),
      'ES256',
    )
    .option(
      '--passphrase-env <name>',
      'encrypt it with the passphrase in this environment variable',
      once(parseVariable),
    )
    .option('--json', 'print the result as JSON')
    .action(async (ref: string, { alg, passphraseEnv, json }: CreateOptions) => {
      const signer = await createKey(ref, { env: io.env, algorithm: alg, passphraseVariable: passphraseEnv });
      const entry = toPublicEntry(signer, await toThumbprint(signer.publicJwk, nodeCrypto), alg);
      await writeOut(
        io,
        json === true ? toJson({ keys: [describeKey(signer, entry)] }) : renderKey(signer, entry),
      );
      for (const line of advise(ref, signer, { alg, passphraseEnv, env: io.env })) writeNote(io, line);
    });
}

type Advice = {
  readonly alg: AlgorithmName;
  readonly passphraseEnv: string | undefined;
  readonly env: Io['env'];
};

/** What to do with a new key, and what to mind. */
function advise(ref: string, { algorithms }: Signer, { alg, passphraseEnv, env }: Advice): string[] {
  const { path } = splitPassphrase(ref);
  const reopened = passphraseEnv === undefined ? ref : `${path}?passphrase-env=${passphraseEnv}`;
  const [preferred = alg] = algorithms;
  const option = preferred === alg ? '' : ` --alg ${alg}`;
  const isEncrypted = passphraseEnv !== undefined || path !== ref;
  return [
    `next: print its key set, for which you name your other keys too: cardctl keys jwks ${quoteWord(escapeText(reopened))}${option}`,
    ...(preferred === alg
      ? []
      : [
          `note: give --alg ${alg} when you sign, too: the key can do ${preferred} as well, and would by default`,
        ]),
    ...(isEncrypted || readVariable(env, defaultPassphraseVariable) === undefined
      ? []
      : [
          `note: the key is not encrypted, although ${defaultPassphraseVariable} is set: --passphrase-env ${defaultPassphraseVariable} encrypts it`,
        ]),
  ];
}

type ListOptions = {
  readonly alg?: AlgorithmName;
  readonly kid?: string;
  readonly out?: string;
  readonly json?: boolean;
};

function configureShow(command: Definition, io: Io): void {
  command
    .summary('show the public side of keys')
    .description('Shows kid, type and algorithms of keys; nothing private.')
    .argument('<ref...>', 'keys: file:PATH or env:NAME')
    .option('--json', 'print them as JSON')
    .action(async (refs: string[], options: ListOptions) => {
      const keys = await openKeys(refs, options, io);
      const text = keys.map(({ signer, entry }) => renderKey(signer, entry)).join('');
      await writeOut(
        io,
        options.json === true
          ? toJson({ keys: keys.map(({ signer, entry }) => describeKey(signer, entry)) })
          : text,
      );
    });
}

function configureJwks(command: Definition, io: Io): void {
  command
    .summary('print the key set (JWKS) to publish')
    .description('Prints the key set (JWKS) of keys, public members only, as it is to be published.')
    .argument('<ref...>', 'keys: file:PATH or env:NAME')
    .option('--alg <name>', 'the algorithm you sign with, where the keys have several', once(parseAlgorithm))
    .option('--kid <id>', "key id, with one key only (default: the key's RFC 7638 thumbprint)", once())
    .option('--out <file>', 'write it there (default: standard output)', once())
    .action(async (refs: string[], options: ListOptions) => {
      const keys = await openKeys(refs, options, io);
      const text = `${JSON.stringify(toJwks(keys.map(({ entry }) => entry)), null, 2)}\n`;
      if (options.out === undefined || options.out === '-') await writeOut(io, text);
      else replaceFile(options.out, new TextEncoder().encode(text));
    });
}

type OpenedKey = { readonly signer: Signer; readonly entry: PublicKeyEntry };

async function openKeys(refs: readonly string[], { kid, alg }: ListOptions, io: Io): Promise<OpenedKey[]> {
  assertKid(kid, refs.length);
  const signers: Signer[] = [];
  for (const ref of refs) signers.push(await openSigner(ref, { env: io.env }));
  const algorithms = chooseAlgorithms(signers, alg);
  const keys: OpenedKey[] = [];
  for (const [index, signer] of signers.entries()) {
    const name = kid ?? (await toThumbprint(signer.publicJwk, nodeCrypto));
    keys.push({ signer, entry: toPublicEntry(signer, name, algorithms[index] as AlgorithmName) });
  }
  return keys;
}

function describeKey({ ref, algorithms, publicJwk }: Signer, entry: PublicKeyEntry) {
  const bits = publicJwk.kty === 'RSA' ? { bits: rsaBits(publicJwk) } : {};
  return { ref, kid: entry.kid, algorithms, ...bits, jwk: entry };
}

function renderKey(signer: Signer, entry: PublicKeyEntry): string {
  const { kty, crv } = signer.publicJwk;
  const kind =
    kty === 'RSA' ? `RSA, ${rsaBits(signer.publicJwk)} bits` : `${kty}${crv === undefined ? '' : ` ${crv}`}`;
  return `${escapeText(signer.ref)}\n  kid   ${entry.kid}\n  type  ${kind}\n  signs ${signer.algorithms.join(', ')}\n`;
}

function toJson(document: object): string {
  return toJsonText({ version: 1, ...document });
}
