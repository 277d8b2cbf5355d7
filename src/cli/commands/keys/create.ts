/** Knows the command `keys create REF`. */
import { CardctlError } from '../../../errors.js';
import { algorithmNames, type AlgorithmName } from '../../../keys/algorithms.js';
import { toPublicEntry } from '../../../keys/jwks.js';
import { parseKeyRef } from '../../../keys/key-ref.js';
import { nodeCrypto } from '../../../keys/node-crypto.js';
import { createKey } from '../../../keys/providers/create-key.js';
import {
  defaultPassphraseVariable,
  readVariable,
  splitPassphrase,
} from '../../../keys/providers/passphrase.js';
import type { Signer } from '../../../keys/signer.js';
import { toThumbprint } from '../../../keys/thumbprint.js';
import { escapeText } from '../../../formats/escape.js';
import { quoteWord } from '../../../shell.js';
import { writeNote, writeOut, type Io } from '../../io.js';
import { collect, once, parseAlgorithm, parseTimeout, parseVariable } from '../../options.js';
import { toProviderContext, type SignerOptions } from '../../signers.js';
import type { Definition } from '../../command.js';
import { describeKey, renderKey, toJson } from './public-keys.js';

type CreateOptions = SignerOptions & {
  readonly alg: AlgorithmName;
  readonly provider?: string;
  readonly passphraseEnv?: string;
  readonly spec?: string;
  readonly description?: string;
  readonly multiRegion?: boolean;
  readonly tag?: readonly string[];
  readonly json?: boolean;
};

export function configureCreate(command: Definition, io: Io): void {
  command
    .summary('make a new private key')
    .description(
      'Makes a new private key in a file, for its owner alone, or in AWS KMS; never over an existing one.',
    )
    .argument('<ref>', 'where to keep it: file:PATH or awskms:///alias/NAME; with --provider, PATH or NAME')
    .option('--provider <name>', 'who keeps it: file or awskms', once())
    .option(
      '--alg <name>',
      `what it will sign with: ${algorithmNames.join(', ')}`,
      once(parseAlgorithm),
      'ES256',
    )
    .option(
      '--passphrase-env <name>',
      'encrypt the file with the passphrase in this environment variable',
      once(parseVariable),
    )
    .option('--spec <name>', 'kind of key in AWS KMS, where the algorithm leaves a choice: RSA_4096', once())
    .option('--description <text>', 'description of the key in AWS KMS', once())
    .option('--multi-region', 'let the key in AWS KMS have replicas in other regions')
    .option('--tag <key=value>', 'tag of the key in AWS KMS (repeatable)', collect)
    .option(
      '--timeout <duration>',
      'time for one request to AWS KMS; each of its three attempts gets a third, but a key is asked for once (default: 30s)',
      once(parseTimeout),
    )
    .option('-v, --verbose', 'tell of every further attempt')
    .option('--json', 'print the result as JSON')
    .action((name: string, options: CreateOptions) => createAndTell(name, options, io));
}

async function createAndTell(name: string, options: CreateOptions, io: Io): Promise<void> {
  const { alg, passphraseEnv, spec, description, multiRegion, tag } = options;
  const ref = toRef(name, options.provider);
  const signer = await createKey(ref, {
    ...toProviderContext(options, io),
    algorithm: alg,
    passphraseVariable: passphraseEnv,
    spec,
    description,
    multiRegion,
    tags: tag === undefined ? undefined : parseTags(tag),
  });
  await signer.close?.();
  const entry = toPublicEntry(signer, await toThumbprint(signer.publicJwk, nodeCrypto), alg);
  await writeOut(
    io,
    options.json === true ? toJson({ keys: [describeKey(signer, entry)] }) : renderKey(signer, entry),
  );
  for (const line of advise(ref, signer, { alg, passphraseEnv, env: io.env })) writeNote(io, line);
}

/** `--provider awskms agent-card` is `awskms:///alias/agent-card`. */
function toRef(name: string, provider: string | undefined): string {
  if (provider === undefined || name.toLowerCase().startsWith(`${provider}:`)) return name;
  if (provider === 'file') return `file:${name}`;
  if (provider === 'awskms') return `awskms:///${name.startsWith('alias/') ? '' : 'alias/'}${name}`;
  throw new CardctlError('usage', `--provider ${provider} makes no keys`, { hint: 'use file or awskms' });
}

function parseTags(tags: readonly string[]): Record<string, string> {
  const pairs = tags.map(parseTag);
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (names.includes('created-by')) {
    throw new CardctlError('usage', 'the tag created-by names cardctl', { hint: 'choose another name' });
  }
  if (twice !== undefined) {
    throw new CardctlError('usage', `the tag ${twice} is given twice`, { hint: 'give it once' });
  }
  return Object.fromEntries(pairs);
}

function parseTag(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CardctlError('usage', `--tag ${text} is not of the form KEY=VALUE`, {
    hint: 'write it as --tag team=agents',
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
    ...(isEncrypted ||
    parseKeyRef(ref).scheme !== 'file' ||
    readVariable(env, defaultPassphraseVariable) === undefined
      ? []
      : [
          `note: the key is not encrypted, although ${defaultPassphraseVariable} is set: --passphrase-env ${defaultPassphraseVariable} encrypts it`,
        ]),
  ];
}
