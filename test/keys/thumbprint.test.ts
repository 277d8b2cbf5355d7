/** Knows the thumbprints that the RFCs give for their example keys. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../src/keys/node-crypto.js';
import { toThumbprint } from '../../src/keys/thumbprint.js';
import { webCrypto } from '../../src/keys/web-crypto.js';
import { createKeyPair } from '../support/key-pairs.js';

const examples = [
  {
    rfc: 'RFC 7638 3.1 (RSA)',
    jwk: {
      kty: 'RSA',
      n:
        '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3' +
        'oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdA' +
        'ZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-' +
        'kEgU8awapJzKnqDKgw',
      e: 'AQAB',
    },
    thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  },
  {
    rfc: 'RFC 8037 A.3 (OKP)',
    jwk: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  },
] as const;

describe('the thumbprint', () => {
  it.each(examples)('of the key in $rfc is the one printed there', async ({ jwk, thumbprint }) => {
    for (const crypto of [nodeCrypto, webCrypto]) expect(await toThumbprint(jwk, crypto)).toBe(thumbprint);
  });

  it('is over the members that make the key, in their order, and over no others', async () => {
    const { crv, x, y } = createKeyPair('ES256').publicKey.export({ format: 'jwk' });
    const due = createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x ?? ''}","y":"${y ?? ''}"}`);
    const jwk = { y, x, use: 'sig', kid: 'k', kty: 'EC', crv, alg: 'ES256' };
    expect(await toThumbprint(jwk as never, nodeCrypto)).toBe(due.digest('base64url'));
  });

  it('of an ML-DSA key is over its algorithm too (RFC 9964)', async () => {
    const due = createHash('sha256').update('{"alg":"ML-DSA-44","kty":"AKP","pub":"AA"}').digest('base64url');
    expect(await toThumbprint({ kty: 'AKP', pub: 'AA', alg: 'ML-DSA-44' }, nodeCrypto)).toBe(due);
    expect(await toThumbprint({ kty: 'AKP', pub: 'AA', alg: 'ML-DSA-65' }, nodeCrypto)).not.toBe(due);
  });
});
