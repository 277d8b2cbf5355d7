/** Knows what `check` and `sign` say of a card that SDKs verify another text of, and what `--require-portable` ends with. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, p256Kid, writeKeys } from './samples.js';

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  writeKeys(space);
  space.write('icon.json', JSON.stringify(createCard({ iconUrl: '' }), null, 2));
  const secured = { securityRequirements: [{ schemes: { key: {} } }] };
  space.write('secured.json', JSON.stringify(createCard(secured), null, 2));
  space.write('invalid.json', createCard({ version: 7, iconUrl: '' }));
});
afterAll(() => {
  space.remove();
});

const ofIcon = [
  '  icon.json:31:14: warning form-differs: a2a-js and a2a-python verify another text of the card: without /iconUrl',
  '    next: leave out /iconUrl; then one entry serves a2a-js and a2a-python; else sign with --for a2a-js,a2a-python, too',
  '',
].join('\n');

describe('cardctl check', () => {
  it('says without being asked which SDKs verify another text, where, and what ends it', async () => {
    expect(await space.run('check', 'icon.json')).toEqual({
      code: 0,
      stdout: `icon.json: valid (A2A 1.0 card, 1 warning)\n${ofIcon}`,
      stderr: '',
    });
    const { code, stdout } = await space.run('check', 'secured.json');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(1)).toEqual([
      '  secured.json:32:5: warning form-differs: a2a-js and a2a-python verify another text of the card: without /securityRequirements/0',
      '    next: no single entry holds a requirement without scopes (/securityRequirements/0/schemes/key) for a2a-js and a2a-python: sign with --for a2a-js,a2a-python, too',
      '',
    ]);
  });

  it('has the finding in its JSON', async () => {
    const { stdout } = await space.run('check', 'icon.json', '--json');
    const { reports } = JSON.parse(stdout) as { reports: { valid: boolean; findings: object[] }[] };
    expect(reports).toMatchObject([
      { valid: true, findings: [{ code: 'form-differs', severity: 'warning', path: '/iconUrl', line: 31 }] },
    ]);
  });

  it('ends with 1 with --require-portable, and with 0 for a portable card', async () => {
    expect(await space.run('check', 'icon.json', '--require-portable')).toEqual({
      code: 1,
      stdout: `icon.json: valid (A2A 1.0 card, 1 warning)\n${ofIcon}`,
      stderr:
        'error: icon.json is not portable: SDKs verify another text of it\n  next: change the card as its findings say, or check it without --require-portable\n',
    });
    const good = await space.run('check', 'card.json', '--require-portable');
    expect(good).toEqual({ code: 0, stdout: 'card.json: valid (A2A 1.0 card)\n', stderr: '' });
    expect((await space.run('check', 'card.json', 'icon.json', '--require-portable')).code).toBe(1);
  });

  it('says nothing of it where the card has errors', async () => {
    const { code, stdout, stderr } = await space.run('check', 'invalid.json', '--require-portable');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).not.toContain('form-differs');
  });
});

describe('cardctl sign', () => {
  const args = ['icon.json', '--key', 'file:p256.json', '--out'];
  let count = 0;
  let out: string;
  beforeEach(() => void (out = `out-${count++}.json`));

  it('says it without being asked, and signs', async () => {
    expect(await space.run('sign', ...args, out)).toEqual({
      code: 0,
      stdout: '',
      stderr: `signed: ES256 by ${p256Kid}, without an expiry\n${ofIcon}`,
    });
  });

  it('says that there is an entry for them, where there is', async () => {
    const { stderr } = await space.run('sign', ...args, out, '--for', 'a2a-js,a2a-python');
    expect(stderr.split('\n').slice(-3)).toEqual([
      '  icon.json:31:14: warning form-differs: a2a-js and a2a-python verify another text of the card: without /iconUrl',
      '    next: leave out /iconUrl; then one entry serves a2a-js and a2a-python',
      '',
    ]);
  });

  it('has the finding in its JSON', async () => {
    const { stdout } = await space.run('sign', ...args, out, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'form-differs', path: '/iconUrl' }] });
  });

  it.each([[[]], [['--for', 'a2a-js,a2a-python']]])(
    'ends with 1 and writes nothing with --require-portable %j',
    async (more) => {
      expect(await space.run('sign', ...args, out, '--require-portable', ...more)).toEqual({
        code: 1,
        stdout: '',
        stderr: [
          'error: the card is not portable: SDKs verify another text of it; it was not signed',
          ...ofIcon
            .replace(more.length > 0 ? '; else sign with --for a2a-js,a2a-python, too' : '', '')
            .split('\n')
            .slice(0, 2),
          '  next: change the card as the findings say, or sign it without --require-portable',
          '',
        ].join('\n'),
      });
      expect(existsSync(space.path(out))).toBe(false);
    },
  );

  it('signs a portable card with --require-portable', async () => {
    const { code, stderr } = await space.run(
      ...['sign', 'card.json', '--key', 'file:p256.json', '--out', out, '--require-portable'],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: `signed: ES256 by ${p256Kid}, without an expiry\n` });
  });
});
