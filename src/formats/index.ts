/** Knows which output formats there are: the table that a new format gets one row in. */
import { CardctlError } from '../errors.js';
import { jsonFormat } from './json.js';
import type { Format } from './report.js';
import { textFormat } from './text.js';

const formats: readonly Format[] = [textFormat, jsonFormat];

/** The names of all formats. */
export const formatNames: readonly string[] = formats.map(({ name }) => name);

/** The format of a name. Throws `usage` with the names there are. */
export function getFormat(name: string): Format {
  const format = formats.find((one) => one.name === name);
  if (format !== undefined) return format;
  throw new CardctlError('usage', `output format "${name}" is not known`, {
    hint: `use ${formatNames.join(' or ')}`,
  });
}
