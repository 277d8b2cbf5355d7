/** Knows what each option of `sign` does, what it writes, and the exit code it ends with. */
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import {
  createCard,
  ed25519,
  ed25519Kid,
  legacyCard,
  p256,
  p256Kid,
  parseSigned,
  readHeader,
  toPublic,
  createJwk,
} from './samples.js';

const key = ['--key', 'file:p256.json'];

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('p256.json', p256);
  space.write('ed25519.json', ed25519);
  space.write('jwks.json', {
    keys: [
      { ...toPublic(p256), kid: p256Kid },
      { ...toPublic(ed25519), kid: ed25519Kid },
    ],
  });
  space.write('card.json', createCard());
});
afterAll(() => {
  space.remove();
});

describe('cardctl sign', () => {
  it('ends with 0, prints the signed card and tells on standard error what was done', async () => {
    const { code, stdout, stderr } = await space.run('sign', 'card.json', ...key);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `signed: ES256 by ${p256Kid}, without an expiry\n` });
    const { signatures, ...rest } = parseSigned(stdout);
    expect(rest).toEqual(createCard());
    expect(signatures).toHaveLength(1);
    expect(readHeader(signatures[0])).toEqual({
      alg: 'ES256',
      kid: p256Kid,
      typ: 'JOSE',
      a2a_form: 'a2a-1.0',
    });
    expect(stdout).toMatch(/^\{\n {2}"name": [^]*\n\}\n$/);
  });

  it('prints a card that verify trusts', async () => {
    const { stdout } = await space.run('sign', '-', ...key, { stdin: JSON.stringify(createCard()) });
    expect(await space.run('verify', '-', '--jwks', 'jwks.json', { stdin: stdout })).toMatchObject({
      code: 0,
    });
  });

  it('names the key as --kid says, with one key only', async () => {
    const { stdout } = await space.run('sign', 'card.json', ...key, '--kid', 'agent-2026');
    expect(readHeader(parseSigned(stdout).signatures[0])['kid']).toBe('agent-2026');
    const two = await space.run('sign', 'card.json', ...key, '--key', 'file:ed25519.json', '--kid', 'a');
    expect(two).toMatchObject({ code: 2, stdout: '' });
    expect(two.stderr).toBe(
      'error: a kid can be given with one key only\n  next: leave it out: each key has its thumbprint\n',
    );
  });

  it('ends with 2 for an empty --kid', async () => {
    const { code, stdout, stderr } = await space.run('sign', 'card.json', ...key, '--kid', '');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('\n  next: ');
  });

  it('writes the URL of --jku', async () => {
    const { stdout } = await space.run(
      'sign',
      'card.json',
      ...key,
      '--jku',
      'https://agent.example/jwks.json',
    );
    expect(readHeader(parseSigned(stdout).signatures[0])['jku']).toBe('https://agent.example/jwks.json');
  });

  it.each([
    ['45s', 45],
    ['30m', 1800],
    ['12h', 43_200],
    ['90d', 7_776_000],
    ['2w', 1_209_600],
  ])('writes iat and exp in seconds with --expires-in %s', async (duration, seconds) => {
    const before = Math.floor(Date.now() / 1000);
    const { stdout } = await space.run('sign', 'card.json', ...key, '--expires-in', duration);
    const { iat, exp } = readHeader(parseSigned(stdout).signatures[0]) as { iat: number; exp: number };
    expect(exp - iat).toBe(seconds);
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(iat).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
  });

  it('writes iat alone with --iat, and neither of the two without an option', async () => {
    const withIat = await space.run('sign', 'card.json', ...key, '--iat');
    const header = readHeader(parseSigned(withIat.stdout).signatures[0]);
    expect(Object.keys(header)).toEqual(['alg', 'kid', 'typ', 'iat', 'a2a_form']);
  });

  it('signs with the algorithm of --alg, and ends with 2 where the key cannot', async () => {
    const { stdout } = await space.run('sign', 'card.json', '--key', 'file:ed25519.json', '--alg', 'Ed25519');
    expect(readHeader(parseSigned(stdout).signatures[0])['alg']).toBe('Ed25519');
    const wrong = await space.run('sign', 'card.json', ...key, '--alg', 'EdDSA');
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: the key file:p256.json cannot sign with EdDSA\n  next: it signs with ES256\n',
    });
  });

  it('signs with several keys, in their order', async () => {
    const { code, stdout } = await space.run('sign', 'card.json', '--key', 'file:ed25519.json', ...key);
    expect(code).toBe(0);
    expect(parseSigned(stdout).signatures.map((entry) => readHeader(entry)['kid'])).toEqual([
      ed25519Kid,
      p256Kid,
    ]);
  });

  it('signs with a key in a variable of the environment', async () => {
    const env = { AGENT_KEY: JSON.stringify(ed25519) };
    const { code, stderr } = await space.run('sign', 'card.json', '--key', 'env:AGENT_KEY', { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `signed: EdDSA by ${ed25519Kid}, without an expiry\n`,
    });
  });

  it('ends with 7 and writes nothing where one of several keys is missing', async () => {
    const args = ['sign', 'card.json', ...key, '--key', 'file:missing.pem'];
    const result = await space.run(...args, '--out', 'part.json');
    expect(result).toMatchObject({ code: 7, stdout: '' });
    expect(result.stderr).toContain('there is no key file missing.pem\n  next: ');
    expect(existsSync(space.path('part.json'))).toBe(false);
    expect(await space.run(...args)).toMatchObject({ code: 7, stdout: '' });
  });

  it('ends with 7 and prints nothing where the private and the public part are of two keys', async () => {
    space.write('mixed.json', { ...p256, d: createJwk('p256').d });
    const { code, stdout, stderr } = await space.run('sign', 'card.json', '--key', 'file:mixed.json');
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toMatch(/^error: .*file:mixed\.json.*\n {2}next: /);
  });

  it('reports with --json what was done, beside --out', async () => {
    const { code, stdout } = await space.run('sign', 'card.json', ...key, '--out', 'out.json', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      source: 'card.json',
      target: 'out.json',
      entries: [{ index: 0, kid: p256Kid, alg: 'ES256', form: 'a2a-1.0', action: 'signed' }],
      servedForms: [],
      removedEntries: 0,
      droppedForms: [],
      uncovered: [],
      leftOut: [],
      renamed: [],
      unknown: [],
      unknownAction: 'none',
      findings: [],
    });
  });

  it.each([
    ['no key', ['card.json'], 'no key is given\n  next: name one: --key file:key.pem'],
    [
      'one key twice',
      ['card.json', ...key, '--key', 'file:./p256.json'],
      'file:./p256.json and file:p256.json are the same key',
    ],
    ['--json without a target', ['card.json', ...key, '--json'], '--json needs --out or --in-place'],
    [
      '--out beside --in-place',
      ['card.json', ...key, '--out', 'x', '--in-place'],
      '--out and --in-place exclude each other',
    ],
    ['--in-place for standard input', ['-', ...key, '--in-place'], 'cannot be written in place'],
    [
      'both ways with the entries of others',
      ['card.json', ...key, '--keep-unverified', '--drop-others'],
      'exclude each other',
    ],
    [
      'an unknown action of --unknown',
      ['card.json', ...key, '--unknown', 'ask'],
      '--unknown ask is not known\n  next: use refuse, keep or drop',
    ],
    ['a key without a scheme', ['card.json', '--key', 'p256.json'], 'file:p256.json for a file'],
    [
      'a key set that is missing',
      ['card.json', ...key, '--jwks', 'missing.json'],
      'there is no key set file missing.json',
    ],
  ])('ends with 2 for %s', async (_, args, message) => {
    const { code, stdout, stderr } = await space.run('sign', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it('does not speak of --in-place where --out - was given', async () => {
    const { code, stderr } = await space.run('sign', 'card.json', ...key, '--out', '-');
    if (code !== 0) expect(stderr).not.toContain('--in-place');
  });

  it.each([
    ['an empty file', '', 'error json-empty: '],
    ['what is no JSON', '{', 'error json-syntax: '],
    ['an array', '[]', 'error card-not-object: '],
    ['a missing member', JSON.stringify(createCard({ name: undefined })), 'error member-missing: '],
    ['a 0.3 card', JSON.stringify(legacyCard), 'error card-legacy-shape: '],
  ])('ends with 1 for %s, with its findings', async (_, text, finding) => {
    space.write('bad.json', text);
    const { code, stdout, stderr } = await space.run('sign', 'bad.json', ...key);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: the card has .*; it was not signed\n/);
    expect(stderr).toMatch(/^ {2}bad\.json:1:\d+: /m);
    expect(stderr).toContain(finding);
    expect(stderr).toContain('\n  next: mend the card');
  });

  it('ends with 1 for a card over --max-bytes', async () => {
    const { code, stderr } = await space.run('sign', 'card.json', ...key, '--max-bytes', '100');
    expect(code).toBe(1);
    expect(stderr).toMatch(/card\.json is over 100 bytes\n {2}next: .*--max-bytes/);
  });

  it('ends with 6 for a missing card and for a directory', async () => {
    const missing = await space.run('sign', 'missing.json', ...key);
    expect(missing).toMatchObject({ code: 6, stdout: '' });
    expect(missing.stderr).toBe('error: there is no card file missing.json\n  next: check the path\n');
    expect((await space.run('sign', '.', ...key)).code).toBe(6);
  });
});

