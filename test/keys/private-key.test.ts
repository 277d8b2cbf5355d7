/** Private keys as people hold them: what opens, and what is told of the rest without a word of the key itself. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSigner } from '../../src/index.js';
import { createJwk } from '../cli/samples.js';

function open(text: string, env: Record<string, string> = {}) {
  return openSigner('env:KEY', { env: { KEY: text, ...env } });
}

const ed25519 = () => generateKeyPairSync('ed25519').privateKey;

describe('a private JWK', () => {
  it('is refused where its public half is another key', async () => {
    const jwk = ed25519().export({ format: 'jwk' });
    const { x } = ed25519().export({ format: 'jwk' });
    // Newer Nodes refuse it by themselves, in fewer words.
    await expect(open(JSON.stringify({ ...jwk, x }))).rejects.toMatchObject({
      kind: 'provider',
      code: expect.stringMatching(/^key-un(usable|readable)$/) as string,
      message: expect.stringMatching(
        /has x that does not belong to its private part|cannot be read/,
      ) as string,
    });
  });

  it('opens with what a JWK may say beside the key', async () => {
    const jwk = {
      ...ed25519().export({ format: 'jwk' }),
      kid: 'k',
      use: 'sig',
      key_ops: ['sign'],
      alg: 'Ed25519',
    };
    expect((await open(JSON.stringify(jwk))).algorithms).toEqual(['Ed25519', 'EdDSA']);
  });

  it.each([
    ['for another use', { use: 'enc' }, 'has use "enc", not "sig"'],
    ['for other operations', { key_ops: ['verify'] }, 'has key_ops that do not include "sign"'],
    [
      'for an algorithm of another type',
      { alg: 'ES256' },
      'has alg "ES256", which does not go with its type',
    ],
    ['for an algorithm that is no name', { alg: 42 }, 'has alg that is not a string'],
    ['for an algorithm that is null', { alg: null }, 'has alg that is not a string'],
  ])('is refused %s', async (_, limits, reason) => {
    const jwk = { ...ed25519().export({ format: 'jwk' }), ...limits };
    await expect(open(JSON.stringify(jwk))).rejects.toMatchObject({
      code: 'key-unusable',
      message: `the key in env:KEY ${reason}`,
    });
  });

  it.each(['ed25519', 'p256'] as const)('is refused with a private part that was cut: %s', async (kind) => {
    const jwk = kind === 'p256' ? createJwk(kind) : createJwk(kind);
    await expect(open(JSON.stringify({ ...jwk, d: jwk.d.slice(0, -2) }))).rejects.toMatchObject({
      code: expect.stringMatching(/^key-un(?:usable|readable)$/) as unknown,
    });
    await expect(open(JSON.stringify(jwk))).resolves.toBeDefined();
  });

  it('that is not JSON is told by its place, never by its text', async () => {
    const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';
    await expect(open(`{"kty":"OKP","d":"${secret}" oops}`)).rejects.toSatisfy((error: Error) => {
      expect(error.message).toMatch(/^env:KEY is not a JWK: not strict JSON at line 1, column \d+$/);
      expect(JSON.stringify(error) + String(error.stack) + String(error.cause)).not.toContain(secret);
      return true;
    });
  });
});

describe('a PEM in a variable', () => {
  const pem = ed25519().export({ type: 'pkcs8', format: 'pem' }) as string;

  it.each([
    ['\\n', pem.replaceAll('\n', '\\n')],
    ['\\r\\n', pem.replaceAll('\n', '\\r\\n')],
    ['carriage returns', pem.replaceAll('\n', '\r\n')],
  ])('opens with line breaks written as %s', async (_, text) => {
    expect((await open(text)).algorithms).toEqual(['EdDSA', 'Ed25519']);
  });
});
