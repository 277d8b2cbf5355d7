/** Knows the exit codes, the stable table that pipelines rely on (docs/exit-codes.md). */
import type { ErrorKind } from '../errors.js';
import type { Verdict } from '../trust/report.js';

export const exitCodes = {
  done: 0,
  invalid: 1,
  usage: 2,
  tampered: 3,
  untrusted: 4,
  unmet: 5,
  trouble: 6,
  provider: 7,
  defect: 70,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOfVerdict: Readonly<Record<Verdict, ExitCode>> = {
  'trusted': exitCodes.done,
  'invalid-card': exitCodes.invalid,
  'tampered': exitCodes.tampered,
  'unsigned': exitCodes.untrusted,
  'untrusted': exitCodes.untrusted,
  'unmet-policy': exitCodes.unmet,
};

export const exitCodeOfError: Readonly<Record<ErrorKind, ExitCode>> = {
  usage: exitCodes.usage,
  card: exitCodes.invalid,
  file: exitCodes.trouble,
  provider: exitCodes.provider,
  unmet: exitCodes.unmet,
  defect: exitCodes.defect,
};

/** Trouble on the network never hides a tampered card. */
const precedence: readonly ExitCode[] = [
  exitCodes.defect,
  exitCodes.usage,
  exitCodes.tampered,
  exitCodes.untrusted,
  exitCodes.unmet,
  exitCodes.invalid,
  exitCodes.provider,
  exitCodes.trouble,
];

/** The one code of a call about several cards: the highest in the order of precedence. */
export function combineExitCodes(codes: readonly ExitCode[]): ExitCode {
  return precedence.find((code) => codes.includes(code)) ?? exitCodes.done;
}
