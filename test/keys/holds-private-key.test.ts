/** Knows the ways to write a private key down, and what only looks like one. */
import { describe, expect, it } from 'vitest';
import { holdsPrivateKey } from '../../src/keys/holds-private-key.js';
import { createKeyPair } from '../support/key-pairs.js';

const { privateKey, publicKey } = createKeyPair('ES256');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>;
const der = (type: 'pkcs8' | 'sec1'): Buffer => privateKey.export({ type, format: 'der' });

describe('a private key is seen', () => {
  it.each<[string, string | Buffer]>([
    ['as a PEM', pem],
    ['behind a byte order mark', `\ufeff${pem}`],
    ['indented', pem.replaceAll(/^/gm, '  ')],
    ['behind text on its line', `key: ${pem}`],
    ['in a variable on one line', `KEY="${pem.replaceAll('\n', '\\n')}"`],
    ['far behind other text', `${'#'.repeat(100_000)}\n${pem}`],
    ['in UTF-16', Buffer.from(pem, 'utf16le')],
    ['as a JWK', JSON.stringify(jwk)],
    ['as a JWK with an escaped name', JSON.stringify(jwk).replace('"d"', '"\\u0064"')],
    ['in an array', JSON.stringify([publicKey.export({ format: 'jwk' }), jwk])],
    ['in a set', JSON.stringify({ keys: [jwk] }, null, 2)],
    ['as PKCS#8', der('pkcs8')],
    ['as SEC1', der('sec1')],
    [
      'as encrypted PKCS#8',
      privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' }),
    ],
    // PKCS#12 begins with version 3 (RFC 7292 4).
    ['as PKCS#12', Buffer.from('3008020103040301020300', 'hex').subarray(0, 10)],
    ['as a PEM in base64', Buffer.from(pem).toString('base64')],
    ['as a JWK in UTF-16', Buffer.from(JSON.stringify(jwk), 'utf16le')],
    ['as a JWK with a name twice', JSON.stringify(jwk).replace('{', '{"kty":"EC",')],
    ['as a JWK with a trailing comma', JSON.stringify(jwk).replace('}', ',}')],
    ['as a JWK inside of something', JSON.stringify({ key: jwk })],
    ['as a JWK in a variable', `AGENT_KEY=${JSON.stringify(jwk)}`],
    ['as a JWK in a string', JSON.stringify({ key: JSON.stringify(jwk) })],
    ['as a JWK in a file that goes on', `${JSON.stringify(jwk)}${' '.repeat(2_000_000)}`],
  ])('%s', (_, content) => {
    expect(holdsPrivateKey(Buffer.from(content as string))).toBe(true);
  });
});

describe('no private key is seen', () => {
  it.each<[string, string | Buffer]>([
    ['in nothing', ''],
    ['in a public PEM', publicKey.export({ type: 'spki', format: 'pem' })],
    ['in a public key', publicKey.export({ type: 'spki', format: 'der' })],
    ['in a public set', JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })],
    ['in a card with a member d', JSON.stringify({ name: 'a', d: 'x' })],
    [
      'in a public PEM in base64',
      Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64'),
    ],
    ['in what is no JSON', '{"kty": "EC", "d"'],
  ])('%s', (_, content) => {
    expect(holdsPrivateKey(Buffer.from(content as string))).toBe(false);
  });
});
