/** Knows key refs: the URIs that name a private key where it is held. */
import { CardctlError } from '../errors.js';

export type KeyRef = {
  readonly scheme: string;
  /** What follows the scheme: a path, a variable, an id. */
  readonly target: string;
  /** As given. */
  readonly text: string;
};

/** Splits `scheme:target`. Which schemes there are, the table of providers knows. Throws `key-ref-invalid`. */
export function parseKeyRef(text: string): KeyRef {
  if (text.toLowerCase().includes(pinMark)) throw refusePin();
  // Someone who puts the key itself where its name is due must not find it in a log.
  if (looksLikeKey(text)) {
    throw new CardctlError(
      'key-ref-invalid',
      'the key ref is no name of a key; it looks like the text of one',
      {
        hint: 'put the key into a file and name it with file:PATH, or into a variable and name it with env:NAME',
      },
    );
  }
  // RFC 3986 3.1: the case of a scheme means nothing. One letter is a drive of Windows.
  const match = /^([a-z][a-z0-9+.-]+):(.+)$/i.exec(text);
  const [, scheme, target] = match ?? [];
  if (scheme !== undefined && target !== undefined) return { scheme: scheme.toLowerCase(), target, text };
  const isEmpty = text.endsWith(':');
  throw new CardctlError(
    'key-ref-invalid',
    `key ref "${text}" ${isEmpty ? 'names nothing' : 'has no scheme'}`,
    {
      hint: adviseScheme(text, isEmpty),
    },
  );
}

/** What someone meant who left the scheme out. */
function adviseScheme(text: string, isEmpty: boolean): string {
  if (/^["'\u2018-\u201d]/.test(text)) return 'leave out the quotes';
  if (/^(?:alias\/.|mrk-[0-9a-f]{32}$|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$)/.test(text))
    return `for a key in AWS KMS, write awskms:///${text}`;
  if (text.startsWith('pkcs11')) return 'name token and key: pkcs11:token=LABEL;object=LABEL';
  return `name where the key is held: file:${isEmpty || text === '' ? 'PATH' : text} for a file, env:NAME for a variable`;
}

/** RFC 7512 2.3: a PIN inside the ref is seen by all who see the command line, its history or a log. */
export function refusePin(): CardctlError {
  return new CardctlError(
    'key-ref-invalid',
    'the key ref has pin-value; a PIN is not taken from the arguments',
    {
      hint: 'others see those, so change that PIN, then put the new one into a file or a variable: pin-source=file:/PATH or pin-source=env:NAME',
    },
  );
}

/** What stands before a PIN in a PKCS#11 URI. */
const pinMark = 'pin-value=';

/**
 * Whether a text that should name something is a private key instead, PEM, JWK or either in base64, or has a PIN in
 * it. Such a text is repeated in no message.
 */
export function looksLikeKey(text: string): boolean {
  if (text.length > longestName || marks.some((mark) => text.includes(mark))) return true;
  return signs.some(({ part, like }) => text.includes(part) && like.test(text));
}

/** The start of a PEM, as it is and in base64, and of a JWK; and what no name has. */
const marks = ['-----BEGIN', 'LS0tLS1CRUdJTi', 'eyJrdHki', '\r', '\n', pinMark];

/** What needs a closer look where a part of it is there: members of a JWK, with and without their quotes, and base64. */
const signs = [
  { part: 'kty', like: /\bkty\\?["']?\s*:/ },
  { part: '"d', like: /"d\\?"\s*:/ },
  // DER: a SEQUENCE that begins with a version, of two bytes of length or one.
  { part: 'MI', like: /MI[A-Z][A-Za-z0-9+/]{44}/ },
  { part: 'CAQ', like: /M[A-Za-z0-9+/]{2}CAQ[AE][A-Za-z0-9+/]{30}/ },
  // JSON: `{"` and `{` with a line break or a blank.
  { part: 'ey', like: /ey[JA][A-Za-z0-9+/_-]{60}/ },
  { part: 'ew', like: /ew(?:og|0K|kJ)[A-Za-z0-9+/_-]{40}/ },
];

/** Longer than any path that systems take. */
const longestName = 4096;
