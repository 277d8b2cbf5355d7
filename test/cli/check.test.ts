/** Knows what `check` says of each kind of card, and the exit code it ends with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, legacyCard } from './samples.js';

type Document = {
  version: number;
  reports: { source: string; valid: boolean; findings: { code: string }[] }[];
};

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('card.json', createCard());
  space.write('invalid.json', createCard({ version: 7 }));
});
afterAll(() => {
  space.remove();
});

describe('cardctl check', () => {
  it('ends with 0 for a valid card', async () => {
    expect(await space.run('check', 'card.json')).toEqual({
      code: 0,
      stdout: 'card.json: valid (A2A 1.0 card)\n',
      stderr: '',
    });
  });

  it('is called validate too', async () => {
    expect(await space.run('validate', 'card.json')).toEqual(await space.run('check', 'card.json'));
  });

  it('ends with 1 for an invalid card, with line, column and the name of the member', async () => {
    const { code, stdout, stderr } = await space.run('check', 'invalid.json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^invalid\.json: invalid \(A2A 1\.0 card, 1 error\)\n/);
    expect(stdout).toMatch(/^ {2}invalid\.json:1:\d+: error member-type: .*version/m);
  });

  it('ends with 2 for a format that it does not have, and names those it has', async () => {
    const { code, stdout, stderr } = await space.run('check', 'card.json', '--format', 'xml');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('error: output format "xml" is not known\n  next: use text or json\n');
  });

  it('ends with 6 for a missing file', async () => {
    expect(await space.run('check', 'missing.json')).toEqual({
      code: 6,
      stdout: '',
      stderr: 'error: there is no card file missing.json\n  next: check the path\n',
    });
  });

  it('ends with 6 for a directory', async () => {
    expect(await space.run('check', '.')).toEqual({
      code: 6,
      stdout: '',
      stderr: 'error: . is a directory, not a card file\n  next: name a file in it\n',
    });
  });

  it.each([
    ['an empty file', '', 'json-empty'],
    ['text that is no JSON', '{"name": }', 'json-syntax'],
    ['an array', '[]', 'card-not-object'],
    ['JSON that is no card', '{"kty": "EC"}', 'card-unrecognised'],
    ['two members of one name', '{"name": "a", "name": "b"}', 'json-duplicate-name'],
  ])('ends with 1 for %s', async (_, text, code) => {
    space.write('bad.json', text);
    const result = await space.run('check', 'bad.json');
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(new RegExp(`^ {2}bad\\.json:1:\\d+: error ${code}: `, 'm'));
  });

  it('tells a 0.3 card from a broken one, and where its members go', async () => {
    space.write('legacy.json', legacyCard);
    const { code, stdout } = await space.run('check', 'legacy.json');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^legacy\.json: invalid \(A2A 0\.3 card, /);
    expect(stdout).toContain('next: the 1.0 card has supportedInterfaces');
  });

  it('warns of a byte order mark, ends with 0, and leaves the file as it is', async () => {
    const text = `\ufeff${JSON.stringify(createCard())}`;
    space.write('bom.json', text);
    const { code, stdout } = await space.run('check', 'bom.json');
    expect(code).toBe(0);
    expect(stdout).toContain('bom.json:1:1: warning json-bom: ');
    expect(space.read('bom.json')).toBe(text);
  });

  it('reads standard input for -', async () => {
    const { code, stdout } = await space.run('check', '-', { stdin: JSON.stringify(createCard()) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'standard input: valid (A2A 1.0 card)\n' });
  });

  it.each([['--json'], ['--format=json']])(
    'prints one JSON document for several cards with %s',
    async (option) => {
      const { code, stdout, stderr } = await space.run('check', 'card.json', 'invalid.json', option);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      const { version, reports } = JSON.parse(stdout) as Document;
      expect(version).toBe(1);
      expect(reports.map(({ source, valid }) => [source, valid])).toEqual([
        ['card.json', true],
        ['invalid.json', false],
      ]);
      expect(reports[1]?.findings.map(({ code: name }) => name)).toEqual(['member-type']);
    },
  );

  it('refuses what is larger than --max-bytes', async () => {
    const { code, stdout } = await space.run('check', 'card.json', '--max-bytes', '100');
    expect({ code, stdout }).not.toEqual(expect.objectContaining({ code: 0 }));
    expect((await space.run('check', 'card.json', '--max-bytes', '100000')).code).toBe(0);
  });

  it('goes on after a card that cannot be read, and lets an invalid one count for more', async () => {
    const { code, stdout, stderr } = await space.run('check', 'missing.json', 'invalid.json', 'card.json');
    expect(code).toBe(1);
    expect(stdout).toContain('invalid.json: invalid');
    expect(stdout).toContain('card.json: valid');
    expect(stderr).toContain('there is no card file missing.json');
  });

  it('ends with 6 where one of two valid cards is missing', async () => {
    expect((await space.run('check', 'card.json', 'missing.json')).code).toBe(6);
  });

  it('shows control and bidi characters of a member name as escapes, and leaves them in JSON', async () => {
    const name = 'x\u001b[2K\u001b[1G[ok] \u202eVERIFIED\u0085';
    space.write('forged.json', createCard({ [name]: 'x' }));
    const text = await space.run('check', 'forged.json');
    expect(text.stdout).toContain('x\\u001b[2K\\u001b[1G[ok] \\u202eVERIFIED\\u0085');
    // eslint-disable-next-line no-control-regex
    expect(text.stdout + text.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const json = await space.run('check', 'forged.json', '--json');
    expect(
      (JSON.parse(json.stdout) as { reports: { findings: { path: string }[] }[] }).reports[0]?.findings[0]
        ?.path,
    ).toBe(`/${name}`);
  });

  it('shows control characters of a file name as escapes', async () => {
    const { stderr } = await space.run('check', 'x\u001b[2K.json');
    expect(stderr).toContain('there is no card file x\\u001b[2K.json');
  });
});
