/** Knows what `verify` and `canonicalize` tell of cards that an SDK signed, and what is handed on of them. */
import { createPrivateKey, sign as signBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toSdkText } from '../support/sdk-entries.js';
import { createWorkspace, type Workspace } from './run.js';
import { createCard, ed25519, ed25519Kid, p256, toPublic } from './samples.js';

const trust = ['--jwks', 'jwks.json'];

/** With what the SDKs leave unsigned, and a text that one of them writes in ASCII. */
const card = createCard({
  description: 'Tells what is in stock in Z\u00fcrich.',
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
  securityRequirements: [{ schemes: { key: {} } }],
});

/** As an SDK signs it: over its own text, without naming a form unless told. */
function sign(form: string, content: object, header: object = {}): object {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const protectedText = encode(JSON.stringify({ alg: 'EdDSA', kid: ed25519Kid, typ: 'JOSE', ...header }));
  const input = `${protectedText}.${encode(toSdkText(form, JSON.stringify(content)))}`;
  const key = createPrivateKey({ key: ed25519, format: 'jwk' });
  const signature = signBytes(null, Buffer.from(input), key).toString('base64url');
  return { ...content, signatures: [{ protected: protectedText, signature }] };
}

let space: Workspace;
beforeAll(() => {
  space = createWorkspace();
  space.write('jwks.json', { keys: [{ ...toPublic(ed25519), kid: ed25519Kid }] });
  space.write('js.json', sign('a2a-js-1.0.1', card));
  space.write('python.json', sign('a2a-python-1.0', card));
  space.write('marked.json', sign('a2a-js-1.0.1', card, { a2a_form: 'a2a-js-1.0.1' }));
  space.write('legacy.json', {
    ...sign('a2a-python-1.1.4', createCard()),
    url: 'https://agent.example/a2a',
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
  });
});
afterAll(() => {
  space.remove();
});

describe('cardctl verify of a card that an SDK signed', () => {
  it('names the form and its SDK, what is not covered, what it never proves, and the next step', async () => {
    const { code, stdout } = await space.run('verify', 'js.json', ...trust);
    expect(code).toBe(5);
    expect(stdout).toBe(
      [
        'js.json: unmet-policy: the signature is genuine, but in a canonical form that is not accepted here',
        '  card     Stock Agent 1.0.0, A2A 1.0',
        '  keys     1 usable key in jwks.json',
        '  entry 0  form-not-accepted: genuine, but form a2a-js-1.0.1 (@a2a-js/sdk from 1.0.1 on) is not accepted here; it leaves out unknown members and every empty string, list and object, requirements without scopes among them',
        `           EdDSA, kid ${ed25519Kid}`,
        '           the same text as in form a2a-python-1.1.4, a2a-js-1.0.0',
        '           not covered: /securityRequirements/0',
        '           never proves that no requirement without scopes, and nothing else that is empty, was taken away',
        '  next: use what is signed and nothing else: --strip-unsigned --accept-form a2a-js-1.0.1 --out FILE writes it; or ask its publisher to sign in one that is accepted',
        '',
      ].join('\n'),
    );
  });

  it('ends with 5 where the form is accepted and does not cover all', async () => {
    const { code, stdout } = await space.run('verify', 'js.json', ...trust, '--accept-form', 'a2a-js-1.0.1');
    expect(code).toBe(5);
    expect(stdout).toContain(
      'content-unsigned: genuine in form a2a-js-1.0.1 (@a2a-js/sdk from 1.0.1 on), which',
    );
    expect(stdout).toContain('\n           not covered: /securityRequirements/0\n');
    expect(stdout).toMatch(/\n {2}next: use what is signed and nothing else: --strip-unsigned --out FILE/);
  });

  it('strips what is not covered, names each security member, and writes what is left', async () => {
    const { code, stdout } = await space.run(
      'verify',
      'js.json',
      ...trust,
      '--strip-unsigned',
      '--out',
      'out.json',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('\n  stripped /securityRequirements/0\n');
    expect(stdout).toContain(
      '\n  security taken away, for no signature covers it: /securityRequirements/0\n',
    );
    expect(stdout).toContain('\n  note     removal-not-provable: signature 0 could be over a larger card');
    const written = JSON.parse(space.read('out.json')) as Record<string, unknown>;
    expect(Object.keys(written)).not.toContain('securityRequirements');
    const again = await space.run('verify', 'out.json', ...trust);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('removal-not-provable');
  });

  it('says how many security members are taken away beside those that it names', async () => {
    const members = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`auth${index}`, '']));
    space.write('many.json', { ...members, ...sign('a2a-js-1.0.1', card) });
    const { code, stdout } = await space.run('verify', 'many.json', ...trust, '--strip-unsigned');
    expect(code).toBe(0);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  security '));
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('  security and 21 more');
  });

  it('hands on the genuine content of a card that a Python server added members of A2A 0.3 to', async () => {
    expect((await space.run('verify', 'legacy.json', ...trust)).code).toBe(5);
    const { code, stdout } = await space.run(
      'verify',
      'legacy.json',
      ...trust,
      '--strip-unsigned',
      '--out',
      'new.json',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('\n  stripped /url, /preferredTransport, /protocolVersion\n');
    const { signatures, ...content } = JSON.parse(space.read('new.json')) as Record<string, unknown>;
    expect(content).toEqual(createCard());
    expect(signatures).toHaveLength(1);
  });

  it('needs the form by name where its text is not RFC 8785', async () => {
    expect((await space.run('verify', 'python.json', ...trust, '--strip-unsigned')).code).toBe(5);
    const accept = ['--strip-unsigned', '--accept-form', 'a2a-python-1.0'];
    const { code } = await space.run('verify', 'python.json', ...trust, ...accept, '--out', 'ascii.json');
    expect(code).toBe(0);
    expect((await space.run('verify', 'ascii.json', ...trust, '--accept-form', 'a2a-python-1.0')).code).toBe(
      0,
    );
    expect((await space.run('verify', 'ascii.json', ...trust)).code).toBe(5);
  });

  it('takes an entry that names its form for no other, stripped or not', async () => {
    expect((await space.run('verify', 'marked.json', ...trust)).code).toBe(5);
    expect((await space.run('verify', 'marked.json', ...trust, '--strip-unsigned')).code).toBe(5);
    const accept = ['--accept-form', 'a2a-js-1.0.1', '--strip-unsigned'];
    expect((await space.run('verify', 'marked.json', ...trust, ...accept)).code).toBe(0);
  });

  it('says the same as data', async () => {
    const { stdout } = await space.run('verify', 'js.json', ...trust, '--strip-unsigned', '--json');
    const [report] = (JSON.parse(stdout) as { reports: Record<string, unknown>[] }).reports;
    expect(report).toMatchObject({
      verdict: 'trusted',
      payload: {
        form: 'a2a-js-1.0.1',
        stripped: ['/securityRequirements/0'],
        strippedCount: 1,
        strippedSecurity: ['/securityRequirements/0'],
        strippedSecurityCount: 1,
      },
      entries: [
        {
          outcome: 'verified',
          form: 'a2a-js-1.0.1',
          sameForms: ['a2a-python-1.1.4', 'a2a-js-1.0.0'],
          unsigned: ['/securityRequirements/0'],
          unsignedCount: 1,
        },
      ],
      findings: [{ code: 'removal-not-provable', path: '/signatures/0' }],
    });
  });
});

