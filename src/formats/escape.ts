/** Knows how text from a card is shown, so that it cannot speak for us on a terminal. */

/** What is shown as it is in any case. */
const plain = /^[ -~]*$/;

/** Characters of the longest texts: some findings list places. */
export const longestText = 1200;

/** The text with control and bidirectional characters as escapes; at most `limit` characters of it. */
export function escapeText(text: string, limit = 300): string {
  const short = text.length > limit ? `${text.slice(0, limit)}...` : text;
  const shown = plain.test(short) ? short : short.toWellFormed().replace(getUnsafe(), toUnicodeEscape);
  return shown.replace(blanks, sayBlanks);
}

/** So many blanks could fill a line, and what stands behind them would look like a line of its own. */
const blanks = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]{5,}/g;

function sayBlanks(run: string): string {
  return ` (${run.length} blanks) `;
}

let unsafe: RegExp | undefined;

/**
 * Controls, line and paragraph separators, what changes the direction or has no shape of its own (UAX 9, the Trojan
 * Source characters, default-ignorable code points but for the two that choose between text and emoji): each becomes
 * a visible `\u` escape. The engine takes long to look up which those are, so it is not asked before there is need.
 */
function getUnsafe(): RegExp {
  unsafe ??= /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
  return unsafe;
}

/** A character as `\u` and its code. */
export function toUnicodeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
