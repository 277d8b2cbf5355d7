/** Knows unprotected headers of every shape: what no signature covers, and no verdict may look at. */

/** Values of the member `header` that share no name with the protected header. */
export function makeUnprotected(protectedNames: readonly string[]): unknown[] {
  const free = names.filter((name) => !protectedNames.includes(name));
  const single = free.flatMap((name) => values.map((value) => Object.fromEntries([[name, value]])));
  return [...values, ...single, Object.fromEntries(free.map((name) => [name, 'x']))];
}

/** Values of the member `header` with a name that the protected header has too (RFC 7515 7.2.1). */
export function makeOverlapping(header: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(header).flatMap(([name, same]) =>
    [same, null, 'x', {}].map((value) => ({ note: 1, [name]: value })),
  );
}

const names = [
  ...['alg', 'kid', 'typ', 'jku', 'jwk', 'x5c', 'x5u', 'crit', 'b64', 'iat', 'exp', 'nbf', 'a2a_form', 'zip'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'protected',
    'signature',
    'header',
    'outcome',
  ],
];
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', 'none', 'ES256', 'https://evil.example/'],
  ...[[], ['exp'], {}, { kty: 'oct', k: '' }, { header: { header: {} } }],
];
