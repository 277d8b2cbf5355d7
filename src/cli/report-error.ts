/** Knows how an error is told on standard error: what, where, and the next step. */
import { NotPortableError } from '../canonical/not-portable.js';
import { InvalidCardError } from '../card/signable.js';
import { CardctlError } from '../errors.js';
import { escapeText } from '../formats/escape.js';
import { renderFinding } from '../formats/text.js';
import { writeNote, type Io } from './io.js';

/** Prints the error, its reasons and its hint. Key material and environment values are in none of them. */
export function reportError(io: Io, error: CardctlError, source = 'card'): void {
  const style = io.errorStyle;
  writeNote(io, `${style.bad('error')}: ${escapeText(error.message, 600)}`);
  if (error instanceof InvalidCardError || error instanceof NotPortableError) {
    for (const finding of error.findings) void io.stderr.write(renderFinding(finding, { source, style }));
  }
  if (error.hint !== undefined) writeNote(io, `  ${style.faint(`next: ${escapeText(error.hint, 600)}`)}`);
}

/** Prints what only a fault in cardctl can cause, with what its authors need to find it. */
export function reportDefect(io: Io, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeNote(
    io,
    `${io.errorStyle.bad('defect in cardctl')}: ${escapeText(text, 4000).replaceAll('\\u000a', '\n')}`,
  );
  writeNote(io, '  next: please report this, with the command that you ran');
}
