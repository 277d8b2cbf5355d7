/** Knows the bytes that `canonicalize` prints, and the exit code it ends with. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, legacyCard } from './samples.js';

/** The form of `createCard()`, RFC 8785 with nothing left out. */
const canonical =
  '{"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],' +
  '"description":"Tells what is in stock.","name":"Stock Agent","skills":[{"description":"Looks it up.",' +
  '"id":"stock","name":"Stock","tags":["erp"]}],"supportedInterfaces":[{"protocolBinding":"JSONRPC",' +
  '"protocolVersion":"1.0","url":"https://agent.example/a2a"}],"version":"1.0.0"}';
const sha256 = createHash('sha256').update(canonical).digest('hex');

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('card.json', createCard());
});
afterAll(() => {
  space.remove();
});

describe('cardctl canonicalize', () => {
  it('ends with 0 and prints the exact bytes, no newline added', async () => {
    const result = await space.run('canonicalize', 'card.json');
    expect(result).toEqual({ code: 0, stdout: canonical, stderr: '' });
  });

  it('reads standard input for -', async () => {
    const result = await space.run('canonicalize', '-', { stdin: JSON.stringify(createCard()) });
    expect(result).toEqual({ code: 0, stdout: canonical, stderr: '' });
  });

  it('leaves signatures, defaults, nulls and proto names out of the form of the specification', async () => {
    const changes = { signatures: [{}], iconUrl: null, documentation_url: 'https://agent.example/docs' };
    space.write(
      'more.json',
      createCard({ ...changes, skills: [{ ...createCard().skills[0], examples: [] }] }),
    );
    const { code, stdout } = await space.run('canonicalize', 'more.json');
    const documented = canonical.replace(
      '"name":"Stock Agent"',
      '"documentationUrl":"https://agent.example/docs",$&',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: documented });
  });

  it('leaves nothing but signatures out with --form jcs', async () => {
    space.write('null.json', createCard({ signatures: [], iconUrl: null }));
    const { code, stdout } = await space.run('canonicalize', 'null.json', '--form', 'jcs');
    expect({ code, stdout }).toEqual({ code: 0, stdout: canonical.replace('"name"', '"iconUrl":null,$&') });
  });

  it('prints the hash of the bytes with --hash', async () => {
    const result = await space.run('canonicalize', 'card.json', '--hash');
    expect(result).toEqual({ code: 0, stdout: `sha256:${sha256}\n`, stderr: '' });
  });

  it('prints form, hash and text as one JSON document with --json', async () => {
    const { code, stdout } = await space.run('canonicalize', 'card.json', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      source: 'card.json',
      form: 'a2a-1.0',
      sha256,
      canonical,
    });
  });

  it('says that a byte order mark is no part of the form', async () => {
    space.write('bom.json', `\ufeff${JSON.stringify(createCard())}`);
    const result = await space.run('canonicalize', 'bom.json');
    const stderr = 'note: bom.json begins with a byte order mark; it is no part of the form\n';
    expect(result).toEqual({ code: 0, stdout: canonical, stderr });
  });

  it('says which members it takes for fields, under the form that does', async () => {
    space.write('alias.json', createCard({ documentation_url: 'https://agent.example/docs' }));
    const stderr = 'note: taken for the field of the JSON name: /documentation_url\n';
    expect(await space.run('canonicalize', 'alias.json')).toMatchObject({ code: 0, stderr });
    expect(await space.run('canonicalize', 'alias.json', '--form', 'jcs')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('says which integers it rounds, and none of the signatures', async () => {
    const params = '{"n":[9007199254740993,1]}';
    const [head = ''] = JSON.stringify(createCard({ signatures: [] })).split('[]}');
    space.write('rounded.json', `${head}[{"n":9007199254740993}],"x":${params}}`);
    const result = await space.run('canonicalize', 'rounded.json', '--hash');
    expect(result).toMatchObject({
      code: 0,
      stderr: 'note: rounded, with more digits than a double keeps: /x/n/0\n',
    });
  });

  it('ends with 0 for a 0.3 card, whose members are unknown ones', async () => {
    space.write('legacy.json', legacyCard);
    const { code, stdout } = await space.run('canonicalize', 'legacy.json');
    expect(code).toBe(0);
    expect(stdout).toContain('"security":[{"key":[]}]');
  });

  it.each([
    [
      'an empty file',
      '',
      /^error: bad\.json:1:1: input is empty\n {2}next: check that the file is the right one/,
    ],
    ['what is no JSON', '{"name": }', /^error: bad\.json:1:10: .*\n {2}next: /],
    [
      'an array',
      '[]',
      /^error: bad\.json holds an array where a card is an object\n {2}next: is this the right file\?/,
    ],
    [
      'one field under two names',
      '{"iconUrl": "a", "icon_url": "b"}',
      /^error: .*icon_?[uU]rl.*\n {2}next: run `cardctl check`/,
    ],
  ])('ends with 1 for %s and says where', async (_, text, message) => {
    space.write('bad.json', text);
    const { code, stdout, stderr } = await space.run('canonicalize', 'bad.json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('ends with 1 for a card over --max-bytes', async () => {
    const { code, stderr } = await space.run('canonicalize', 'card.json', '--max-bytes', '100');
    expect(code).toBe(1);
    expect(stderr).toMatch(/card\.json is over 100 bytes\n {2}next: .*--max-bytes/);
  });

  it('ends with 2 for a form that it does not have, and names those it has', async () => {
    const { code, stdout, stderr } = await space.run('canonicalize', 'card.json', '--form', 'nope');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: canonical form "nope" is not known\n  next: use one of a2a-1.0, jcs, a2a-js-1.0.1, a2a-python-1.1.4, a2a-python-1.0, a2a-js-1.0.0, a2a-python-0.3.24, a2a-python-0.3.21, a2a-js-instance\n',
    );
  });

  it('ends with 6 for a missing file and for a directory', async () => {
    const missing = await space.run('canonicalize', 'missing.json');
    expect({ ...missing }).toMatchObject({ code: 6, stdout: '' });
    expect(missing.stderr).toContain('missing.json');
    const folder = await space.run('canonicalize', '.');
    expect(folder).toMatchObject({ code: 6, stdout: '' });
    expect(folder.stderr).toContain('is a directory');
  });
});
