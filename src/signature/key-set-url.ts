/** Knows which text can stand as `jku` in a protected header (RFC 7515 4.1.2). */

/** An https URL, or an http one on loopback for development; no user in it, no fragment. */
export function isKeySetUrl(text: string): boolean {
  // The header has the text as it is given, so what `URL` would mend or pass over is refused.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, hash } = new URL(text);
  const isLoopback = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isLoopback) && username === '' && hash === '';
}
