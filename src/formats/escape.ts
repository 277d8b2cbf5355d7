/** Knows how text from a card is shown, so that it cannot speak for us on a terminal. */

/** What is shown as it is in any case. */
const plain = /^[ -~]*$/;

/** The text with control and bidirectional characters as escapes; at most `limit` characters of it. */
export function escapeText(text: string, limit = 300): string {
  const short = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return plain.test(short) ? short : short.toWellFormed().replace(getUnsafe(), toUnicodeEscape);
}

let unsafe: RegExp | undefined;

/**
 * Controls, line and paragraph separators, what changes the direction or has no shape of its own (UAX 9, the
 * Trojan Source characters, default-ignorable letters): each becomes a visible `\u` escape. The engine takes long to
 * look up which those are, so it is not asked before there is need.
 */
function getUnsafe(): RegExp {
  unsafe ??=
    // eslint-disable-next-line no-misleading-character-class -- each is meant by itself
    /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|\u180b|\u180c|\u180d|\u180e|\u180f|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/gu;
  return unsafe;
}

/** A character as `\u` and its code. */
export function toUnicodeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
