/** Knows what `inspect` shows of a card that nobody has verified. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, legacyCard, sign } from './samples.js';

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  const jku = 'https://agent.example/jwks.json';
  space.write('signed.json', await sign(createCard(), [ed25519], { expiresIn: 3600, jku }));
  space.write('card.json', createCard());
});
afterAll(() => {
  space.remove();
});

describe('cardctl inspect', () => {
  it('ends with 0 and says first that nothing is verified', async () => {
    const { code, stdout, stderr } = await space.run('inspect', 'signed.json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'signed.json: not verified, this is what the card says',
      '  card       Stock Agent 1.0.0',
      '  shape      A2A 1.0',
      '  interface  https://agent.example/a2a (JSONRPC 1.0)',
      '  requires   nothing: anyone may call',
      '  can        streaming',
      '  skills     stock',
      `  entry 0    EdDSA by ${ed25519Kid}`,
      '             form     a2a-1.0',
      '             typ      JOSE',
      '             jku      https://agent.example/jwks.json (a hint; never trusted by itself)',
      '             issued   2026-01-01T00:00:00Z',
      '             expires  2026-01-01T01:00:00Z',
      '',
    ]);
  });

  it('prints one JSON document with --json', async () => {
    const { code, stdout } = await space.run('inspect', 'signed.json', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      source: 'signed.json',
      card: { name: 'Stock Agent', version: '1.0.0', shape: '1.0' },
      entries: [{ index: 0, claims: { alg: 'EdDSA', kid: ed25519Kid, iat: 1767225600, exp: 1767229200 } }],
      findings: [],
    });
  });

  it('reads standard input for -, and says that a card has no signatures', async () => {
    const { code, stdout } = await space.run('inspect', '-', { stdin: JSON.stringify(createCard()) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^standard input: not verified/);
    expect(stdout).toContain('  signed     no signatures\n');
  });

  it('says of an entry that cannot be read why verification would refuse it', async () => {
    space.write('odd.json', createCard({ signatures: [7, { protected: 'e30', signature: '' }] }));
    const { code, stdout } = await space.run('inspect', 'odd.json');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}entry 0 {4}entry-malformed: /m);
    expect(stdout).toMatch(/^ {2}entry 1 {4}alg-refused: /m);
  });

  it('shows control and bidi characters of the card as escapes, and leaves them in JSON', async () => {
    const name = 'x\u001b[2K\u001b[1G[ok] VERIFIED\u202e\u2066\u009b1m\u007f\nforged';
    space.write('forged.json', createCard({ name }));
    const { stdout } = await space.run('inspect', 'forged.json');
    expect(stdout).toContain(
      '  card       x\\u001b[2K\\u001b[1G[ok] VERIFIED\\u202e\\u2066\\u009b1m\\u007f\\u000aforged 1.0.0\n',
    );
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    const json = await space.run('inspect', 'forged.json', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ card: { name } });
  });

  it('does not say of a 0.3 card with security that anyone may call', async () => {
    space.write('legacy.json', legacyCard);
    const { code, stdout } = await space.run('inspect', 'legacy.json');
    expect(code).toBe(0);
    expect(stdout).toContain('  shape      A2A 0.3\n');
    expect(stdout).not.toContain('anyone may call');
  });

  it('does not say of what is no card that anyone may call', async () => {
    space.write('other.json', '{"kty": "EC"}');
    const { stdout } = await space.run('inspect', 'other.json');
    expect(stdout).toContain('  shape      no Agent Card\n');
    expect(stdout).not.toContain('anyone may call');
  });

  it('shows the requirements of a card', async () => {
    const requirement = { schemes: { login: { list: ['read', 'write'] }, key: {} } };
    space.write('secured.json', createCard({ securityRequirements: [requirement] }));
    const { stdout } = await space.run('inspect', 'secured.json');
    expect(stdout).toContain('  requires   login (read, write) and key\n');
  });

  it.each([
    ['an empty file', '', 'bad.json:1:1: input is empty'],
    ['what is no JSON', '{"a" 1}', 'bad.json:1:6: '],
    ['an array', '[]', 'bad.json holds an array where a card is an object'],
  ])('ends with 1 for %s', async (_, text, message) => {
    space.write('bad.json', text);
    const { code, stdout, stderr } = await space.run('inspect', 'bad.json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n  next: ');
  });

  it('ends with 1 for a card over --max-bytes', async () => {
    expect((await space.run('inspect', 'card.json', '--max-bytes', '100')).code).toBe(1);
  });

  it('ends with 2 for two cards', async () => {
    expect((await space.run('inspect', 'card.json', 'signed.json')).code).toBe(2);
  });

  it('ends with 6 for a missing file and for a directory', async () => {
    expect((await space.run('inspect', 'missing.json')).code).toBe(6);
    expect((await space.run('inspect', '.')).code).toBe(6);
  });
});
