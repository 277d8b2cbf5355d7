/** Knows the RFC 7638 thumbprint: the name a key gives itself. */
import { encodeBase64url } from '../base64url.js';
import type { CryptoPort } from './crypto.js';
import type { PublicJwk } from './public-jwk.js';

/** The members that count, in lexicographic order (RFC 7638 3.2, RFC 8037 2, RFC 9964 for `AKP`). */
const members = {
  EC: ['crv', 'kty', 'x', 'y'],
  RSA: ['e', 'kty', 'n'],
  OKP: ['crv', 'kty', 'x'],
  AKP: ['alg', 'kty', 'pub'],
} as const satisfies Record<PublicJwk['kty'], readonly (keyof PublicJwk)[]>;

/** The SHA-256 thumbprint of a checked public JWK, in base64url (43 characters). */
export async function toThumbprint(jwk: PublicJwk, crypto: CryptoPort): Promise<string> {
  const text = JSON.stringify(Object.fromEntries(members[jwk.kty].map((name) => [name, jwk[name]])));
  return encodeBase64url(await crypto.sha256(new TextEncoder().encode(text)));
}
