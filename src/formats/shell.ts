/** Knows how a command is shown so that a person can paste it into a POSIX shell. */
import { escapeText } from './escape.js';

/** A word of a command line: quoted where a shell would take it for more than that. */
export function quoteWord(text: string): string {
  const shown = escapeText(text);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
