/** Knows how text from a document is quoted in a message: short, and with nothing in it that a terminal obeys. */

/** So many characters of foreign text stand in a message at most. */
const longestShown = 20;

/**
 * The text in double quotes, cut to 20 characters, with control, format and bidi characters escaped. Of a run of
 * letters and digits too long for a word, only four: the document may be a private key that was given by mistake.
 */
export function showText(text: string): string {
  if (/^(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/_-]{17,}/.test(text)) return `"${text.slice(0, 4)}…"`;
  const characters = Array.from(text.slice(0, 2 * longestShown + 2));
  const shown = characters.slice(0, longestShown).map(showCharacter).join('');
  return `"${shown}${characters.length > longestShown ? '…' : ''}"`;
}

/** A code point as `U+000A`. */
export function showCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function showCharacter(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint > 0xffff
    ? `\\u{${codePoint.toString(16)}}`
    : `\\u${codePoint.toString(16).padStart(4, '0')}`;
}
