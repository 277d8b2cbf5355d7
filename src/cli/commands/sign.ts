/** Knows the command `sign CARD --key REF...`. */
import { CardctlError } from '../../errors.js';
import { toJsonText } from '../../formats/json.js';
import { NotPortableError } from '../../canonical/not-portable.js';
import { InvalidCardError } from '../../card/signable.js';
import type { AlgorithmName } from '../../keys/algorithms.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import { signCard, type SignedCard } from '../../signature/sign-card.js';
import type { SignedEntry } from '../../signature/signed-entry.js';
import { parseSdks } from '../../signature/signing-forms.js';
import { describeSigned } from '../describe-signed.js';
import { exitCodeOfError } from '../exit-codes.js';
import { writeNote, writeOut, type Io } from '../io.js';
import { assertNotKeySet, readKeySetOption } from '../key-set-option.js';
import {
  addSizeOption,
  collect,
  collectList,
  parseAlgorithm,
  parseDuration,
  parseKeySetUrl,
  once,
} from '../options.js';
import { assertOneStandardInput, readInput } from '../read-input.js';
import { reportError } from '../report-error.js';
import {
  addSignerOptions,
  refKinds,
  toProviderContext,
  withSigners,
  type SignerOptions,
} from '../signers.js';
import { replaceFile } from '../write-file.js';
import type { Configure } from '../command.js';

type Options = SignerOptions & {
  readonly key?: readonly string[];
  readonly alg?: AlgorithmName;
  readonly kid?: string;
  readonly jku?: string;
  readonly expiresIn?: number;
  readonly iat?: boolean;
  readonly for?: readonly string[];
  readonly requirePortable?: boolean;
  readonly unknown: string;
  readonly jwks?: string;
  readonly keepUnverified?: boolean;
  readonly dropOthers?: boolean;
  readonly out?: string;
  readonly inPlace?: boolean;
  readonly json?: boolean;
  readonly maxBytes: number;
};

export const configure: Configure = (command, call) => {
  addSignerOptions(addSizeOption(command))
    .argument('<card>', 'card file; - is standard input')
    .option('--key <ref>', `key to sign with (repeatable): ${refKinds}`, collect)
    .option(
      '--alg <name>',
      "algorithm, where the key has several (default: the key's preferred)",
      once(parseAlgorithm),
    )
    .option('--kid <id>', "key id, with one key only (default: the key's RFC 7638 thumbprint)", once())
    .option('--jku <url>', 'https URL of the published key set, as a hint to verifiers', once(parseKeySetUrl))
    .option('--expires-in <duration>', 'write iat and exp, as 90d', once(parseDuration))
    .option('--iat', 'write iat also without an expiry')
    .option(
      '--for <sdks>',
      'also sign what SDKs take the card for: a2a-js, a2a-python, a2a-python@1.0.2 (comma-separated)',
      collectList,
    )
    .option('--require-portable', 'sign only a card of which every SDK verifies the same text')
    .option('--unknown <action>', 'members the schema does not have: refuse, keep or drop', once(), 'refuse')
    .option('--jwks <file>', "key set to verify other keys' signatures with before they are kept", once())
    .option('--keep-unverified', "keep other keys' signatures that cannot be verified")
    .option('--drop-others', "remove other keys' signatures")
    .option('--out <file>', 'write the signed card there (default: standard output)', once())
    .option('--in-place', 'write the signed card over the card file')
    .option('--json', 'print what was done as JSON; with --out or --in-place')
    .action(async (path: string, options: Options) => {
      const { io } = call;
      const target = chooseTarget(path, options);
      assertNotKeySet(target, options.jwks);
      assertOneStandardInput([path, options.jwks]);
      const unknown = parseUnknown(options.unknown);
      const refs = assertKeys(options.key);
      parseSdks(options.for ?? []);
      const bytes = await readInput(path, io, { what: 'card', maxBytes: options.maxBytes });
      const signOptions = { ...(await toSignOptions(options, io)), unknown };
      try {
        const signed = await withSigners(refs, toProviderContext(options, io), (signers) =>
          signCard(bytes, { ...signOptions, signers }),
        );
        await writeSigned(signed, { target, path, options, io });
      } catch (error) {
        if (!(error instanceof InvalidCardError || error instanceof NotPortableError)) throw error;
        reportError(io, error, path);
        call.exitCode = exitCodeOfError[error.kind];
      }
    });
};

