/** What people read: the text of one sample report of each kind, and that a card cannot write between our lines. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/findings.js';
import { escapeText } from '../../src/formats/escape.js';
import { getFormat } from '../../src/formats/index.js';
import type { CheckReport } from '../../src/formats/report.js';
import { createStyle } from '../../src/formats/style.js';
import type { VerificationReport } from '../../src/trust/report.js';

const text = getFormat('text');

const finding: Finding = {
  code: 'member-missing',
  severity: 'error',
  path: '/skills/0',
  line: 12,
  column: 5,
  message: '/skills/0 has no tags, which AgentSkill requires',
  hint: 'add "tags": ["..."]',
};

const trusted: VerificationReport = {
  verdict: 'trusted',
  reason: 'signed by one of the trusted keys',
  source: 'card.json',
  time: '2027-01-15T12:00:00Z',
  card: { name: 'Tide Tables', version: '1.0.0', shape: '1.0' },
  payload: { form: 'jcs', sha256: 'ab'.repeat(32), defaultsLeftOut: ['/skills/0/examples'] },
  policy: { threshold: 1, acceptedForms: ['a2a-1.0', 'jcs'], leewaySeconds: 60 },
  keySet: {
    source: 'jwks.json',
    keys: 2,
    skipped: [{ index: 2, kid: 'old', reason: 'has use that is a number, not a string' }],
    duplicateKids: ['twin'],
  },
  entries: [
    { index: 0, outcome: 'kid-unknown', message: 'no trusted key has the kid "x"', kid: 'x', alg: 'ES256' },
    {
      index: 1,
      outcome: 'verified',
      message: 'matches the card in form jcs',
      kid: 'k',
      alg: 'EdDSA',
      form: 'jcs',
      expiresAt: '2027-04-01T00:00:00Z',
    },
  ],
  findings: [finding],
};

describe('the text of a verification report', () => {
  it('gives the verdict first, then what it rests on, then the next step', () => {
    const rendered = text.render(
      { command: 'verify', reports: [trusted], errors: [], isTimeGiven: false },
      createStyle(false),
    );
    expect(rendered).toBe(`card.json: trusted: signed by one of the trusted keys
  card     Tide Tables 1.0.0, A2A 1.0
  keys     2 usable keys in jwks.json
  content  form jcs, sha256 ${'ab'.repeat(32)}, 1 default not signed (/skills/0/examples)
  entry 0  kid-unknown: no trusted key has the kid "x"
           ES256, kid x
  entry 1  verified: matches the card in form jcs
           EdDSA, kid k, expires 2027-04-01T00:00:00Z
  note     key 2 (old) has use that is a number, not a string; it is skipped
  note     several keys have the kid twin; each is tried
  note     1 finding about the card itself: cardctl check card.json
`);
  });

  it('tells what to do next of every verdict but trusted', () => {
    for (const verdict of ['invalid-card', 'unsigned', 'unmet-policy', 'tampered', 'untrusted'] as const) {
      const rendered = text.render(
        { command: 'verify', reports: [{ ...trusted, verdict }], errors: [], isTimeGiven: false },
        createStyle(false),
      );
      expect(rendered).toMatch(/\n {2}next: .+\n$/);
    }
  });

  it('points the owner of a tampered card to explain, and nobody else', () => {
    const entries = [
      { index: 0, outcome: 'signature-mismatch', message: 'the signature does not match' },
    ] as const;
    const nextOf = (verdict: 'tampered' | 'untrusted') =>
      /^ {2}next: (.*)$/m.exec(
        text.render(
          { command: 'verify', reports: [{ ...trusted, verdict, entries }], errors: [], isTimeGiven: false },
          createStyle(false),
        ),
      )?.[1];
    const next = 'do not use this card; fetch it again from its origin, and tell its publisher';
    expect(nextOf('tampered')).toBe(`${next}; if it is yours, \`cardctl explain\` says why`);
    expect(nextOf('untrusted')).toBe(next);
  });

  it('has colours only where the style has', () => {
    const rendered = text.render(
      { command: 'verify', reports: [trusted], errors: [], isTimeGiven: false },
      createStyle(true),
    );
    expect(rendered).toContain('card.json: \u001b[32mtrusted\u001b[0m: ');
  });
});

describe('the text of a check report', () => {
  it('has a line that editors jump to, and the next step below', () => {
    const report: CheckReport = { source: 'card.json', valid: false, shape: '1.0', findings: [finding] };
    expect(text.render({ command: 'check', reports: [report], errors: [] }, createStyle(false))).toBe(
      `card.json: invalid (A2A 1.0 card, 1 error)
  card.json:12:5: error member-missing: /skills/0 has no tags, which AgentSkill requires
    next: add "tags": ["..."]
`,
    );
  });
});

describe('text from a card', () => {
  it.each([
    ['a terminal escape', 'x\u001b[2K\u001b[1G[ok] trusted', 'x\\u001b[2K\\u001b[1G[ok] trusted'],
    ['a line break', 'a\nb', 'a\\u000ab'],
    ['a C1 control', 'a\u009b2Kb', 'a\\u009b2Kb'],
    ['a change of direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['what is not seen', 'a\u200bb\u00adc\ufeffd', 'a\\u200bb\\u00adc\\ufeffd'],
    ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['an unassigned one that is ignored', 'a\u2065\ufff0\u{e0fff}b', 'a\\u2065\\ufff0\\u{e0fff}b'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['blanks that fill a line', `x${' '.repeat(79)}card.json: trusted`, 'x (79 blanks) card.json: trusted'],
    ['blanks of another kind', `x${'\u2800'.repeat(9)}y`, 'x (9 blanks) y'],
  ])('shows %s as an escape', (_, input, shown) => {
    expect(escapeText(input)).toBe(shown);
  });

  it('shows letters of every script as they are', () => {
    expect(escapeText('Zoë – エージェント 🤖 שלום')).toBe('Zoë – エージェント 🤖 שלום');
    expect(escapeText('two  blanks, and\u00a0one')).toBe('two  blanks, and\u00a0one');
  });

  it('is cut where it is long', () => {
    expect(escapeText('a'.repeat(400))).toBe(`${'a'.repeat(300)}...`);
  });

  it('cannot forge a line of a report', () => {
    const forged = { ...trusted, card: { name: 'x\n  entry 9  verified: by us', shape: '1.0' as const } };
    const rendered = text.render(
      { command: 'verify', reports: [forged], errors: [], isTimeGiven: false },
      createStyle(false),
    );
    expect(rendered.split('\n').filter((line) => line.startsWith('  entry'))).toHaveLength(2);
  });
});