describe('what cardctl sign writes', () => {
  it('is in camelCase, has no defaults and no nulls, and each of them is named', async () => {
    space.write('loose.json', {
      ...createCard({ documentation_url: 'https://agent.example/docs', iconUrl: null, signatures: null }),
      skills: [{ ...createCard().skills[0], examples: [] }],
    });
    const { code, stdout, stderr } = await space.run('sign', 'loose.json', ...key);
    expect(code).toBe(0);
    const due = createCard({ documentationUrl: 'https://agent.example/docs', signatures: [] });
    expect({ ...parseSigned(stdout), signatures: [] }).toEqual(due);
    expect(stderr).toContain('left out, being a default or null: /skills/0/examples, /iconUrl\n');
    expect(stderr).toContain('written under the JSON name: /documentation_url\n');
  });

  it('never begins with a byte order mark, though the card does', async () => {
    space.write('bom.json', `\ufeff${JSON.stringify(createCard())}`);
    const { code, stdout, stderr } = await space.run('sign', 'bom.json', ...key);
    expect(code).toBe(0);
    expect(stdout.charCodeAt(0)).toBe(0x7b);
    expect(stderr).toContain('bom.json:1:1: warning json-bom: ');
    expect(stderr).not.toContain('next: ');
  });

  it('has no unknown members unless --unknown says so', async () => {
    space.write('unknown.json', createCard({ 'x-team': { nothing: null } }));
    const refused = await space.run('sign', 'unknown.json', ...key);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'error: the card has members that the schema does not have: /x-team\n' +
        '  next: --unknown keep signs them as they are, --unknown drop leaves them out\n',
    );
    expect(await space.run('sign', 'unknown.json', ...key, '--unknown', 'refuse')).toEqual(refused);
    const kept = await space.run('sign', 'unknown.json', ...key, '--unknown', 'keep');
    expect(parseSigned(kept.stdout)).toMatchObject({ 'x-team': { nothing: null } });
    expect(kept.stderr).toContain('signed although the schema does not have it: /x-team\n');
    const dropped = await space.run('sign', 'unknown.json', ...key, '--unknown', 'drop');
    expect(parseSigned(dropped.stdout)).not.toHaveProperty('x-team');
    expect(dropped.stderr).toContain('dropped, for the schema does not have it: /x-team\n');
  });

  it('has no integer that readers would round', async () => {
    const params = { count: 'N' };
    const card = createCard({ capabilities: { extensions: [{ uri: 'https://e.example', params }] } });
    space.write('large.json', JSON.stringify(card).replace('"N"', '9007199254740993'));
    const { code, stdout, stderr } = await space.run('sign', 'large.json', ...key);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'the integer at /capabilities/extensions/0/params/count has more digits than a double keeps\n  next: ',
    );
    space.write('exact.json', JSON.stringify(card).replace('"N"', '9007199254740992'));
    expect((await space.run('sign', 'exact.json', ...key)).code).toBe(0);
  });

  it('can be verified without an option, however compact the card was', async () => {
    // Under the limit as it stands, over it with two spaces for each level.
    const tags = Array<string>(150_000).fill('x');
    space.write('compact.json', createCard({ skills: [{ ...createCard().skills[0], tags }] }));
    const { code } = await space.run('sign', 'compact.json', ...key, '--out', 'grown.json');
    expect(code).toBe(0);
    expect(await space.run('verify', 'grown.json', '--jwks', 'jwks.json')).toMatchObject({ code: 0 });
  });

  it('leaves no temporary file', async () => {
    await space.run('sign', 'card.json', ...key, '--out', 'done.json');
    expect(readdirSync(space.path('.')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
