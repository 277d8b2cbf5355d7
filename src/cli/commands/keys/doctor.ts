/** Knows the command `keys doctor [REF...]`. */
import { refuseNonCard } from '../../../card/shape.js';
import { CardctlError, type ErrorCode } from '../../../errors.js';
import { escapeText, longestText } from '../../../formats/escape.js';
import { toJsonText } from '../../../formats/json.js';
import type { Style } from '../../../formats/style.js';
import { nodeCrypto } from '../../../keys/node-crypto.js';
import { examineKey } from '../../../keys/providers/index.js';
import type { Symptom } from '../../../keys/symptom.js';
import { defaultMaxBytes } from '../../../json/read.js';
import { examineEntries, examineSigner, type ExamineOptions } from '../../../signature/examine-signer.js';
import type { Call, Definition } from '../../command.js';
import { combineExitCodes, exitCodeOfError, exitCodes, type ExitCode } from '../../exit-codes.js';
import { writeOut, type Io } from '../../io.js';
import { readKeySetOption } from '../../key-set-option.js';
import { once } from '../../options.js';
import { parseCard, sourceName } from '../../parse-card.js';
import { assertOneStandardInput, readInput } from '../../read-input.js';
import { addSignerOptions, refKinds, toProviderContext, type SignerOptions } from '../../signers.js';

type Options = SignerOptions & { readonly card?: string; readonly jwks?: string; readonly json?: boolean };

type Examined = {
  readonly ref: string;
  readonly keyName?: string;
  readonly symptoms: readonly Symptom[];
  /** Why it could not be looked at. */
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly hint?: string };
};

export function configureDoctor(command: Definition, call: Call): void {
  addSignerOptions(command)
    .summary('find out whether keys can sign, and what is missing')
    .description(
      'Looks at keys where they are held, and holds them against a card and a published key set. Changes nothing. Ends with 1 where something is wrong with a key, and with 7 where it cannot be looked at.',
    )
    .argument('[ref...]', `keys: ${refKinds}; without any, the card is held against the key set`)
    .option('--card <file>', 'card that they sign', once())
    .option('--jwks <file>', 'key set that is published', once())
    .option('--json', 'print it as JSON')
    .action(async (refs: string[], options: Options) => {
      const { io } = call;
      const against = await readAgainst(options, io);
      const codes: ExitCode[] = [];
      const keys: Examined[] = refs.length === 0 ? [await compareFiles(against, codes)] : [];
      for (const ref of refs) {
        keys.push(await examine(ref, { options, against, call, codes }));
      }
      const text =
        options.json === true
          ? toJsonText({ version: 1, keys })
          : keys.map((key) => render(key, io.outStyle)).join('');
      await writeOut(io, text);
      call.exitCode = combineExitCodes(codes);
    });
}

async function readAgainst({ card, jwks }: Options, io: Io): Promise<ExamineOptions> {
  assertOneStandardInput([card, jwks]);
  const keySet = jwks === undefined ? undefined : await readKeySetOption(jwks, io);
  const shared = { keySet, crypto: nodeCrypto, now: io.now() };
  if (card === undefined) return shared;
  const source = sourceName(card);
  const bytes = await readInput(card, io, { what: 'card', maxBytes: defaultMaxBytes });
  const value = parseCard(bytes, { source, maxBytes: defaultMaxBytes }).card;
  if (refuseNonCard(value) === undefined) return { ...shared, card: { source, value, bytes } };
  throw new CardctlError('card-invalid', `${source} is not an Agent Card of any version`, {
    hint: 'is this the right file?',
  });
}

/** Without a key, there are two files to compare. */
async function compareFiles(against: ExamineOptions, codes: ExitCode[]): Promise<Examined> {
  const { card, keySet } = against;
  if (card === undefined || keySet === undefined) {
    throw new CardctlError('usage', 'no key is given', {
      hint: 'name one, as file:PATH or awskms:///alias/NAME, or give both --card and --jwks',
    });
  }
  const symptoms = await examineEntries(card, { ...against, keySet });
  if (symptoms.some(({ level }) => level === 'bad')) codes.push(exitCodes.invalid);
  return { ref: card.source, symptoms };
}

type Context = {
  readonly options: Options;
  readonly against: ExamineOptions;
  readonly call: Call;
  readonly codes: ExitCode[];
};

/** A key that cannot be looked at hides no other. */
async function examine(ref: string, { options, against, call, codes }: Context): Promise<Examined> {
  try {
    const { signer, symptoms: held, failure } = await examineKey(ref, toProviderContext(options, call.io));
    try {
      const symptoms = [...held, ...(signer === undefined ? [] : await examineSigner(signer, against))];
      if (failure !== undefined) codes.push(exitCodeOfError[failure.kind]);
      const own = symptoms.filter(({ text }) => text !== failure?.message);
      if (own.some(({ level }) => level === 'bad')) codes.push(exitCodes.invalid);
      return { ref, ...(signer?.keyName === undefined ? {} : { keyName: signer.keyName }), symptoms };
    } finally {
      await signer?.close?.();
    }
  } catch (error) {
    if (!(error instanceof CardctlError) || error.kind === 'defect') throw error;
    codes.push(exitCodeOfError[error.kind]);
    const { code, message } = error;
    return { ref: toShownRef(ref, error), symptoms: [], error: { code, message, ...hintOf(error) } };
  }
}

/** A ref that is none may hold a password or a PIN: whoever refused it has repeated it where that is safe. */
function toShownRef(ref: string, { code, message }: CardctlError): string {
  return code !== 'key-ref-invalid' || message.includes(ref) ? ref : 'a key ref that is not repeated';
}

function render({ ref, symptoms, error }: Examined, style: Style): string {
  const words = { good: style.good('ok'), doubtful: style.doubtful('warning'), bad: style.bad('error') };
  const failed: Symptom[] =
    error === undefined ? [] : [{ level: 'bad', subject: error.code, text: error.message, ...hintOf(error) }];
  const lines = [...symptoms, ...failed].flatMap(({ level, subject, text, hint }) => [
    `  ${words[level]} ${subject}: ${escapeText(text, longestText)}`,
    ...(hint === undefined ? [] : [`    ${style.faint(`next: ${escapeText(hint, longestText)}`)}`]),
  ]);
  return `${escapeText(ref)}\n${lines.join('\n')}\n`;
}

function hintOf({ hint }: { readonly hint?: string | undefined }): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
