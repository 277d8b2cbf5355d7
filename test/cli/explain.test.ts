/** Knows the exit code of each answer of `explain`, what each of its options does. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplainReport } from '../../src/explain/report.js';
import { createWorkspace, program, type Workspace } from './run.js';
import {
  createCard,
  ed25519,
  ed25519Kid,
  legacyCard,
  p256,
  p256Kid,
  parseSigned,
  sign,
  toPublic,
} from './samples.js';

const trust = ['--jwks', 'jwks.json'];
const signed = parseSigned(await sign(createCard(), [ed25519]));
const changed = { ...signed, version: '9.9.9' };

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [{ ...toPublic(ed25519), kid: ed25519Kid, alg: 'EdDSA', use: 'sig' }] });
  space.write('private.json', { keys: [{ ...ed25519, kid: ed25519Kid }] });
  space.write('trusted.json', signed);
  space.write('changed.json', changed);
  space.write('unsigned.json', createCard());
  space.write('legacy.json', legacyCard);
  space.write('stranger.json', await sign(createCard(), [p256]));
  space.write('expiring.json', await sign(createCard(), [ed25519], { expiresIn: 3600 }));
  space.write('invalid.json', '[]');
  space.write('broken.json', '{"name": }');
});
afterAll(() => {
  space.remove();
});

/** The report that is printed with --json. */
async function explain(...args: string[]): Promise<ExplainReport & { version: number }> {
  const { stdout } = await space.run('explain', ...args, '--json');
  return JSON.parse(stdout) as ExplainReport & { version: number };
}

