/** Knows what `sign` says and writes where the card has entries already, by other keys or under the kid of the call. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './run.js';
import {
  createCard,
  ed25519,
  ed25519Kid,
  p256,
  p256Kid,
  parseSigned,
  readHeader,
  sign,
  toPublic,
} from './samples.js';

const key = ['--key', 'file:ed25519.json'];

let space: Workspace;
beforeEach(() => {
  space = createWorkspace();
  space.write('ed25519.json', ed25519);
});
afterEach(() => {
  space.remove();
});

describe("cardctl sign, where the card has another key's entry", () => {
  const set = { keys: [{ ...toPublic(p256), kid: p256Kid }] };
  beforeEach(async () => {
    space.write('other.json', await sign(createCard(), [p256]));
    space.write('jwks.json', set);
  });

  it('ends with 5, writes nothing and names the ways on', async () => {
    const before = space.read('other.json');
    const { code, stdout, stderr } = await space.run('sign', 'other.json', ...key, '--in-place');
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toBe(
      `error: signature 0 of the card cannot be kept: its key "${p256Kid}" is not at hand\n` +
        '  next: give its key set with --jwks, or choose: --drop-others removes it, --keep-unverified leaves it as it is\n',
    );
    expect(space.read('other.json')).toBe(before);
  });

  it('keeps it with --jwks where it verifies', async () => {
    const { code, stderr } = await space.run(
      'sign',
      'other.json',
      ...key,
      '--jwks',
      'jwks.json',
      '--in-place',
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `kept: ES256 by ${p256Kid}\nsigned: EdDSA by ${ed25519Kid}, without an expiry\n`,
    });
    expect(parseSigned(space.read('other.json')).signatures).toHaveLength(2);
  });

  it('says what it had beside its signature, which is not written', async () => {
    const { signatures, ...card } = parseSigned(space.read('other.json'));
    space.write('other.json', { ...card, signatures: [{ ...signatures[0], header: { note: 'x' } }] });
    const args = ['sign', 'other.json', ...key, '--jwks', 'jwks.json', '--in-place', '--json'];
    const { code, stdout, stderr } = await space.run(...args);
    expect(code).toBe(0);
    expect(stderr).toContain(
      '\nleft out of a signature that is kept, for nothing covers it: /signatures/0/header\n',
    );
    expect(JSON.parse(stdout)).toMatchObject({ uncovered: ['/signatures/0/header'] });
    expect(parseSigned(space.read('other.json')).signatures[0]).toEqual(signatures[0]);
  });

  it('ends with 5 with --jwks where it does not verify', async () => {
    const { signatures } = parseSigned(space.read('other.json'));
    space.write('other.json', createCard({ version: '2.0.0', signatures }));
    const { code, stderr } = await space.run('sign', 'other.json', ...key, '--jwks', 'jwks.json');
    expect(code).toBe(5);
    expect(stderr).toContain(`the signature by key "${p256Kid}" does not match`);
    expect(stderr).toContain('\n  next: choose: --drop-others removes it, ');
  });

  it('says what verifiers make of it, kept with --keep-unverified although it does not match', async () => {
    const { signatures } = parseSigned(space.read('other.json'));
    space.write('other.json', createCard({ version: '2.0.0', signatures }));
    const args = ['--jwks', 'jwks.json', '--keep-unverified', '--in-place', '--json'];
    const { code, stdout, stderr } = await space.run('sign', 'other.json', ...key, ...args);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `note: the signature that names ${p256Kid} is not over this card: who trusts its key sees a tampered card\n`,
    );
    expect(JSON.parse(stdout)).toMatchObject({ entries: [{ index: 0, isForged: true }, { index: 1 }] });
  });

  it('says it too where an unprotected header makes the entry unreadable, as verify does', async () => {
    const { signatures } = parseSigned(space.read('other.json'));
    const [entry] = signatures;
    space.write(
      'other.json',
      createCard({ version: '2.0.0', signatures: [{ ...entry, header: { kid: 'k' } }] }),
    );
    const args = ['--keep-unverified', '--in-place', '--json'];
    const { stderr, stdout } = await space.run('sign', 'other.json', ...key, '--jwks', 'jwks.json', ...args);
    expect(stderr).toContain(
      'note: the signature that cannot be read is not over this card: who trusts its key sees a tampered card\n',
    );
    expect(JSON.parse(stdout)).toMatchObject({ entries: [{ index: 0, isForged: true }, { index: 1 }] });
    const { code } = await space.run('verify', 'other.json', '--jwks', 'jwks.json');
    expect(code).toBe(3);
  });

  it('takes no header name that stands twice for a forgery', async () => {
    const { signatures } = parseSigned(space.read('other.json'));
    const [entry] = signatures;
    space.write('other.json', createCard({ signatures: [{ ...entry, header: { kid: 'k' } }] }));
    const args = ['--jwks', 'jwks.json', '--keep-unverified', '--in-place'];
    const { code, stderr } = await space.run('sign', 'other.json', ...key, ...args);
    expect(code).toBe(0);
    expect(stderr).not.toContain('tampered');
  });

  it('ends with 2 where the card and the key set are both on standard input', async () => {
    const { code, stderr } = await space.run('sign', '-', ...key, '--jwks', '-', { stdin: '{}' });
    expect(code).toBe(2);
    expect(stderr).toContain('error: standard input is named more than once\n  next: ');
  });

  it('keeps it with --keep-unverified, and says so', async () => {
    const { code, stderr } = await space.run('sign', 'other.json', ...key, '--keep-unverified', '--in-place');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `kept-unverified: ES256 by ${p256Kid}\nsigned: EdDSA by ${ed25519Kid}, without an expiry\n`,
    });
  });

  it('keeps with --keep-unverified what cannot be read, and says so', async () => {
    space.write('other.json', createCard({ signatures: [{ protected: 7 }] }));
    const args = ['sign', 'other.json', ...key, '--keep-unverified', '--in-place', '--json'];
    const { code, stdout, stderr } = await space.run(...args);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `kept-unverified: an entry that cannot be read\nsigned: EdDSA by ${ed25519Kid}, without an expiry\n`,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      entries: [{ index: 0, action: 'kept-unverified' }, { index: 1 }],
    });
    expect(stdout).not.toContain('unreadable');
  });

  it('removes it with --drop-others, and says so', async () => {
    const { code, stderr } = await space.run('sign', 'other.json', ...key, '--drop-others', '--in-place');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `signed: EdDSA by ${ed25519Kid}, without an expiry\nremoved: 1 earlier signature\n`,
    });
    expect(space.read('other.json')).toBe(await sign(createCard(), [ed25519]));
  });

  it('shows control characters of its kid as escapes', async () => {
    const header = Buffer.from('{"alg":"ES256","kid":"\\u001b[2K\\u202eok"}').toString('base64url');
    space.write('forged.json', createCard({ signatures: [{ protected: header, signature: 'AAAA' }] }));
    const refused = await space.run('sign', 'forged.json', ...key);
    expect(refused.stderr).toContain('its key "\\u001b[2K\\u202eok" is not at hand');
    const kept = await space.run('sign', 'forged.json', ...key, '--keep-unverified', '--out', 'out.json');
    expect(kept.stderr).toContain('kept-unverified: ES256 by \\u001b[2K\\u202eok\n');
  });
});

describe('cardctl sign --kid, where the card has an entry under that kid', () => {
  const args = ['sign', 'named.json', ...key, '--kid', 'agent', '--in-place'];
  const setOf = (jwk: typeof p256 | typeof ed25519) => ({ keys: [{ ...toPublic(jwk), kid: 'agent' }] });
  const kidsOf = (name: string) =>
    parseSigned(space.read(name)).signatures.map((entry) => [
      readHeader(entry)['alg'],
      readHeader(entry)['kid'],
    ]);

  describe('by another key', () => {
    beforeEach(async () => {
      space.write('named.json', await sign(createCard(), [p256], { kid: 'agent' }));
    });

    it('ends with 5 and writes nothing: whose it is cannot be told', async () => {
      const before = space.read('named.json');
      const { code, stdout, stderr } = await space.run(...args);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr).toBe(
        'error: signature 0 of the card cannot be kept: it has the kid "agent" of this call and does not verify with its key\n' +
          '  next: if it is yours, say so with your key set: cardctl keys jwks file:ed25519.json --kid agent --out FILE, then --jwks FILE, or choose: --drop-others removes it, --keep-unverified leaves it as it is\n',
      );
      expect(space.read('named.json')).toBe(before);
    });

    it.each([
      ['--jwks', ['--jwks', 'set.json'], 'kept: ES256 by agent\n'],
      ['--keep-unverified', ['--keep-unverified'], 'kept-unverified: ES256 by agent\n'],
    ])('keeps it with %s', async (_, options, line) => {
      space.write('set.json', setOf(p256));
      const { code, stderr } = await space.run(...args, ...options);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `${line}signed: EdDSA by agent, without an expiry\n`,
      });
      expect(kidsOf('named.json')).toEqual([
        ['ES256', 'agent'],
        ['EdDSA', 'agent'],
      ]);
    });

    it('removes it with --drop-others, and says so', async () => {
      const { code, stderr } = await space.run(...args, '--drop-others');
      expect(code).toBe(0);
      expect(stderr).toContain('removed: 1 earlier signature\n');
      expect(kidsOf('named.json')).toEqual([['EdDSA', 'agent']]);
    });
  });

  describe('by the same key', () => {
    beforeEach(async () => {
      space.write('named.json', await sign(createCard(), [ed25519], { kid: 'agent' }));
    });

    it('keeps it while the card is the same', async () => {
      const before = space.read('named.json');
      expect(await space.run(...args)).toMatchObject({ code: 0, stderr: 'kept: EdDSA by agent\n' });
      expect(space.read('named.json')).toBe(before);
    });

    it('replaces it once the card is another with --jwks, which says whose the kid is', async () => {
      const { signatures } = parseSigned(space.read('named.json'));
      space.write('named.json', createCard({ version: '2.0.0', signatures }));
      expect(await space.run(...args)).toMatchObject({ code: 5 });
      space.write('set.json', setOf(ed25519));
      const { code, stderr } = await space.run(...args, '--jwks', 'set.json');
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: 'signed: EdDSA by agent, without an expiry\nremoved: 1 earlier signature\n',
      });
      expect(kidsOf('named.json')).toEqual([['EdDSA', 'agent']]);
    });

    it('says so where the new one has another kid', async () => {
      const { code, stderr } = await space.run('sign', 'named.json', ...key, '--in-place');
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr:
          `signed: EdDSA by ${ed25519Kid}, without an expiry\n` +
          `note: the earlier signature was by agent, this one is by ${ed25519Kid}; --kid sets it\n` +
          'removed: 1 earlier signature\n',
      });
    });
  });
});
