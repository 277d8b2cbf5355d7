/** Knows what the commands hand to an output format. */
import type { CardShape } from '../card/shape.js';
import type { ErrorCode } from '../errors.js';
import type { Finding } from '../findings.js';
import type { VerificationReport } from '../trust/report.js';
import type { Style } from './style.js';

/** How a card from standard input is named in reports. */
export const standardInput = 'standard input';

/** What `check` found about one card. */
export type CheckReport = {
  readonly source: string;
  /** Whether there is no error among the findings. */
  readonly valid: boolean;
  /** Absent where the text is not a JSON object. */
  readonly shape?: CardShape;
  readonly findings: readonly Finding[];
};

/** A card of which there is no report, because it could not be read. */
export type UnreadCard = { readonly source: string; readonly code: ErrorCode; readonly message: string };

export type Report = { readonly errors: readonly UnreadCard[] } & (
  | { readonly command: 'check'; readonly reports: readonly CheckReport[] }
  | {
      readonly command: 'verify';
      readonly reports: readonly VerificationReport[];
      /** Whether the call says at which time to judge: then people are told which. */
      readonly isTimeGiven: boolean;
    }
);

/** A format turns a report into text that ends with a newline. */
export type Format = { readonly name: string; render(report: Report, style: Style): string };