describe('cardctl explain', () => {
  it.each([
    ['trusted', 0, 'trusted: signed by one of the trusted keys', 'it verifies: there is nothing to explain'],
    ['invalid', 1, 'invalid-card: a card is a JSON object', 'next: cardctl check invalid.json says what is'],
    ['changed', 3, 'tampered: a trusted key is named, but', 'do not use this card until it verifies'],
    ['unsigned', 4, 'unsigned: the card has no signatures', 'next: sign it with `cardctl sign`'],
    ['legacy', 4, 'unsigned: the card has no signatures', 'next: `cardctl check` says what A2A 1.0 wants'],
    ['stranger', 4, 'untrusted: no entry is by a trusted key', 'do not use this card until it verifies'],
    ['expiring', 5, 'unmet-policy: the signature is genuine, but has expired', 'next: sign the card again'],
  ])('of the card that is %s ends with %i, and says what to do', async (name, due, answer, next) => {
    const { code, stdout, stderr } = await space.run('explain', `${name}.json`, ...trust);
    expect({ code, stderr }).toEqual({ code: due, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${name}\\.json(:1:1)?: ${answer}`));
    expect(stdout.trimEnd().split('\n').at(-1)).toContain(next);
  });

  it('shows the card, the keys, and of each entry what is the case, why, and what to do', async () => {
    const { stdout } = await space.run('explain', 'stranger.json', ...trust);
    expect(stdout).toBe(`stranger.json: untrusted: no entry is by a trusted key
  card     Stock Agent 1.0.0, A2A 1.0
  keys     1 usable key in jwks.json
  entry 0  kid-unknown: no trusted key has the kid "${p256Kid}"
           ES256, kid ${p256Kid}
    cause  kid-unknown (read): no trusted key has the kid "${p256Kid}"; the set has "${ed25519Kid}"
           next: publish the key with that kid, or sign with the kid that the set has; if the set is old, fetch it again
  do not use this card until it verifies: a cause makes nothing trusted
`);
  });

  it('writes nothing, whatever it is asked', () => {
    const before = readdirSync(space.path('.'));
    for (const args of [trust, [...trust, '--against', 'trusted.json'], ['--json']])
      spawnSync(process.execPath, [program, 'explain', 'changed.json', ...args], { cwd: space.path('.') });
    expect(readdirSync(space.path('.'))).toEqual(before);
  });
});

describe('without --jwks', () => {
  it('ends with 4, says so, and what to give', async () => {
    const { code, stdout } = await space.run('explain', 'trusted.json');
    expect(code).toBe(4);
    expect(stdout).toBe(`trusted.json: untrusted: no keys were given to verify it with
  card     Stock Agent 1.0.0, A2A 1.0
  entry 0  not verified: there is no key to verify it with
           EdDSA, kid ${ed25519Kid}
  next: give the key set that it should verify with: --jwks FILE
`);
  });

  it('still says what can be read in the entry', async () => {
    const entry = { protected: Buffer.from('{"alg":"none","kid":"k"}').toString('base64url'), signature: '' };
    space.write('none.json', createCard({ signatures: [entry] }));
    const { code, stdout } = await space.run('explain', 'none.json');
    expect(code).toBe(4);
    expect(stdout).toContain('    cause  alg-refused (read): algorithm "none" is not accepted\n');
    expect(stdout).toMatch(/\n {2}next: give the key set .*--jwks FILE\n$/);
  });

  it('has no key set in the JSON', async () => {
    const report = await explain('trusted.json');
    expect(report).toMatchObject({ version: 1, verdict: 'untrusted' });
    expect(report).not.toHaveProperty('keySet');
    expect(report.entries).toEqual([{ index: 0, alg: 'EdDSA', kid: ed25519Kid, causes: [] }]);
  });
});

describe('--jwks', () => {
  it('with a private key in it ends with 2, names that as the cause, and prints nothing of the key', async () => {
    const { code, stdout, stderr } = await space.run('explain', 'trusted.json', '--jwks', 'private.json');
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(stdout).toContain(
      '    cause  key-private (read): key set private.json holds a private key (member "d" of key 0)\n           next: replace that key, for whoever read the set can sign; publish what `cardctl keys jwks` prints\n',
    );
    expect(stdout).not.toContain(ed25519.d);
    expect(stdout).not.toContain('--jwks FILE');
  });

  it.each([
    ['a file that is not there', 'missing.json', 'there is no key set file missing.json'],
    ['no key set', 'trusted.json', 'key set trusted.json'],
    ['no JSON', 'broken.json', 'key set broken.json'],
    ['a URL', 'https://agent.example/jwks.json', 'is a URL, and a key set is read from a file'],
  ])('ends with 2 for %s, without a word about the card', async (_, file, message) => {
    const { code, stdout, stderr } = await space.run('explain', 'trusted.json', '--jwks', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\n {2}next: /);
  });
});

describe('--against', () => {
  it('proves that the card was changed, and says where', async () => {
    const { code, stdout } = await space.run(
      'explain',
      'changed.json',
      ...trust,
      '--against',
      'trusted.json',
    );
    expect(code).toBe(3);
    expect(stdout).toContain('\n  against  trusted.json: /version changed\n');
    expect(stdout).toContain(
      '\n    cause  card-changed (proved): the signature is over trusted.json, of which one value differs in this card: /version\n           next: sign the card as it is now, or serve the one that was signed;',
    );
  });

  it('says of a copy that is the same that it is, and that nothing was found', async () => {
    const { code, stdout } = await space.run(
      'explain',
      'changed.json',
      ...trust,
      '--against',
      'changed.json',
    );
    expect(code).toBe(3);
    expect(stdout).toContain('\n  against  changed.json: no value differs\n');
    expect(stdout).toContain('\n    cause  none was found: ');
    expect(stdout).toContain('tried: the former copy changed.json in every form\n');
  });

  it.each([
    ['no JSON', 'broken.json', 1, 'broken.json:1:10: '],
    ['no object', 'invalid.json', 1, 'invalid.json holds an array where a card is an object'],
    ['an empty name', '', 2, 'the name of the former copy of the card file is empty'],
    ['a file that is not there', 'missing.json', 6, 'there is no former copy of the card file missing.json'],
    ['a directory', '.', 6, 'is a directory'],
  ])('that is %s ends the call with its error', async (_, file, due, message) => {
    const { code, stdout, stderr } = await space.run('explain', 'changed.json', ...trust, '--against', file);
    expect({ code, stdout }).toEqual({ code: due, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\n {2}next: /);
  });
});

describe('standard input', () => {
  it('can be the card, the key set or the former copy', async () => {
    const card = await space.run('explain', '-', ...trust, { stdin: JSON.stringify(changed) });
    expect(card.stdout).toMatch(/^standard input: tampered: /);
    const keys = await space.run('explain', 'trusted.json', '--jwks', '-', {
      stdin: space.read('jwks.json'),
    });
    expect(keys).toMatchObject({ code: 0 });
    expect(keys.stdout).toContain('  keys     1 usable key in standard input\n');
    const stdin = JSON.stringify(signed);
    const former = await space.run('explain', 'changed.json', ...trust, '--against', '-', { stdin });
    expect(former.stdout).toContain('the signature is over standard input, of which one value differs');
  });

  it.each([
    ['the card and the key set', ['-', '--jwks', '-']],
    ['the card and the former copy', ['-', '--against', '-']],
    ['the key set and the former copy', ['changed.json', '--jwks', '-', '--against', '-']],
  ])('ends with 2 for %s', async (_, args) => {
    const { code, stdout, stderr } = await space.run('explain', ...args, { stdin: '{}' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('standard input is named more than once\n  next: ');
  });
});

describe('the other options', () => {
  it('--at judges expiry at that time', async () => {
    const at = ['--at', '2026-01-01T00:01:00Z'];
    expect(await space.run('explain', 'expiring.json', ...trust, ...at)).toMatchObject({ code: 0 });
    const report = await explain('expiring.json', ...trust, '--at', '2026-01-02');
    expect(report).toMatchObject({ verdict: 'unmet-policy', time: '2026-01-02T00:00:00Z' });
    expect(report.entries[0]?.causes).toMatchObject([{ code: 'expired' }]);
  });

  it('--json is the same as --format json, one document with a version', async () => {
    const args = ['explain', 'changed.json', ...trust, '--at', '2026-01-01'];
    const json = await space.run(...args, '--json');
    expect(json).toEqual(await space.run(...args, '--format', 'json'));
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      verdict: 'tampered',
      source: 'changed.json',
      time: '2026-01-01T00:00:00Z',
      card: { name: 'Stock Agent', version: '9.9.9', shape: '1.0' },
      keySet: { source: 'jwks.json', keys: 1, kids: [ed25519Kid], skipped: [] },
      entries: [{ index: 0, outcome: 'signature-mismatch', causes: [], tried: { complete: true } }],
      entriesLeftOut: 0,
    });
    expect(await space.run(...args, '--format', 'text')).toEqual(await space.run(...args));
  });

  it('--max-bytes limits the card and the former copy', async () => {
    const small = ['--max-bytes', '100'];
    const card = await space.run('explain', 'trusted.json', ...trust, ...small);
    expect(card).toMatchObject({ code: 1, stdout: '' });
    expect(card.stderr).toContain('card trusted.json is over 100 bytes\n  next: ');
    space.write('small.json', '{}');
    const former = await space.run('explain', 'small.json', ...small, '--against', 'trusted.json');
    expect(former).toMatchObject({ code: 1, stdout: '' });
    expect(former.stderr).toContain('former copy of the card trusted.json is over 100 bytes');
  });

  it.each([
    ['no card', []],
    ['two cards', ['trusted.json', 'changed.json']],
    ['an option that there is not', ['trusted.json', '--out', 'x.json']],
    ['a format that there is not', ['trusted.json', '--format', 'xml']],
    ['a time that is none', ['trusted.json', '--at', 'now']],
    ['a size that is none', ['trusted.json', '--max-bytes', '1k']],
    ['a card at a URL', ['https://agent.example/.well-known/agent-card.json']],
  ])('end with 2 for %s', async (_, args) => {
    const { code, stdout, stderr } = await space.run('explain', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/next: |Usage:/);
  });

  it('ends with 6 for a card that is not there, and for a directory', async () => {
    for (const path of ['missing.json', '.']) {
      const { code, stdout, stderr } = await space.run('explain', path, ...trust);
      expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
      expect(stderr).toMatch(/\n {2}next: /);
    }
  });
});
