/** Knows how a key ref is split, and that what looks like a key is never repeated. */
import { describe, expect, it } from 'vitest';
import { CardctlError } from '../../src/errors.js';
import { looksLikeKey, parseKeyRef } from '../../src/keys/key-ref.js';
import { createKeyPair } from '../support/key-pairs.js';

function refusal(text: string): CardctlError {
  try {
    parseKeyRef(text);
  } catch (error) {
    if (error instanceof CardctlError) return error;
    throw error;
  }
  throw new Error(`${text} is a key ref`);
}

describe('a key ref', () => {
  it.each([
    ['file:key.pem', 'file', 'key.pem'],
    ['file:///keys/key.pem', 'file', '///keys/key.pem'],
    ['file:C:\\keys\\key.pem', 'file', 'C:\\keys\\key.pem'],
    ['env:AGENT_KEY', 'env', 'AGENT_KEY'],
    ['x-vault+v2:a:b', 'x-vault+v2', 'a:b'],
    // RFC 3986 3.1.
    ['FILE:Key.pem', 'file', 'Key.pem'],
  ])('is split at its first colon: %s', (text, scheme, target) => {
    expect(parseKeyRef(text)).toEqual({ scheme, target, text });
  });

  it.each([
    ['key.pem', 'has no scheme', 'file:key.pem for a file'],
    ['', 'has no scheme', 'file:PATH for a file'],
    ['file:', 'names nothing', 'file:PATH for a file'],
    ['C:\\key.pem', 'has no scheme', 'file:C:\\key.pem for a file'],
    ['1file:key.pem', 'has no scheme', 'file:1file:key.pem for a file'],
  ])('is refused with the way on: "%s"', (text, reason, hint) => {
    expect(refusal(text)).toMatchObject({
      code: 'key-ref-invalid',
      kind: 'usage',
      message: `key ref "${text}" ${reason}`,
      hint: `name where the key is held: ${hint}, env:NAME for a variable`,
    });
  });
});

describe('a key ref without a scheme', () => {
  const id = '1234abcd-12ab-34cd-56ef-1234567890ab';
  const mrk = 'mrk-1234abcd12ab34cd56ef1234567890ab';

  it.each([
    ['alias/card', 'for a key in AWS KMS, write awskms:///alias/card'],
    ['alias/a/b', 'for a key in AWS KMS, write awskms:///alias/a/b'],
    [id, `for a key in AWS KMS, write awskms:///${id}`],
    [mrk, `for a key in AWS KMS, write awskms:///${mrk}`],
    ['"file:key.pem"', 'leave out the quotes'],
    ["'alias/card'", 'leave out the quotes'],
    ['\u201cfile:key.pem\u201d', 'leave out the quotes'],
    ['\u2018file:key.pem\u2019', 'leave out the quotes'],
    ['pkcs11', 'name token and key: pkcs11:token=LABEL;object=LABEL'],
    ['alias/', 'name where the key is held: file:alias/ for a file, env:NAME for a variable'],
    [`${id}0`, `name where the key is held: file:${id}0 for a file, env:NAME for a variable`],
  ])('is taken for what it looks like: %s', (text, hint) => {
    expect(refusal(text)).toMatchObject({
      code: 'key-ref-invalid',
      message: `key ref "${text}" has no scheme`,
      hint,
    });
  });
});

describe('a PIN in a key ref', () => {
  it.each(['pin-value', 'PIN-VALUE', 'Pin-Value'])('is refused and not repeated: %s', (name) => {
    for (const scheme of ['pkcs11:', 'PKCS11:', 'file:', '']) {
      const error = refusal(`${scheme}token=a;object=b?${name}=7391`);
      expect(error).toMatchObject({
        code: 'key-ref-invalid',
        message: 'the key ref has pin-value; a PIN is not taken from the arguments',
      });
      expect(`${error.message} ${error.hint ?? ''}`).not.toContain('7391');
    }
  });
});

describe('the text of a key in place of its name', () => {
  const { privateKey } = createKeyPair('ES256');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
  const der = privateKey.export({ type: 'pkcs8', format: 'der' }) as Buffer;
  const toDer = (alg: 'EdDSA' | 'ES256', type: 'pkcs8' | 'sec1'): Buffer =>
    createKeyPair(alg).privateKey.export({ type, format: 'der' });
  const texts: [string, string][] = [
    ['a PEM', pem],
    ['a PEM on one line', pem.replaceAll('\n', '\\n')],
    ['a PEM behind a scheme', `file:${pem}`],
    ['a PEM in base64', Buffer.from(pem).toString('base64')],
    ['a JWK', jwk],
    ['a JWK behind a scheme', `env:${jwk}`],
    ['a JWK in base64', Buffer.from(JSON.stringify({ kty: 'EC', ...JSON.parse(jwk) })).toString('base64')],
    ['DER in base64', der.toString('base64')],
    ['DER of a short key in base64', toDer('EdDSA', 'pkcs8').toString('base64')],
    ['DER behind a scheme', `file:${toDer('EdDSA', 'pkcs8').toString('base64')}`],
    ['SEC1 in base64', toDer('ES256', 'sec1').toString('base64')],
    ['a JWK with escaped quotes', jwk.replaceAll('"', '\\"')],
    ['a JWK without its quotes', jwk.replaceAll('"', '')],
    ['a JWK in base64 that begins otherwise', Buffer.from(`{"x":${jwk}}`).toString('base64url')],
    ['an indented JWK in base64', Buffer.from(JSON.stringify(JSON.parse(jwk), null, 2)).toString('base64')],
    ['a private member alone', '{"d": "AAAA"}'],
    ['two lines', 'file:key\n.pem'],
    ['what no system takes for a path', `file:${'a'.repeat(4096)}`],
  ];

  it.each(texts)('is refused and not repeated: %s', (_, text) => {
    expect(looksLikeKey(text)).toBe(true);
    const error = refusal(text);
    expect(error).toMatchObject({
      code: 'key-ref-invalid',
      message: 'the key ref is no name of a key; it looks like the text of one',
      hint: 'put the key into a file and name it with file:PATH, or into a variable and name it with env:NAME',
    });
    expect(error.cause).toBeUndefined();
  });

  it.each([
    'file:key.pem',
    'env:KEY',
    'file:/home/d/MILK/key.json',
    `file:${'a'.repeat(4000)}`,
    'file:/opt/MINE/CAQAkeys/key.pem',
    'env:PINKTY',
  ])('is not what a name is taken for: %s', (text) => {
    expect(looksLikeKey(text)).toBe(false);
  });
});
