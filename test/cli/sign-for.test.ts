/** Knows what `sign --for` writes and says, and the exit code it ends with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519Kid, p256Kid, parseSigned, readHeader, writeKeys } from './samples.js';

/** All SDKs take it for a card without its requirement and its icon. */
const secured = createCard({
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
});
const card = { ...secured, securityRequirements: [{ schemes: { key: {} } }], iconUrl: '' };
const german = createCard({ name: 'Lagerbest\u00e4nde' });

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  writeKeys(space);
  space.write('empties.json', card);
  space.write('german.json', german);
  await space.run('keys', 'jwks', 'file:p256.json', '--out', 'jwks.json');
});
afterAll(() => {
  space.remove();
});

/** Without the findings about the card, which are told at the end. */
const withoutFindings = (stderr: string) => stderr.replace(/^ {2}.*\n/gm, '');

const key = ['--key', 'file:p256.json'];
const formsOf = (name: string) =>
  parseSigned(space.read(name)).signatures.map((entry) => readHeader(entry)['a2a_form']);

describe('cardctl sign --for', () => {
  it('adds an entry for the text of the SDKs, and says for whom it is and what it leaves open', async () => {
    const args = ['empties.json', ...key, '--for', 'a2a-js,a2a-python', '--out', 'signed.json'];
    const { code, stdout, stderr } = await space.run('sign', ...args);
    expect({ code, stdout, stderr: withoutFindings(stderr) }).toEqual({
      code: 0,
      stdout: '',
      stderr: [
        `signed: ES256 by ${p256Kid}, without an expiry`,
        `signed: ES256 by ${p256Kid} in form a2a-js-1.0.1 for a2a-js and a2a-python, without an expiry`,
        'not covered for a2a-js and a2a-python: /securityRequirements/0, /iconUrl',
        '',
      ].join('\n'),
    });
    expect(formsOf('signed.json')).toEqual(['a2a-1.0', 'a2a-js-1.0.1']);
    expect((await space.run('verify', 'signed.json', '--jwks', 'jwks.json')).code).toBe(0);
    const inForm = ['--accept-form', 'a2a-js-1.0.1'];
    expect((await space.run('verify', 'signed.json', '--jwks', 'jwks.json', ...inForm)).code).toBe(5);
  });

  it('changes no byte when it is called again', async () => {
    const args = [...key, '--for', 'a2a-js,a2a-python', '--expires-in', '90d'];
    await space.run('sign', 'empties.json', ...args, '--out', 'first.json');
    const again = await space.run('sign', 'first.json', ...args, '--out', 'second.json');
    expect(again.stderr).toMatch(
      /^kept: ES256 by \S+, expires \S+\nkept: ES256 by \S+ in form a2a-js-1\.0\.1 for a2a-js and a2a-python, expires \S+\nnot covered for/,
    );
    expect(space.read('second.json')).toBe(space.read('first.json'));
  });

  it('adds nothing where the forms agree, and says so', async () => {
    expect(await space.run('sign', 'card.json', ...key, '--for', 'a2a-js', '--out', 'out.json')).toEqual({
      code: 0,
      stdout: '',
      stderr: `signed: ES256 by ${p256Kid}, without an expiry\nno further signature: a2a-js can verify the one in form a2a-1.0\n`,
    });
    expect(formsOf('out.json')).toEqual(['a2a-1.0']);
  });

  it('signs for single releases, and takes the option several times', async () => {
    const args = ['german.json', ...key, '--for', 'a2a-js@1.3.0', '--for', 'a2a-python@1.0.2'];
    const { code, stderr } = await space.run('sign', ...args, '--out', 'out.json');
    expect(code).toBe(0);
    expect(withoutFindings(stderr)).toBe(
      [
        `signed: ES256 by ${p256Kid}, without an expiry`,
        `signed: ES256 by ${p256Kid} in form a2a-python-1.0 for a2a-python 1.0.0 to 1.1.3, without an expiry`,
        'no further signature: a2a-js can verify the one in form a2a-1.0',
        '',
      ].join('\n'),
    );
    expect(formsOf('out.json')).toEqual(['a2a-1.0', 'a2a-python-1.0']);
  });

  it('adds the entries of each key, and tells once what they leave open', async () => {
    const args = ['--key', 'file:ed25519.json', ...key, '--for', 'a2a-js', '--out', 'out.json'];
    const { stderr } = await space.run('sign', 'empties.json', ...args);
    expect(withoutFindings(stderr).split('\n')).toEqual([
      `signed: EdDSA by ${ed25519Kid}, without an expiry`,
      `signed: EdDSA by ${ed25519Kid} in form a2a-js-1.0.1 for a2a-js, without an expiry`,
      `signed: ES256 by ${p256Kid}, without an expiry`,
      `signed: ES256 by ${p256Kid} in form a2a-js-1.0.1 for a2a-js, without an expiry`,
      'not covered for a2a-js: /securityRequirements/0, /iconUrl',
      '',
    ]);
  });

  it('says which of its entries are gone, and how they come back', async () => {
    await space.run('sign', 'empties.json', ...key, '--for', 'a2a-js', '--out', 'first.json');
    const plain = await space.run('sign', 'first.json', ...key, '--out', 'out.json');
    expect(withoutFindings(plain.stderr)).toBe(
      [
        `kept: ES256 by ${p256Kid}`,
        `note: the earlier signature by ${p256Kid} in form a2a-js-1.0.1 is removed, for this call makes none in it; --for a2a-js does`,
        'removed: 1 earlier signature',
        '',
      ].join('\n'),
    );
    expect(formsOf('out.json')).toEqual(['a2a-1.0']);
    await space.run('sign', 'empties.json', ...key, '--for', 'a2a-python', '--out', 'first.json');
    const args = ['first.json', ...key, '--for', 'a2a-js,a2a-python', '--out', 'out.json'];
    expect((await space.run('sign', ...args)).stderr).toContain(
      'in form a2a-python-1.1.4 is removed, for another one serves the same users\n',
    );
  });

  it('tells the form of each entry with --json, and of those for SDKs what they leave open', async () => {
    const args = ['empties.json', ...key, '--for', 'a2a-python', '--out', 'out.json', '--json'];
    const { stdout } = await space.run('sign', ...args);
    const entry = { kid: p256Kid, alg: 'ES256', action: 'signed' };
    expect(JSON.parse(stdout)).toMatchObject({
      entries: [
        { ...entry, index: 0, form: 'a2a-1.0' },
        {
          ...entry,
          index: 1,
          form: 'a2a-python-1.1.4',
          for: ['a2a-python'],
          forms: ['a2a-python-1.1.4', 'a2a-python-1.0'],
          uncovered: ['/securityRequirements/0', '/iconUrl'],
        },
      ],
      servedForms: [],
      droppedForms: [],
    });
  });

  it.each([
    ['a2a-go', 'SDK "a2a-go" is not known'],
    ['a2a-js,', 'SDK "" is not known'],
    ['a2a-js-instance', 'nothing is signed for a2a-js-instance, which leaves every security scheme unsigned'],
    ['a2a-python@0.3.24', 'a2a-python@0.3.24 verifies signatures of A2A 0.3 cards alone'],
    ['a2a-python@one', 'a2a-python@one names no release of a2a-python, as a2a-python@1.0.2 does'],
  ])('ends with 2 for %s, before it opens a key', async (sdks, message) => {
    const args = ['card.json', '--key', 'file:missing.pem', '--for', sdks];
    expect(await space.run('sign', ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n  next: use a2a-js (releases from 1.0.0-alpha.0 on) or a2a-python (releases from 1.0.0 on), as in --for a2a-js,a2a-python\n`,
    });
  });

  it('makes no entry that can be passed off as ours', async () => {
    await space.run('sign', 'empties.json', ...key, '--for', 'a2a-js', '--out', 'first.json');
    const [, entry] = parseSigned(space.read('first.json')).signatures;
    space.write('reduced.json', { ...secured, signatures: [entry] });
    for (const more of [[], ['--strip-unsigned'], ['--accept-form', 'a2a-1.0', '--accept-form', 'jcs']]) {
      const { code, stdout } = await space.run('verify', 'reduced.json', '--jwks', 'jwks.json', ...more);
      expect(code).toBe(5);
      expect(stdout).toContain('form-not-accepted');
    }
  });
});
