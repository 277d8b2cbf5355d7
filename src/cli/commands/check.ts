/** Knows the command `check CARD...`. */
import { checkCardDocument } from '../../card/check.js';
import { detectShape } from '../../card/shape.js';
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
import type { Configure } from '../command.js';

type Options = { readonly format: string; readonly json?: boolean; readonly maxBytes: number };

export const configure: Configure = (command, call) => {
  addSizeOption(command)
    .argument('<card...>', 'card files; - is standard input')
    .option('--format <name>', `output format: ${formatNames.join(' or ')}`, once(), 'text')
    .option('--json', 'the same as --format json')
    .action(async (paths: string[], options: Options) => {
      const format = getFormat(options.json === true ? 'json' : options.format);
      const { reports, errors } = await reportEach(paths, call, (path) => checkOne(path, call.io, options));
      await writeOut(call.io, format.render({ command: 'check', reports, errors }, call.io.outStyle));
    });
};

async function checkOne(path: string, io: Io, { maxBytes }: Options): Promise<CardResult<CheckReport>> {
  const bytes = await readInput(path, io, { what: 'card', maxBytes });
  const document = tryReadJson(bytes, { maxBytes });
  const isRefused = document instanceof JsonError;
  const findings = isRefused ? [document.toFinding()] : checkCardDocument(document);
  const source = sourceName(path);
  const valid = findings.every(({ severity }) => severity !== 'error');
  const shape = isRefused || !isObject(document.value) ? {} : { shape: detectShape(document.value) };
  const report = { source, valid, ...shape, findings };
  return { report, codes: [valid ? exitCodes.done : exitCodes.invalid] };
}