/** Where the signed card goes; `undefined` is standard output. */
function chooseTarget(path: string, { out, inPlace, json }: Options): string | undefined {
  const target = inPlace === true ? path : out;
  if (inPlace === true && out !== undefined)
    throw usage('--out and --in-place exclude each other', 'give one of them');
  if (inPlace === true && path === '-')
    throw usage('standard input cannot be written in place', 'leave --in-place out');
  if (target === '') throw usage('--out is empty', 'give the name of a file');
  if (json === true && (target === undefined || target === '-')) {
    throw usage(
      '--json needs --out or --in-place',
      'without them the signed card itself is printed, which is JSON',
    );
  }
  return target === '-' ? undefined : target;
}

function parseUnknown(text: string): 'refuse' | 'keep' | 'drop' {
  if (text === 'refuse' || text === 'keep' || text === 'drop') return text;
  throw usage(`--unknown ${text} is not known`, 'use refuse, keep or drop');
}

function assertKeys(refs: readonly string[] = []): readonly string[] {
  if (refs.length > 0) return refs;
  throw usage(
    'no key is given',
    'name one: --key file:key.pem (`cardctl keys create file:key.pem` makes it)',
  );
}

async function toSignOptions(options: Options, io: Io) {
  const { alg, kid, jku, expiresIn, iat, jwks, keepUnverified, dropOthers, maxBytes } = options;
  if (keepUnverified === true && dropOthers === true) {
    throw usage('--keep-unverified and --drop-others exclude each other', 'give one of them');
  }
  const unverified: 'keep' | 'drop-others' | 'refuse' =
    keepUnverified === true ? 'keep' : dropOthers === true ? 'drop-others' : 'refuse';
  return {
    crypto: nodeCrypto,
    now: io.now(),
    algorithm: alg,
    kid,
    jku,
    expiresIn,
    issuedAt: iat === true ? true : undefined,
    for: options.for,
    requirePortable: options.requirePortable === true,
    others: jwks === undefined ? undefined : await readKeySetOption(jwks, io),
    unverified,
    maxBytes,
  };
}

function usage(message: string, hint: string): CardctlError {
  return new CardctlError('usage', message, { hint });
}

type Target = {
  readonly target: string | undefined;
  readonly path: string;
  readonly options: Options;
  readonly io: Io;
};

async function writeSigned(signed: SignedCard, { target, path, options, io }: Target): Promise<void> {
  const bytes = new TextEncoder().encode(signed.text);
  if (target === undefined) await writeOut(io, bytes);
  else replaceFile(target, bytes);
  for (const line of describeSigned(signed, path, io.errorStyle)) writeNote(io, line);
  if (options.json !== true) return;
  const { entries, servedForms, removedEntries, droppedForms, uncovered, content } = signed;
  const { leftOut, renamed, unknown, ...rest } = content;
  const lists = {
    uncovered: cutList(uncovered),
    leftOut: cutList(leftOut),
    renamed: cutList(renamed),
    unknown: cutList(unknown),
  };
  await writeOut(
    io,
    toJsonText({
      version: 1,
      source: path,
      target,
      entries: entries.map(cutEntry),
      servedForms,
      removedEntries,
      droppedForms,
      ...rest,
      ...lists,
    }),
  );
}

function cutEntry({ uncovered, ...entry }: SignedEntry): SignedEntry {
  return uncovered === undefined ? entry : { ...entry, uncovered: cutList(uncovered) };
}

/** A card can be made so that it has a hundred thousand pointers of half a million characters. */
function cutList(pointers: readonly string[]): string[] {
  return pointers
    .slice(0, 100)
    .map((pointer) => (pointer.length > 2000 ? `${pointer.slice(0, 2000)}...` : pointer));
}
