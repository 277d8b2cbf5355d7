/** Knows the command `explain CARD`. */
import { explainCard, type ExplainCardOptions } from '../../explain/explain-card.js';
import { renderExplanation } from '../../formats/explanation.js';
import { formatNames, getFormat } from '../../formats/index.js';
import { toJsonText } from '../../formats/json.js';
import { PrivateKeyError } from '../../keys/key-set.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import { nodeProber } from '../../keys/node-prober.js';
import type { Call, Configure } from '../command.js';
import { combineExitCodes, exitCodeOfError, exitCodeOfVerdict, type ExitCode } from '../exit-codes.js';
import { writeOut, type Io } from '../io.js';
import { readKeySetOption } from '../key-set-option.js';
import { addSizeOption, once, parseTime } from '../options.js';
import { parseCard, sourceName } from '../parse-card.js';
import { assertOneStandardInput, readInput } from '../read-input.js';

type Options = {
  readonly jwks?: string;
  readonly against?: string;
  readonly at?: Date;
  readonly format: string;
  readonly json?: boolean;
  readonly maxBytes: number;
};

export const configure: Configure = (command, call) => {
  addSizeOption(command)
    .argument('<card>', 'card file; - is standard input')
    .option('--jwks <file>', 'the key set that the card should verify with', once())
    .option(
      '--against <file>',
      'a former copy of the card: shows what was changed since it was signed',
      once(),
    )
    .option('--at <time>', 'judge expiry at this time instead of now', once(parseTime))
    .option('--format <name>', `output format: ${formatNames.join(' or ')}`, once(), 'text')
    .option('--json', 'the same as --format json')
    .action(async (path: string, options: Options) => {
      const { name: format } = getFormat(options.json === true ? 'json' : options.format);
      await explain(path, { options, call, format });
    });
};

type Asked = { readonly options: Options; readonly call: Call; readonly format: string };

async function explain(path: string, { options, call, format }: Asked): Promise<void> {
  const { io } = call;
  const { jwks, against, at, maxBytes } = options;
  assertOneStandardInput([path, jwks, against].filter((one) => one !== undefined));
  const keys = jwks === undefined ? {} : await readKeys(jwks, io);
  const bytes = await readInput(path, io, { what: 'card', maxBytes });
  const former = against === undefined ? {} : await readFormer(against, { io, maxBytes });
  const report = await explainCard(bytes, {
    ...keys,
    ...former,
    now: at ?? io.now(),
    crypto: nodeCrypto,
    prober: nodeProber,
    source: sourceName(path),
    maxBytes,
  });
  const codes: ExitCode[] = [exitCodeOfVerdict[report.verdict]];
  if ('keySetFault' in keys) codes.push(exitCodeOfError.usage);
  call.exitCode = combineExitCodes(codes);
  await writeOut(
    io,
    format === 'json' ? toJsonText({ version: 1, ...report }) : renderExplanation(report, io.outStyle),
  );
}

type Keys = Pick<ExplainCardOptions, 'keySet' | 'keySetFault'>;

/** A private key in the set is what stands in the way, and no reason to say nothing more. */
async function readKeys(path: string, io: Io): Promise<Keys> {
  try {
    return { keySet: await readKeySetOption(path, io) };
  } catch (error) {
    if (error instanceof PrivateKeyError) return { keySetFault: error.message };
    throw error;
  }
}

async function readFormer(
  path: string,
  { io, maxBytes }: { readonly io: Io; readonly maxBytes: number },
): Promise<Pick<ExplainCardOptions, 'against'>> {
  const source = sourceName(path);
  const bytes = await readInput(path, io, { what: 'former copy of the card', maxBytes });
  return { against: { document: parseCard(bytes, { source, maxBytes }).document, source } };
}
