/** Knows how option values are read from text; the option and the value are named in front of what a parser says. */
import { CardctlError } from '../errors.js';
import { algorithmNames, type AlgorithmName } from '../keys/algorithms.js';
import { isVariableName } from '../keys/providers/passphrase.js';
import { defaultMaxBytes } from '../json/read.js';
import { isKeySetUrl } from '../signature/key-set-url.js';
import type { Definition } from './command.js';

/** A value that an option does not take; what is wrong is said of the option and the value, which commander adds. */
class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  /** What commander knows such errors by. */
  readonly code = 'commander.invalidArgument';
}

/** Whether an error says that an option does not take its value. */
export function isInvalidValue(error: unknown): boolean {
  return error instanceof InvalidValueError;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** A card that must hold longer is better signed again. */
const longestDuration = 100 * 365 * 86_400;

/** `90d`, `12h`, `30m`, `45s`, `2w`: seconds, from 1 to a hundred years. */
export function parseDuration(text: string): number {
  const seconds = readSeconds(text, /^(\d{1,9})([smhdw])$/);
  if (seconds > 0 && seconds <= longestDuration) return seconds;
  throw new InvalidValueError(
    'A duration is a number with s, m, h, d or w, as 90d, and at most a hundred years.',
  );
}

/** `10s`, `2m`: seconds, from 1 to an hour. */
export function parseTimeout(text: string): number {
  const seconds = readSeconds(text, /^(\d{1,4})([smh])$/);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new InvalidValueError('A time for a request is 1s to 1h, as 10s or 2m.');
}

/** The number and the unit that the pattern finds, as seconds; 0 where it finds none. */
function readSeconds(text: string, pattern: RegExp): number {
  const [, digits = '', unit = ''] = pattern.exec(text) ?? [];
  return Number(digits) * (units[unit] ?? 0);
}

/** A date or a time in RFC 3339, as 2027-01-31 (midnight UTC) or 2027-01-31T12:00:00Z. */
export function parseTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const date = new Date(text);
  if (isTime && !Number.isNaN(date.getTime()) && isOnCalendar(text)) return date;
  throw new InvalidValueError('A time is as 2027-01-31 or 2027-01-31T12:00:00Z (RFC 3339).');
}

/** `Date` turns the 31st of February into a day of March. */
function isOnCalendar(text: string): boolean {
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
}

/** A whole number of bytes from 1 on. */
export function parseBytes(text: string): number {
  const bytes = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (bytes > 0) return bytes;
  throw new InvalidValueError('A size is a whole number of bytes, as 4194304.');
}

/** A name of the algorithm table. */
export function parseAlgorithm(text: string): AlgorithmName {
  const name = algorithmNames.find((one) => one === text);
  if (name !== undefined) return name;
  throw new InvalidValueError(`Use one of ${algorithmNames.join(', ')}.`);
}

/** A URL that can stand as `jku`. */
export function parseKeySetUrl(text: string): string {
  if (isKeySetUrl(text)) return text;
  throw new InvalidValueError('Give the https URL where the key set is published.');
}

/**
 * A parser for an option that is given once. The last of two would win otherwise, and the second may come from a file
 * name that looks like an option.
 */
export function once<T = string>(parse: (text: string) => T = (text) => text as T): (text: string) => T {
  let isGiven = false;
  return (text) => {
    if (isGiven) throw new InvalidValueError('It can be given once only.');
    isGiven = true;
    return parse(text);
  };
}

/** Adds up the values of an option that can be given several times. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Likewise, where each value may be several with commas between them. */
export function collectList(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(',')];
}

/** `--max-bytes`, the same for every command that reads cards. */
export function addSizeOption(definition: Definition): Definition {
  return definition.option('--max-bytes <n>', 'largest input to read', once(parseBytes), defaultMaxBytes);
}

/** The name of an environment variable. What is given in its place may be a secret, so it is not repeated. */
export function parseVariable(text: string): string {
  if (isVariableName(text)) return text;
  throw new CardctlError(
    'usage',
    'the name of the passphrase variable is no name of an environment variable',
    {
      hint: 'put the passphrase into a variable and give its name, as --passphrase-env KEY_PASSPHRASE',
    },
  );
}