describe('cardctl canonicalize --form', () => {
  it('prints the text of an SDK, and on standard error what it does not cover', async () => {
    space.write('card.json', card);
    const { code, stdout, stderr } = await space.run('canonicalize', 'card.json', '--form', 'a2a-python-1.0');
    expect(code).toBe(0);
    expect(stdout).toBe(toSdkText('a2a-python-1.0', JSON.stringify(card)));
    expect(stdout).toContain('Z\\u00fcrich');
    expect(stderr).toBe('note: the form does not cover /securityRequirements/0\n');
  });

  it('ends with 1 for a card that the SDK refuses, and names the place', async () => {
    space.write('odd.json', createCard({ skills: [5] }));
    const { code, stdout, stderr } = await space.run('canonicalize', 'odd.json', '--form', 'a2a-python-1.0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'error: /skills/0 is no object: a2a-python-1.0 has no text for this card\n' +
        '  next: run `cardctl check` on the card: it lists all that is wrong\n',
    );
  });

  it('tells numbers apart as they are spelt, for A2A 0.3 in Python', async () => {
    const legacy = createCard({
      supportedInterfaces: undefined,
      url: 'https://agent.example/a2a',
      capabilities: {},
    });
    const params = '{"a":1,"b":1.0,"c":1e2,"d":12345678901234567890}';
    const text = JSON.stringify(legacy).replace(
      '"capabilities":{}',
      `"capabilities":{"extensions":[{"uri":"u","params":${params}}]}`,
    );
    space.write('legacy-card.json', text);
    const { stdout } = await space.run('canonicalize', 'legacy-card.json', '--form', 'a2a-python-0.3.24');
    expect(stdout).toContain('"params":{"a":1,"b":1.0,"c":100.0,"d":12345678901234567890}');
  });
});

describe('cardctl sign of a card that another signed with an SDK', () => {
  it('keeps the entry where the key set has its key, though its form leaves something out', async () => {
    space.write('own.json', p256);
    const args = ['sign', 'js.json', '--key', 'file:own.json', '--out', 'both.json'];
    expect((await space.run(...args)).code).toBe(5);
    const { code, stderr } = await space.run(...args, ...trust);
    expect(code).toBe(0);
    expect(stderr).toContain(`kept: EdDSA by ${ed25519Kid}`);
    const before = JSON.parse(space.read('js.json')) as { signatures: unknown[] };
    const after = JSON.parse(space.read('both.json')) as { signatures: unknown[] };
    expect(after.signatures[0]).toEqual(before.signatures[0]);
    expect((await space.run('verify', 'both.json', ...trust)).code).toBe(5);
  });

  it('keeps none whose signature is over another card in every form', async () => {
    space.write('own.json', p256);
    space.write('changed.json', { ...(JSON.parse(space.read('js.json')) as object), version: '2.0.0' });
    const { code, stderr } = await space.run('sign', 'changed.json', '--key', 'file:own.json', ...trust);
    expect(code).toBe(5);
    expect(stderr).toContain('error: signature 0 of the card cannot be kept: the signature by key');
  });
});
