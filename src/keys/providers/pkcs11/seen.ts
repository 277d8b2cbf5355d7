/** Knows how what is on a token is shown: as the attributes of a PKCS#11 URI, which can be copied and hold nothing odd. */

/** So many things are listed, and so many bytes of each text shown. */
const longestList = 8;
const longestText = 64;

/** `token=a%20b;serial=1`: RFC 7512 2.3, all that is not plain ASCII escaped; cut where it is long. */
export function showAttributes(attributes: Readonly<Record<string, string | Uint8Array>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => `${name}=${escapeBytes(name, value)}`)
    .join(';');
}

function escapeBytes(name: string, value: string | Uint8Array): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  const shown = Array.from(bytes.subarray(0, longestText), (byte) => {
    const character = String.fromCharCode(byte);
    // An id is binary: written so throughout, one whose bytes are those of digits is not taken for a number.
    const isPlain = name !== 'id' && /[A-Za-z0-9\-._~]/.test(character);
    return isPlain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `${shown.join('')}${bytes.length > longestText ? '...' : ''}`;
}

/** The items in one line, the first eight of them; `nothing` where there are none. */
export function listSeen(items: readonly string[], nothing: string): string {
  if (items.length === 0) return nothing;
  const more = items.length > longestList ? ` and ${items.length - longestList} more` : '';
  return `${items.slice(0, longestList).join(', ')}${more}`;
}

/** A text that PKCS#11 pads with blanks; some modules pad with zero bytes. */
export function unpad(text: string): string {
  return text.replace(/[ \0]+$/, '');
}
