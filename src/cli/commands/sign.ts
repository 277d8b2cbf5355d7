/** Knows the command `sign CARD --key REF...`. */
import { CardctlError } from '../../errors.js';
import { escapeText } from '../../formats/escape.js';
import { toJsonText } from '../../formats/json.js';
import { listPointers } from '../../formats/pointers.js';
import { renderFinding } from '../../formats/text.js';
import type { Finding } from '../../findings.js';
import { InvalidCardError } from '../../card/signable.js';
import type { AlgorithmName } from '../../keys/algorithms.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import { signCard, type SignedCard, type SignedEntry } from '../../signature/sign-card.js';
import { exitCodeOfError } from '../exit-codes.js';
import { writeNote, writeOut, type Io } from '../io.js';
import { assertNotKeySet, readKeySetOption } from '../key-set-option.js';
import { addSizeOption, collect, parseAlgorithm, parseDuration, parseKeySetUrl, once } from '../options.js';
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
      const bytes = await readInput(path, io, { what: 'card', maxBytes: options.maxBytes });
      const signOptions = { ...(await toSignOptions(options, io)), unknown };
      try {
        const signed = await withSigners(refs, toProviderContext(options, io), (signers) =>
          signCard(bytes, { ...signOptions, signers }),
        );
        await writeSigned(signed, { target, path, options, io });
      } catch (error) {
        if (!(error instanceof InvalidCardError)) throw error;
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
  for (const line of describe(signed, path, io)) writeNote(io, line);
  if (options.json !== true) return;
  const { entries, removedEntries, uncovered, content } = signed;
  const { leftOut, renamed, unknown, ...rest } = content;
  const lists = {
    uncovered: cutList(uncovered),
    leftOut: cutList(leftOut),
    renamed: cutList(renamed),
    unknown: cutList(unknown),
  };
  await writeOut(
    io,
    toJsonText({ version: 1, source: path, target, entries, removedEntries, ...rest, ...lists }),
  );
}

/** A card can be made so that it has a hundred thousand pointers of half a million characters. */
function cutList(pointers: readonly string[]): string[] {
  return pointers
    .slice(0, 100)
    .map((pointer) => (pointer.length > 2000 ? `${pointer.slice(0, 2000)}...` : pointer));
}

/** What was done, for standard error: one line for each entry, and for all that is written otherwise than it was. */
function describe(signed: SignedCard, source: string, io: Io): string[] {
  const { entries, removedEntries, uncovered, content } = signed;
  const { leftOut, renamed, unknown, unknownAction, findings } = content;
  const style = io.errorStyle;
  return [
    ...entries.map((entry) => describeEntry(entry, style)),
    ...entries.flatMap(describeChange).map((text) => `${style.doubtful('note')}: ${text}`),
    ...(removedEntries === 0
      ? []
      : [`removed: ${removedEntries} earlier ${removedEntries === 1 ? 'signature' : 'signatures'}`]),
    ...list('left out of a signature that is kept, for nothing covers it', uncovered),
    ...list('left out, being a default or null', leftOut),
    ...list('written under the JSON name', renamed),
    ...list(
      unknownAction === 'kept'
        ? 'signed although the schema does not have it'
        : 'dropped, for the schema does not have it',
      unknown,
    ),
    ...findings
      .filter(({ code }) => code === 'json-bom' || code === 'oneof-empty')
      .map((finding) => (finding.code === 'json-bom' ? withoutHint(finding) : finding))
      .map((finding) => renderFinding(finding, { source, style }).trimEnd()),
  ];
}

/** What is written has no byte order mark: nothing is left to do. */
function withoutHint({ hint: _, ...finding }: Finding): Finding {
  return finding;
}

function describeEntry({ action, alg, kid, expiresAt }: SignedEntry, style: Io['errorStyle']): string {
  const never = action === 'signed' ? ', without an expiry' : '';
  const expiry = expiresAt === undefined ? never : `, expires ${expiresAt}`;
  const what =
    alg === undefined || kid === undefined
      ? 'an entry that cannot be read'
      : `${escapeText(alg)} by ${escapeText(kid, 80)}`;
  return `${style.good(action)}: ${what}${expiry}`;
}

/** What someone who only meant to sign again may not have meant. */
function describeChange(entry: SignedEntry): string[] {
  const { kid, expiresAt, replacedExpiry, replacedKid, isForged } = entry;
  const isEndless = expiresAt === undefined && replacedExpiry !== undefined;
  return [
    ...(isEndless
      ? [
          `the earlier signature was to expire at ${replacedExpiry}, this one never does; --expires-in sets it`,
        ]
      : []),
    ...(replacedKid === undefined
      ? []
      : [
          `the earlier signature was by ${escapeText(replacedKid, 80)}, this one is by ${escapeText(kid ?? '', 80)}; --kid sets it`,
        ]),
    ...(isForged === true
      ? [
          `the signature ${kid === undefined ? 'that cannot be read' : `that names ${escapeText(kid, 80)}`} is not over this card: who trusts its key sees a tampered card`,
        ]
      : []),
  ];
}

function list(what: string, pointers: readonly string[]): string[] {
  return pointers.length === 0 ? [] : [`${what}: ${listPointers(pointers)}`];
}
