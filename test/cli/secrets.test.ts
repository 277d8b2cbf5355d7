/** Knows that no private key, no passphrase and no value of the environment is printed, whatever goes wrong. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type RunOptions, type Workspace } from './run.js';
import { createCard } from './samples.js';

const passphrase = 'hQ7-vPz3kWm9-xTd2';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = privateKey.export({ format: 'jwk' });
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const locked = String(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }));
const value = 'Lr4-bNs8yCf6-gJe1';

/** In PKCS#8 the private number begins after 36 bytes that all keys on P-256 have; the lines are of 64 characters. */
const body = pem.split('\n').slice(1, -2).join('');

/** No piece of these may be printed. */
const secrets = [passphrase, value, jwk.d ?? '', body.slice(48, 64), body.slice(64, 90)];

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('card.json', createCard());
  space.write('key.json', jwk);
  space.write('key.pem', pem);
  space.write('locked.pem', locked);
  space.write('set.json', { keys: [jwk] });
  // The private member unquoted, or with a bad escape; a key that is cut short, or has letters changed.
  space.write('unquoted.json', JSON.stringify(jwk).replace(/"d":"([^"]*)"/, '"d":$1'));
  space.write('escape.json', JSON.stringify(jwk).replace(/"d":"([^"]*)"/, '"d":"$1\\x"'));
  space.write('short.json', { ...jwk, d: jwk.d?.slice(0, 40) });
  space.write('cut.pem', pem.slice(0, 150));
  space.write('changed.pem', pem.replace('MI', 'MJ'));
  space.write('unlabelled.pem', pem.replace(/-----.*-----\n/g, ''));
});
afterAll(() => {
  space.remove();
});

const files = [
  'key.json',
  'key.pem',
  'locked.pem',
  'set.json',
  'unquoted.json',
  'escape.json',
  'short.json',
  'cut.pem',
  'changed.pem',
  'unlabelled.pem',
];

describe('private keys, passphrases and values of the environment are in no output', () => {
  it.each(files)('when %s is used as a key', async (file) => {
    await expectNoSecret('keys', 'show', `file:${file}`);
    expect((await expectNoSecret('keys', 'jwks', `file:${file}`)).stderr).not.toContain('unknown option');
    await expectNoSecret('sign', 'card.json', '--key', `file:${file}`);
  });

  it.each(files)('when %s is given to verify as a key set', async (file) => {
    const { code } = await expectNoSecret('verify', 'card.json', '--jwks', file);
    expect(code).toBe(2);
  });

  it('when a key is opened with its passphrase, with a wrong one, and with none', async () => {
    const show = ['keys', 'show', 'file:locked.pem', '--json'];
    expect(await expectNoSecret(...show, { env: { CARDCTL_KEY_PASSPHRASE: passphrase } })).toMatchObject({
      code: 0,
    });
    expect(await expectNoSecret(...show, { env: { CARDCTL_KEY_PASSPHRASE: value } })).toMatchObject({
      code: 7,
    });
    expect(await expectNoSecret(...show, { env: { OTHER: passphrase } })).toMatchObject({ code: 7 });
  });

  it('when a key is made with a passphrase', async () => {
    const create = ['keys', 'create', 'file:made.pem', '--passphrase-env', 'SECRET', '--json'];
    expect(await expectNoSecret(...create, { env: { SECRET: passphrase } })).toMatchObject({ code: 0 });
  });

  it.each([
    ['a PEM', pem, 0],
    ['a PEM with \\n for line breaks', pem.replaceAll('\n', '\\n'), 0],
    ['a JWK', JSON.stringify(jwk), 0],
    ['a PEM that is cut short', pem.slice(0, 150), 7],
    ['a JWK that is cut short', JSON.stringify(jwk).slice(0, -2), 7],
    ['something else', value, 7],
  ])('when a variable holds %s', async (_, text, due) => {
    const { code } = await expectNoSecret('keys', 'show', 'env:KEY', { env: { KEY: text } });
    expect(code).toBe(due);
    await expectNoSecret('sign', 'card.json', '--key', 'env:KEY', { env: { KEY: text } });
  });

  // `--key "$SIGNING_KEY"` where `--key env:SIGNING_KEY` was meant.
  it.each([
    ['a PEM', pem],
    ['file: and a PEM', `file:${pem}`],
    ['env: and a PEM', `env:${pem}`],
    ['a JWK', JSON.stringify(jwk)],
  ])('when %s stands where a key ref is due', async (_, ref) => {
    const { code } = await expectNoSecret('sign', 'card.json', '--key', ref);
    expect([2, 7]).toContain(code);
  });
});

/** Runs the call, and looks for any ten characters of a secret in all that it prints. */
async function expectNoSecret(...args: (string | RunOptions)[]) {
  const result = await space.run(...args);
  const output = result.stdout + result.stderr;
  for (const secret of secrets) {
    for (let at = 0; at + 10 <= secret.length; at += 1) {
      if (output.includes(secret.slice(at, at + 10))) throw new Error(`a piece of a secret in: ${output}`);
    }
  }
  return result;
}
