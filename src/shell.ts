/** Knows how a command is shown so that a person can paste it into a POSIX shell. */

/** A word of a command line: quoted where a shell would take it for more than that. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a file as an argument: what an option would begin with does not come first, and `-` is standard input. */
export function quotePath(path: string): string {
  return quoteWord(path.startsWith('-') && path !== '-' ? `./${path}` : path);
}
