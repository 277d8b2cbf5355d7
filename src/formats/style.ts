/** Knows the few colours of text output, and when there are none. */

export type Style = {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly faint: (text: string) => string;
};

/** With colours (ECMA-48 SGR) or without any. */
export function createStyle(withColours: boolean): Style {
  const paint = (code: number) => (text: string) => (withColours ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: paint(32), bad: paint(31), doubtful: paint(33), faint: paint(2) };
}
