/** Knows the command `check CARD...`. */
import { checkDocumentAndForms } from '../../canonical/form-findings.js';
import { detectShape } from '../../card/shape.js';
import { CardctlError } from '../../errors.js';
import { formatNames, getFormat } from '../../formats/index.js';
import type { CheckReport } from '../../formats/report.js';
import { JsonError } from '../../json/error.js';
import { tryReadJson } from '../../json/read.js';
import { isObject } from '../../json/value.js';
import { reportEach, type CardResult } from '../each-card.js';
import { exitCodes } from '../exit-codes.js';
import { writeOut, type Io } from '../io.js';
import { addSizeOption, once } from '../options.js';
import { sourceName } from '../parse-card.js';
import { readInput } from '../read-input.js';
import { reportError } from '../report-error.js';
import type { Configure } from '../command.js';

type Options = {
  readonly format: string;
  readonly json?: boolean;
  readonly requirePortable?: boolean;
  readonly maxBytes: number;
};

export const configure: Configure = (command, call) => {
  addSizeOption(command)
    .argument('<card...>', 'card files; - is standard input')
    .option('--format <name>', `output format: ${formatNames.join(' or ')}`, once(), 'text')
    .option('--json', 'the same as --format json')
    .option('--require-portable', 'end with 1 where SDKs verify another text of the card than ours')
    .action(async (paths: string[], options: Options) => {
      const format = getFormat(options.json === true ? 'json' : options.format);
      const { reports, errors } = await reportEach(paths, call, (path) => checkOne(path, call.io, options));
      await writeOut(call.io, format.render({ command: 'check', reports, errors }, call.io.outStyle));
    });
};

async function checkOne(path: string, io: Io, options: Options): Promise<CardResult<CheckReport>> {
  const { maxBytes, requirePortable = false } = options;
  const bytes = await readInput(path, io, { what: 'card', maxBytes });
  const document = tryReadJson(bytes, { maxBytes });
  const isRefused = document instanceof JsonError;
  const findings = isRefused ? [document.toFinding()] : checkDocumentAndForms(document);
  const source = sourceName(path);
  const valid = findings.every(({ severity }) => severity !== 'error');
  const shape = isRefused || !isObject(document.value) ? {} : { shape: detectShape(document.value) };
  const report = { source, valid, ...shape, findings };
  const isUnportable = requirePortable && findings.some(({ code }) => code === 'form-differs');
  if (isUnportable) reportError(io, notPortable(source));
  return { report, codes: [valid && !isUnportable ? exitCodes.done : exitCodes.invalid] };
}

function notPortable(source: string): CardctlError {
  return new CardctlError('not-portable', `${source} is not portable: SDKs verify another text of it`, {
    hint: 'change the card as its findings say, or check it without --require-portable',
  });
}
