/** Knows what a hostile card cannot make `explain` do: speak on a terminal, or take long and much. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplainReport } from '../../src/explain/report.js';
import { cleanEnvironment, createWorkspace, program, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, p256, parseSigned, sign, toPublic } from './samples.js';

const trust = ['--jwks', 'jwks.json'];
const signed = parseSigned(await sign(createCard(), [ed25519]));

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [{ ...toPublic(ed25519), kid: ed25519Kid, alg: 'EdDSA', use: 'sig' }] });
});
afterAll(() => {
  space.remove();
});

/** The report that is printed with --json. */
async function explain(...args: string[]): Promise<ExplainReport> {
  const { stdout } = await space.run('explain', ...args, '--json');
  return JSON.parse(stdout) as ExplainReport;
}

describe('text from a card', () => {
  const escape = '\u001b[2K\u202e\nforged.json: trusted';
  // eslint-disable-next-line no-control-regex
  const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|^forged.json: trusted/m;

  it('is shown with escapes in names, kids, algorithms and pointers', async () => {
    const header = JSON.stringify({ alg: escape, kid: escape, a2a_form: escape });
    const entries = [
      { protected: Buffer.from(header).toString('base64url'), signature: 'AA' },
      {
        protected: Buffer.from(`{"alg":"EdDSA","kid":${JSON.stringify(escape)}}`).toString('base64url'),
        signature: 'AA',
      },
    ];
    space.write(
      'forged.json',
      createCard({ name: escape, [escape]: 1, signatures: [...entries, ...signed.signatures] }),
    );
    space.write('former.json', createCard({ name: 'x', [`old${escape}`]: 1 }));
    space.write('odd-set.json', {
      keys: [
        { ...toPublic(ed25519), kid: ed25519Kid },
        { ...toPublic(p256), kid: escape },
        { kty: escape, kid: escape },
      ],
    });
    const call = ['explain', 'forged.json', '--jwks', 'odd-set.json', '--against', 'former.json'];
    const { code, stdout } = await space.run(...call);
    expect(code).toBe(3);
    expect(stdout).not.toMatch(unsafe);
    expect(stdout).toContain('  card     \\u001b[2K\\u202e\\u000aforged.json: trusted 1.0.0, A2A 1.0\n');
    expect(stdout).toContain('/\\u001b[2K\\u202e\\u000aforged.json: trusted added');
    expect(stdout).toContain('kid \\u001b[2K\\u202e\\u000aforged.json: trusted\n');
    expect(stdout).toContain('  note     key 2 (\\u001b[2K');
    const report = await explain('forged.json', '--jwks', 'odd-set.json');
    expect(report.card?.name).toBe(escape);
  });

  it('is shown with escapes where it is a pointer that a cause names', async () => {
    space.write('added.json', { ...signed, [escape]: 1 });
    const { stdout } = await space.run('explain', 'added.json', ...trust);
    expect(stdout).toContain(
      'cause  member-added (proved): the signature is over the card without this member: /\\u001b[2K',
    );
    expect(stdout).not.toMatch(unsafe);
  });
});

describe('a hostile card', () => {
  const entry = signed.signatures[0] ?? { protected: '', signature: '' };
  const zeros = (count: number) => `${'0,'.repeat(count)}0`;
  const withMember = (name: string, value: string) =>
    JSON.stringify({ ...signed, version: '2' }).replace('{', `{${JSON.stringify(name)}:${value},`);
  const header = JSON.stringify({
    alg: 'EdDSA',
    kid: ed25519Kid,
    ...Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`a${index}`, 1])),
  });
  const long = 'n'.repeat(400_000);

  it('with 10,000 entries ends at once, and none is explained', async () => {
    space.write(
      'many.json',
      createCard({ signatures: Array(10_000).fill({ protected: 'e30', signature: 'AA' }) }),
    );
    const { code, stdout } = await space.run('explain', 'many.json', ...trust);
    expect(code).toBe(4);
    expect(stdout).toContain('the card has 10000 signatures; at most 64 are evaluated\n');
    expect(stdout).toContain('  note     none of the 10000 entries is explained: ');
  });

  it('with 64 entries has eight explained, and says how many are not', async () => {
    space.write('entries.json', { ...signed, version: '2', signatures: Array(64).fill(entry) });
    const report = await explain('entries.json', ...trust);
    expect(report.entries).toHaveLength(8);
    expect(report.entriesLeftOut).toBe(56);
    const { stdout } = await space.run('explain', 'entries.json', ...trust);
    expect(stdout).toContain('  note     56 more entries are not explained\n');
  });

  it.each([
    ['a megabyte of text', withMember('x', JSON.stringify('xé'.repeat(340_000))), undefined],
    [
      'many elements deep in arrays',
      withMember('x', `${'['.repeat(120)}${zeros(400_000)}${']'.repeat(120)}`),
      undefined,
    ],
    [
      'eight headers of many members',
      JSON.stringify({
        ...signed,
        signatures: Array(8).fill({ ...entry, protected: Buffer.from(header).toString('base64url') }),
      }),
      undefined,
    ],
    [
      'many differences under a long name',
      withMember(long, `[${zeros(250_000)}]`),
      withMember(long, `[${'1,'.repeat(250_000)}1]`),
    ],
  ])(
    'with %s takes bounded time and memory',
    (_, card, former) => {
      space.write('hostile.json', card);
      space.write('hostile-former.json', former ?? '{}');
      const script = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS));`;
      space.write('peak.cjs', script);
      const against = former === undefined ? [] : ['--against', 'hostile-former.json'];
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--require', space.path('peak.cjs'), program, 'explain', 'hostile.json', ...trust, ...against],
        { cwd: space.path('.'), env: cleanEnvironment(), encoding: 'utf8', timeout: 100_000 },
      );
      expect([3, 4]).toContain(status);
      expect(stdout).toContain('do not use this card until it verifies');
      expect(stdout.length).toBeLessThan(20_000);
      // Kilobytes.
      expect(Number(/peak (\d+)/.exec(stderr)?.[1])).toBeLessThan(900_000);
    },
    120_000,
  );
});
