/** Knows the exit code of each verdict, and what each option of `verify` does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, legacyCard, p256, parseSigned, sign, toPublic } from './samples.js';

type Document = {
  version: number;
  reports: {
    source: string;
    verdict: string;
    card?: { name?: string };
  }[];
};

const trust = ['--jwks', 'jwks.json'];
/** A minute within the lifetime of `expiring.json`, which is an hour. */
const inTime = '2026-01-01T00:01:00Z';

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [{ ...toPublic(ed25519), kid: ed25519Kid, alg: 'EdDSA', use: 'sig' }] });
  space.write('both.json', { keys: [toPublic(ed25519), toPublic(p256)] });
  const signed = parseSigned(await sign(createCard(), [ed25519]));
  space.write('trusted.json', signed);
  space.write('tampered.json', { ...signed, version: '9.9.9' });
  space.write('unsigned.json', createCard());
  space.write('stranger.json', await sign(createCard(), [p256]));
  space.write('expiring.json', await sign(createCard(), [ed25519], { expiresIn: 3600 }));
  space.write('invalid.json', '[]');
});
afterAll(() => {
  space.remove();
});

describe('cardctl verify', () => {
  it.each([
    ['trusted', 0, 'signed by one of the trusted keys', undefined],
    ['invalid', 1, 'a card is a JSON object', 'run `cardctl check`'],
    ['tampered', 3, 'a trusted key is named, but did not sign this content', 'do not use this card'],
    ['unsigned', 4, 'the card has no signatures', 'ask the publisher for a signed card'],
    ['stranger', 4, 'no entry is by a trusted key', 'give the key set that holds the key with --jwks'],
    ['expiring', 5, 'the signature is genuine, but has expired', 'ask its publisher to sign it again'],
  ])('of the card that is %s ends with %i, the reason and the next step', async (name, due, reason, next) => {
    const { code, stdout, stderr } = await space.run(
      'verify',
      `${name}.json`,
      ...trust,
      '--at',
      '2027-01-01',
    );
    expect({ code, stderr }).toEqual({ code: due, stderr: '' });
    expect(stdout).toContain('\n  time     judged at 2027-01-01T00:00:00Z, as the call says\n');
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${name}\\.json(?::\\d+:\\d+)?: [a-z-]+: ${reason}$`));
    expect(/^ {2}next: (.*)/m.exec(stdout)?.[1]).toEqual(
      next === undefined ? undefined : expect.stringContaining(next),
    );
  });

  it('shows the card, the keys, the content and each entry', async () => {
    const { stdout } = await space.run('verify', 'trusted.json', ...trust);
    expect(stdout.split('\n')).toEqual([
      'trusted.json: trusted: signed by one of the trusted keys',
      '  card     Stock Agent 1.0.0, A2A 1.0',
      '  keys     1 usable key in jwks.json',
      expect.stringMatching(/^ {2}content {2}form a2a-1\.0, sha256 [0-9a-f]{64}$/),
      '  entry 0  verified: matches the card in form a2a-1.0',
      `           EdDSA, kid ${ed25519Kid}`,
      '',
    ]);
  });

  it('reads standard input for -', async () => {
    const { code, stdout } = await space.run('verify', '-', ...trust, { stdin: space.read('trusted.json') });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^standard input: trusted: /);
  });

  it('tells a 0.3 card by its shape, and that it is unsigned', async () => {
    space.write('legacy.json', legacyCard);
    const { code, stdout } = await space.run('verify', 'legacy.json', ...trust);
    expect(code).toBe(4);
    expect(stdout).toContain('  card     Stock Agent 1.0.0, A2A 0.3\n');
    expect(stdout).toContain('about the card itself: cardctl check legacy.json\n');
    expect(stdout).toContain('if it is yours, `cardctl check` says what A2A 1.0 wants of it first\n');
  });

  it.each([
    ['an empty file', '', 'input is empty'],
    ['what is no JSON', '{', ''],
    ['what is no card', '{"kty": "EC"}', 'not an Agent Card of any version'],
    ['one field under two names', JSON.stringify({ ...createCard(), iconUrl: 'a', icon_url: 'b' }), ''],
  ])('ends with 1 for %s', async (_, text, reason) => {
    space.write('bad.json', text);
    const { code, stdout } = await space.run('verify', 'bad.json', ...trust);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^bad\.json:1:\d+: invalid-card: /);
    expect(stdout).toContain(`: invalid-card: ${reason}`);
  });

  it('trusts a card behind a byte order mark', async () => {
    space.write('bom.json', `\ufeff${space.read('trusted.json')}`);
    expect(await space.run('verify', 'bom.json', ...trust)).toMatchObject({ code: 0 });
  });

  it('ends with 1 for a card over --max-bytes', async () => {
    const { code, stderr } = await space.run('verify', 'trusted.json', ...trust, '--max-bytes', '100');
    expect(code).toBe(1);
    expect(stderr).toMatch(/trusted\.json is over 100 bytes\n {2}next: .*--max-bytes/);
  });

  it('ends with 6 for a missing card and for a directory', async () => {
    const missing = await space.run('verify', 'missing.json', ...trust);
    expect(missing).toMatchObject({
      code: 6,
      stderr: 'error: there is no card file missing.json\n  next: check the path\n',
    });
    expect((await space.run('verify', '.', ...trust)).code).toBe(6);
  });

  it('shows control and bidi characters of the card as escapes, and leaves them in JSON', async () => {
    const name = 'x\u001b[2K\u001b[1G[ok] VERIFIED\u202e\u009b1m';
    space.write('forged.json', createCard({ name }));
    const { stdout } = await space.run('verify', 'forged.json', ...trust);
    expect(stdout).toContain(
      '  card     x\\u001b[2K\\u001b[1G[ok] VERIFIED\\u202e\\u009b1m 1.0.0, A2A 1.0\n',
    );
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const json = await space.run('verify', 'forged.json', ...trust, '--json');
    expect((JSON.parse(json.stdout) as Document).reports[0]?.card?.name).toBe(name);
  });
});

describe('cardctl verify --at', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 0],
    ['2026-01-01T01:00:59Z', 0],
    ['2026-01-01T01:01:00Z', 5],
    ['2026-01-01T03:00:59+02:00', 0],
    ['2026-01-01', 0],
    ['2026-01-02', 5],
  ])('of %s ends with %i: expired an hour after midnight, with a leeway of 60 s', async (time, due) => {
    const { code, stdout } = await space.run('verify', 'expiring.json', ...trust, '--at', time);
    expect(code).toBe(due);
    expect(stdout).toContain(due === 0 ? 'expires 2026-01-01T01:00:00Z' : 'expired at 2026-01-01T01:00:00Z');
  });
});

describe('cardctl verify with several cards', () => {
  // The order of precedence is 70, 2, 3, 4, 5, 1, 7, 6.
  it.each([
    [3, ['trusted', 'missing', 'invalid', 'expiring', 'unsigned', 'tampered']],
    [3, ['tampered', 'unsigned']],
    [4, ['trusted', 'missing', 'invalid', 'expiring', 'unsigned']],
    [4, ['stranger', 'expiring']],
    [5, ['missing', 'invalid', 'expiring', 'trusted']],
    [1, ['missing', 'invalid', 'trusted']],
    [6, ['missing', 'trusted']],
    [0, ['trusted', 'trusted']],
  ])('ends with %i for %j', async (due, names) => {
    const cards = names.map((name) => `${name}.json`);
    expect((await space.run('verify', ...cards, ...trust)).code).toBe(due);
  });

  it('prints one report for each, also after one that could not be read', async () => {
    const { stdout, stderr } = await space.run(
      'verify',
      'missing.json',
      'tampered.json',
      'trusted.json',
      ...trust,
    );
    expect(stdout).toMatch(/^tampered\.json: tampered: [^]*^trusted\.json: trusted: /m);
    expect(stderr).toContain('there is no card file missing.json');
  });

  it.each([['--json'], ['--format=json']])('prints one JSON document with %s', async (option) => {
    const { code, stdout } = await space.run('verify', 'trusted.json', 'tampered.json', ...trust, option);
    expect(code).toBe(3);
    const { version, reports } = JSON.parse(stdout) as Document;
    expect(version).toBe(1);
    expect(reports.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['trusted.json', 'trusted'],
      ['tampered.json', 'tampered'],
    ]);
  });
});

describe('a header without an algorithm', () => {
  it('is refused in these words', async () => {
    const entry = { protected: Buffer.from('{"kid":"k"}').toString('base64url'), signature: 'AA' };
    space.write('nameless.json', createCard({ signatures: [entry] }));
    const { stdout } = await space.run('verify', 'nameless.json', ...trust);
    expect(stdout).toContain('alg-refused: the header names no algorithm\n');
  });
});

describe('cardctl verify --accept-form', () => {
  it('accepts only the forms that are named', async () => {
    const args = ['verify', 'trusted.json', ...trust, '--accept-form'];
    expect(await space.run(...args, 'a2a-1.0')).toMatchObject({ code: 0 });
    const { code, stdout } = await space.run(...args, 'jcs');
    expect(code).toBe(5);
    expect(stdout).toContain(
      'form-not-accepted: genuine, but form a2a-1.0 is not accepted here; it leaves out nulls and defaults\n',
    );
    expect(stdout).toContain(
      '\n  next: accept the form a2a-1.0 too, with --accept-form a2a-1.0, if you can do without what it leaves out; or ',
    );
    expect(await space.run(...args, 'jcs', '--accept-form', 'a2a-1.0')).toMatchObject({ code: 0 });
  });

  it('ends with 2 for a form that there is not', async () => {
    const { code, stderr } = await space.run('verify', 'trusted.json', ...trust, '--accept-form', 'nope');
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: canonical form "nope" is not known\n  next: use one of a2a-1.0, jcs, a2a-js-1.0.1, a2a-python-1.1.4, a2a-python-1.0, a2a-js-1.0.0, a2a-python-0.3.24, a2a-python-0.3.21, a2a-js-instance\n',
    );
  });

  it('ends with 2 for a --format that there is not', async () => {
    const { code, stderr } = await space.run('verify', 'trusted.json', ...trust, '--format', 'nope');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: output format "nope" is not known\n  next: use text or json\n',
    });
  });
});

describe('cardctl verify --out', () => {
  it.each(['trusted', 'unsigned'])('ends with 2 for an empty name, where the card is %s', async (name) => {
    const { code, stdout, stderr } = await space.run('verify', `${name}.json`, ...trust, '--out', '');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('error: --out is empty\n  next: give the name of a file\n');
  });

  it('writes what was verified and nothing else; verifying that gives the same verdict', async () => {
    const both = parseSigned(await sign(createCard(), [ed25519, p256]));
    const [entry, stranger] = both.signatures;
    // A default that no form signs, an unprotected header, and an entry that does not count.
    const signatures = [{ ...entry, header: { note: 'x' } }, stranger];
    space.write('dressed.json', { ...both, iconUrl: null, signatures });
    const { code } = await space.run('verify', 'dressed.json', ...trust, '--out', 'verified.json');
    expect(code).toBe(0);
    expect(JSON.parse(space.read('verified.json'))).toEqual(createCard({ signatures: [entry] }));
    const again = await space.run('verify', 'verified.json', ...trust, '--out', 'again.json');
    expect(again.code).toBe(0);
    expect(space.read('again.json')).toBe(space.read('verified.json'));
  });

  it.each(['tampered', 'unsigned', 'stranger', 'expiring', 'invalid'])(
    'leaves the old file where the card is %s, and says so',
    async (name) => {
      space.write('old.json', 'old');
      const { stderr } = await space.run(
        'verify',
        `${name}.json`,
        ...trust,
        '--at',
        '2027-01-01',
        '--out',
        'old.json',
      );
      expect(stderr).toBe('note: old.json is not written, for the card is not trusted\n');
      expect(space.read('old.json')).toBe('old');
    },
  );

  it('ends with 6 for a folder that is not there', async () => {
    const { code, stderr } = await space.run('verify', 'trusted.json', ...trust, '--out', 'nowhere/out.json');
    expect(code).toBe(6);
    expect(stderr).toContain('nowhere/out.json is in a folder that does not exist');
  });

  it('ends with 2 for several cards', async () => {
    const { code, stderr } = await space.run(
      'verify',
      'trusted.json',
      'trusted.json',
      ...trust,
      '--out',
      'x',
    );
    expect(code).toBe(2);
    expect(stderr).toBe('error: --out takes one card\n  next: verify the cards one by one\n');
  });

  it('is in time together with --at', async () => {
    const args = ['verify', 'expiring.json', ...trust, '--out', 'timed.json', '--at', inTime];
    expect(await space.run(...args)).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(space.read('timed.json'))).toEqual(JSON.parse(space.read('expiring.json')));
  });
});
