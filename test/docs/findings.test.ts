/** Knows that the pages about findings, outcomes and verdicts say what the tables say, and that their examples are true. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCardAndForms } from '../../src/canonical/form-findings.js';
import { checkCard } from '../../src/card/check.js';
import { exitCodeOfVerdict } from '../../src/cli/exit-codes.js';
import { findingKinds, type FindingCode } from '../../src/findings.js';
import { outcomes } from '../../src/signature/outcomes.js';

const docs = join(import.meta.dirname, '../../docs');
const codes = Object.keys(findingKinds) as FindingCode[];

/** What else the bad example of a page has to show beside its own code. */
const companions: Partial<Record<FindingCode, readonly FindingCode[]>> = {
  'card-mixed-shape': ['member-legacy'],
  'findings-limit': ['member-type'],
};

/** What `verify` finds, of signatures rather than of a card. */
const ofSignatures: readonly FindingCode[] = ['removal-not-provable'];
/** What SDKs take a card for is found beside what the schema says of it. */
const ofForms: readonly FindingCode[] = ['form-differs'];
const ofCards = codes.filter((code) => !ofSignatures.includes(code) && !ofForms.includes(code));

/** In the order they are tried. */
const verdicts = ['invalid-card', 'unsigned', 'trusted', 'unmet-policy', 'tampered', 'untrusted'] as const;

describe('docs/findings', () => {
  it('has one page for each code, an index, and nothing else', () => {
    const pages = [...codes.map((code) => `${code}.md`), 'README.md'];
    expect(readdirSync(join(docs, 'findings')).sort()).toEqual(pages.sort());
  });

  it('lists the codes in the index as the table has them', () => {
    const rows = readRows('findings/README.md').slice(1);
    expect(rows).toEqual(
      codes.map((code) => [
        `[\`${code}\`](${code}.md)`,
        findingKinds[code].severity,
        findingKinds[code].title,
      ]),
    );
  });

  it.each(codes)('has the title and the severity of %s', (code) => {
    const page = read(`findings/${code}.md`);
    expect(page.split('\n')[0]).toBe(`# \`${code}\`: ${findingKinds[code].title}`);
    expect(page).toMatch(new RegExp(`^Severity: \\*\\*${findingKinds[code].severity}\\*\\*$`, 'm'));
    expect(page).toMatch(/\b(?:RFC|A2A) \d/);
    expect(page).toMatch(/^## What to do$/m);
  });

  it.each(ofCards)('shows a text that has %s, and nothing beside it', (code) => {
    const found = codesOf(readExample(code, 'bad'));
    expect([...new Set(found)].sort()).toEqual([code, ...(companions[code] ?? [])].sort());
  });

  it.each(ofCards)('shows a text that mends %s, and has no finding at all', (code) => {
    expect(codesOf(readExample(code, 'good'))).toEqual([]);
  });

  it('shows a card that SDKs verify another text of, and one that all verify alike', () => {
    const find = (kind: 'bad' | 'good') => checkCardAndForms(readExample('form-differs', kind));
    expect(find('bad').map(({ code, path }) => [code, path])).toEqual([['form-differs', '/capabilities']]);
    expect(find('bad')[0]?.message).toMatch(/: without \/capabilities, \/iconUrl$/);
    expect(find('good')).toEqual([]);
  });

  it('names every 0.3 member in the table of what goes where', () => {
    const rows = readRows('findings/card-legacy-shape.md').slice(1);
    const old = rows.map(([cell]) => cell).join('\n');
    const members =
      'url preferredTransport protocolVersion additionalInterfaces[].url additionalInterfaces[].transport ' +
      'security apiKey http oauth2 openIdConnect mutualTLS supportsAuthenticatedExtendedCard ' +
      'capabilities.stateTransitionHistory signatures';
    for (const member of members.split(' ')) expect(old).toContain(member);
  });
});

describe('docs/outcomes.md', () => {
  it('has a section for each outcome, with its title and its standing, and no other', () => {
    const sections = read('outcomes.md').split(/^## /m).slice(1);
    const expected = Object.entries(outcomes).map(([name, { standing, title }]) => [
      `\`${name}\`: ${title}`,
      `Standing: **${standing}**`,
    ]);
    expect(sections.map((section) => section.split('\n\n').slice(0, 2))).toEqual(expected);
    for (const section of sections) expect(section).toMatch(/^What to do: /m);
  });

  it('explains each standing, and no other', () => {
    const explained = readRows('outcomes.md')
      .slice(1)
      .map(([name]) => name);
    const standings = new Set(Object.values(outcomes).map(({ standing }) => `\`${standing}\``));
    expect(explained.sort()).toEqual([...standings].sort());
  });
});

describe('docs/verdicts.md', () => {
  it('has a row and a section for each verdict, in the order they are tried', () => {
    const rows = readRows('verdicts.md').slice(1);
    const expected = verdicts.map((name) => [`\`${name}\``, String(exitCodeOfVerdict[name])]);
    expect(Object.keys(exitCodeOfVerdict).sort()).toEqual([...verdicts].sort());
    expect(rows.map((row) => row.slice(0, 2))).toEqual(expected);
    const sections = [...read('verdicts.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(sections).toEqual(expected.map(([name]) => name));
  });
});

describe('the pages', () => {
  it('link to pages that exist', () => {
    const pages = ['outcomes.md', 'verdicts.md', ...readdirSync(join(docs, 'findings')).map(inFindings)];
    for (const page of pages) {
      for (const [, target = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        expect(() => read(join(page, '..', target)), `${page} links to ${target}`).not.toThrow();
      }
    }
  });
});

function inFindings(name: string): string {
  return join('findings', name);
}

function read(path: string): string {
  return readFileSync(join(docs, path), 'utf8');
}

/** The cells of the one table of a page, without the line under the head. */
function readRows(path: string): string[][] {
  const lines = read(path)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** The bytes of the one example of its kind; ```text is in the notation the page explains. */
function readExample(code: FindingCode, kind: 'bad' | 'good'): Uint8Array {
  const blocks = [...read(`findings/${code}.md`).matchAll(/^```(json|text) (bad|good)\n(.*?)^```$/gms)];
  const fitting = blocks.filter((block) => block[2] === kind);
  expect(fitting).toHaveLength(1);
  const [, notation, , text = ''] = fitting[0] ?? [];
  return notation === 'text' ? toBytes(text) : new TextEncoder().encode(text);
}

/** `\xNN` is one byte, `⟨n × c⟩` is c n times. */
function toBytes(notation: string): Uint8Array {
  const text = notation.replace(/⟨(\d+) × ([^⟩]+)⟩/gu, (_, count: string, c: string) =>
    c.repeat(Number(count)),
  );
  const parts = text.split(/\\x([0-9A-F]{2})/);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'hex'))),
  );
}

function codesOf(bytes: Uint8Array): FindingCode[] {
  return checkCard(bytes).map(({ code }) => code);
}
