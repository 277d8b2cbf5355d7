/** Knows the command `verify CARD...`. */
import { checkCardDocument } from '../../card/check.js';
import { toCardText } from '../../card/text.js';
import { formNames } from '../../canonical/form-names.js';
import { getForm } from '../../canonical/index.js';
import { CardctlError } from '../../errors.js';
import { escapeText } from '../../formats/escape.js';
import { formatNames, getFormat } from '../../formats/index.js';
import type { KeySet } from '../../keys/key-set.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import type { VerificationReport } from '../../trust/report.js';
import {
  readCardText,
  toVerifiedCard,
  verifyDocument,
  type VerifiedContent,
} from '../../trust/verify-card.js';
import { reportEach, type CardResult } from '../each-card.js';
import { exitCodeOfError, exitCodeOfVerdict, type ExitCode } from '../exit-codes.js';
import { writeNote, writeOut, type Io } from '../io.js';
import { assertNotKeySet, readKeySetOption } from '../key-set-option.js';
import { addSizeOption, collect, parseTime, once } from '../options.js';
import { sourceName } from '../parse-card.js';
import { assertOneStandardInput, readInput } from '../read-input.js';
import { reportError } from '../report-error.js';
import { replaceFile } from '../write-file.js';
import type { Configure } from '../command.js';

type Options = {
  readonly jwks?: string;
  readonly acceptForm?: readonly string[];
  readonly stripUnsigned?: boolean;
  readonly at?: Date;
  readonly out?: string;
  readonly format: string;
  readonly json?: boolean;
  readonly maxBytes: number;
};

export const configure: Configure = (command, call) => {
  addSizeOption(command)
    .argument('<card...>', 'card files; - is standard input')
    .option('--jwks <file>', 'the key set you trust (required: the card never chooses)', once())
    .option(
      '--accept-form <name>',
      `accept only this canonical form (repeatable): ${formNames.join(', ')}`,
      collect,
    )
    .option('--strip-unsigned', 'take away what no signature covers, and judge and write the rest')
    .option('--at <time>', 'judge expiry at this time instead of now', once(parseTime))
    .option('--out <file>', 'write the verified content there, and only that', once())
    .option('--format <name>', `output format: ${formatNames.join(' or ')}`, once(), 'text')
    .option('--json', 'the same as --format json')
    .action(async (paths: string[], options: Options) => {
      const format = getFormat(options.json === true ? 'json' : options.format);
      const context = await prepare(paths, options, call.io);
      const { reports, errors } = await reportEach(paths, call, (path) => verifyOne(path, context));
      await writeOut(
        call.io,
        format.render(
          { command: 'verify', reports, errors, isTimeGiven: options.at !== undefined },
          call.io.outStyle,
        ),
      );
    });
};

type Context = { readonly io: Io; readonly options: Options; readonly keySet: KeySet; readonly now: Date };

async function prepare(paths: readonly string[], options: Options, io: Io): Promise<Context> {
  if (options.jwks === undefined) {
    throw new CardctlError('usage', 'no key set is given, and a card cannot vouch for itself', {
      hint: 'give the keys you trust: --jwks FILE (`cardctl keys jwks` prints the set of your own keys)',
    });
  }
  if (options.out !== undefined && paths.length > 1) {
    throw new CardctlError('usage', '--out takes one card', { hint: 'verify the cards one by one' });
  }
  assertTarget(options.out, options.jwks);
  assertOneStandardInput([...paths, options.jwks]);
  for (const name of options.acceptForm ?? []) getForm(name);
  return { io, options, keySet: await readKeySetOption(options.jwks, io), now: options.at ?? io.now() };
}

/** The verified card goes neither between the lines of the report nor over the keys that it was verified with. */
function assertTarget(out: string | undefined, jwks: string): void {
  if (out === '') throw new CardctlError('usage', '--out is empty', { hint: 'give the name of a file' });
  if (out === '-') {
    throw new CardctlError('usage', '--out - would mix the card with the report', {
      hint: 'give the name of a file',
    });
  }
  assertNotKeySet(out, jwks);
}

async function verifyOne(
  path: string,
  { io, options, keySet, now }: Context,
): Promise<CardResult<VerificationReport>> {
  const { maxBytes, acceptForm, stripUnsigned, out } = options;
  const bytes = await readInput(path, io, { what: 'card', maxBytes });
  const document = readCardText(bytes, maxBytes);
  const { report, verified } = await verifyDocument(document, {
    maxBytes,
    keySet,
    now,
    crypto: nodeCrypto,
    source: sourceName(path),
    stripUnsigned: stripUnsigned === true,
    ...(acceptForm === undefined ? {} : { policy: { acceptedForms: acceptForm } }),
  });
  const codes = [
    exitCodeOfVerdict[report.verdict],
    ...(out === undefined ? [] : writeVerified(out, verified, io)),
  ];
  if (report.verdict === 'invalid-card' || 'code' in document) return { report, codes };
  return { report: { ...report, findings: [...report.findings, ...checkCardDocument(document)] }, codes };
}

/** Nothing where the card is not trusted. That it cannot be written is told, and hides no verdict. */
function writeVerified(path: string, verified: VerifiedContent | undefined, io: Io): ExitCode[] {
  if (verified === undefined) {
    writeNote(io, `note: ${escapeText(path)} is not written, for the card is not trusted`);
    return [];
  }
  try {
    replaceFile(path, new TextEncoder().encode(toCardText(toVerifiedCard(verified))));
    return [];
  } catch (error) {
    if (!(error instanceof CardctlError)) throw error;
    reportError(io, error);
    return [exitCodeOfError[error.kind]];
  }
}
