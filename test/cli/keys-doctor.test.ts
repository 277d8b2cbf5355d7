/** Knows what `keys doctor` says of several keys, of refs that are none, and of the files that they are held against. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toKmsRef } from '../support/kms-double/reach.js';
import { openKmsSpace, type KmsSpace } from './kms-space.js';
import { createCard, p256 } from './samples.js';

let bench: KmsSpace;
let run: KmsSpace['run'];
beforeAll(async () => {
  bench = await openKmsSpace();
  ({ run } = bench);
  bench.space.write('key.json', p256);
  await run('keys', 'jwks', 'file:key.json', '--out', 'jwks.json');
  await run('sign', 'card.json', '--key', 'file:key.json', '--out', 'signed.json');
});
afterEach(() => {
  bench.reset();
});
afterAll(() => bench.close());

type Shown = {
  ref: string;
  symptoms: { level: string; subject: string; text: string }[];
  error?: { code: string; message: string; hint?: string };
};

async function doctorJson(...args: string[]): Promise<{ code: number | null; keys: Shown[] }> {
  const { code, stdout } = await run('keys', 'doctor', '--json', ...args);
  return { code, keys: (JSON.parse(stdout) as { keys: Shown[] }).keys };
}

describe('a ref that cannot be looked at', () => {
  it('is in the answer with its code, and hides no other', async () => {
    const { code, stdout, stderr } = await run('keys', 'doctor', 'file:none.json', bench.ref);
    expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
    expect(stdout).toMatch(/^file:none\.json\n {2}error key-not-found: .*none\.json.*\n {4}next: /);
    expect(stdout).toContain(`\n${bench.ref}\n  warning name: an alias`);
    expect(stdout).toContain('  ok kms:Sign: allowed with ES256');
  });

  it('is in the JSON with its code, and hides no other', async () => {
    const { code, keys } = await doctorJson(bench.ref, 'file:none.json', 'file:key.json');
    expect(code).toBe(7);
    expect(keys.map(({ ref }) => ref)).toEqual([bench.ref, 'file:none.json', 'file:key.json']);
    expect(keys.map(({ error }) => error?.code)).toEqual([undefined, 'key-not-found', undefined]);
    expect(keys[1]?.error?.hint).toBeTruthy();
    expect(keys[1]?.symptoms).toEqual([]);
    expect(keys[0]?.symptoms.at(-1)).toMatchObject({ level: 'good', subject: 'kms:Sign' });
  });

  it('ends with 7 where the connection ends, and tells what was seen before', async () => {
    bench.kms.fail('GetPublicKey', { kind: 'drop' });
    const { code, keys } = await doctorJson(bench.ref, toKmsRef(bench.kms, bench.key.arn));
    expect(code).toBe(7);
    expect(keys[0]?.symptoms.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      'doubtful name',
      'good state',
      'good usage',
      'bad AWS KMS',
    ]);
    expect(keys[1]?.symptoms.every(({ level }) => level === 'good')).toBe(true);
  });

  it('is told in the place where others are, and repeated where that is safe', async () => {
    const { code, keys } = await doctorJson('alias/card', 'file:key.json');
    expect(code).toBe(2);
    expect(keys[0]).toEqual({
      ref: 'alias/card',
      symptoms: [],
      error: {
        code: 'key-ref-invalid',
        message: 'key ref "alias/card" has no scheme',
        hint: 'for a key in AWS KMS, write awskms:///alias/card',
      },
    });
    expect(keys[1]?.ref).toBe('file:key.json');
  });

  it('with a password or a PIN is not repeated', async () => {
    const secret = 'hQ7vPz3kWm9';
    const refs = [
      `awskms://user:${secret}@localhost/alias/card`,
      `pkcs11:token=a;object=b?pin-value=${secret}`,
      `pkcs11:token=a;object=b?PIN-VALUE=${secret}`,
      'file:key.json',
    ];
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await run('keys', 'doctor', ...args, ...refs);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout.match(/a key ref that is not repeated/g)).toHaveLength(3);
      expect(stdout.match(/key-ref-invalid/g)).toHaveLength(3);
      expect(stdout).toContain('file:key.json');
    }
  });
});

describe('keys doctor --require-arn', () => {
  it.each([
    ['an alias', () => 'alias/card', 1, 'error name: an alias, in eu-central-1'],
    ['an id', () => bench.key.keyId, 1, 'error name: an id, in eu-central-1, and no ARN'],
    ['an ARN', () => bench.key.arn, 0, 'ok name: names the key itself'],
  ])('ends for %s as it must', async (_, toName, due, line) => {
    const { code, stdout } = await run('keys', 'doctor', toKmsRef(bench.kms, toName()), '--require-arn');
    expect(code).toBe(due);
    expect(stdout).toContain(`  ${line}`);
    expect(stdout).toContain('  ok kms:Sign: allowed with ES256');
  });
});

describe('what keys are held against', () => {
  it.each(['{}', '{"keys":[]}'])('is a card, or an error: %s', async (text) => {
    bench.space.write('none.json', text);
    const { code, stdout, stderr } = await run('keys', 'doctor', 'file:key.json', '--card', 'none.json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error: none\.json is not an Agent Card of any version\n {2}next: is this the right file\?\n$/,
    );
  });

  it('is compared without any key', async () => {
    const { code, stdout } = await run('keys', 'doctor', '--card', 'signed.json', '--jwks', 'jwks.json');
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(
      /^signed\.json\n {2}ok card: entry 0 of signed\.json verifies by jwks\.json, with the kid /,
    );
  });

  it.each([
    ['without any key', []],
    ['with the key', ['file:key.json']],
  ])('ends with 1 where the card was changed, %s', async (_, refs) => {
    const signed = JSON.parse(bench.space.read('signed.json')) as object;
    bench.space.write('changed.json', { ...signed, ...createCard({ description: 'another' }) });
    const { code, stdout } = await run(
      'keys',
      'doctor',
      ...refs,
      '--card',
      'changed.json',
      '--jwks',
      'jwks.json',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('  error card: ');
  });
});

describe('keys doctor --card', () => {
  const securityRequirements = [{ schemes: { key: { list: [] } } }];
  const securitySchemes = { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } };

  it('says which SDKs verify another text of the card, and which entry is for them', async () => {
    bench.space.write('open.json', createCard({ securityRequirements, securitySchemes }));
    const sign = ['sign', 'open.json', '--key', 'file:key.json', '--out', 'both.json'];
    const doctor = ['keys', 'doctor', 'file:key.json', '--jwks', 'jwks.json', '--card', 'both.json'];
    await run(...sign);
    const alone = await run(...doctor);
    expect(alone.code, alone.stdout).toBe(0);
    expect(alone.stdout).toMatch(
      /\n {2}warning form-differs: both\.json:\d+:\d+: a2a-js and a2a-python verify another text of the card: without \/securityRequirements\/0\n {4}next: no single entry .*: sign with --for a2a-js,a2a-python, too\n$/,
    );
    await run(...sign, '--for', 'a2a-js,a2a-python');
    const both = await run(...doctor);
    expect(both.code, both.stdout).toBe(0);
    expect(both.stdout).toMatch(
      /\n {2}ok card: entry 1 of both\.json is by it, with the kid [\w-]+, in form a2a-js-1\.0\.1 \(@a2a-js\/sdk from 1\.0\.1 on\)\n/,
    );
    expect(both.stdout).toMatch(/: the entry in their form is for them\n$/);
  });

  it('tells all of a long difference', async () => {
    const empty = Array.from({ length: 9 }, (_, index) => [`p${index}${'y'.repeat(70)}`, '']);
    const params = { isOn: true, ...Object.fromEntries(empty) } as object;
    const extensions = [{ uri: 'u', params }];
    bench.space.write('long.json', createCard({ capabilities: { streaming: true, extensions } }));
    const { stdout } = await run('keys', 'doctor', 'file:key.json', '--card', 'long.json');
    const found = await run('check', 'long.json');
    const toldBy = (text: string) => /verify another text of the card: .*/.exec(text)?.[0];
    expect(toldBy(stdout)?.length).toBeGreaterThan(600);
    expect(toldBy(stdout)).toBe(toldBy(found.stdout));
  });
});
