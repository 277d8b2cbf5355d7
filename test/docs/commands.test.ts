/** Runs every command that the documentation shows, as written, in the order of each page. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...listPages('docs')];
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function listPages(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

type Block = { readonly language: string; readonly skip: boolean; readonly text: string };

function readBlocks(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(\w+)( skip)?\n([\s\S]*?)^```/gm)].map(
    ([, language = '', skip, body = '']) => ({
      language,
      skip: skip !== undefined,
      text: body,
    }),
  );
}

/** A folder with a card, and with cardctl on the path and among the packages, as an installed one has them. */
function createFolder(): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-docs-'));
  folders.push(folder);
  copyFileSync(join(root, 'examples/erp-stock-check.json'), join(folder, 'card.json'));
  mkdirSync(join(folder, 'bin'));
  const launcher = join(folder, 'bin/cardctl');
  writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/cardctl.js')}" "$@"\n`);
  chmodSync(launcher, 0o755);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/cardctl'));
  return { folder, env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` } };
}

describe.each(pages)('%s', (page) => {
  const blocks = readBlocks(page);
  const commands = blocks.filter(({ language, skip }) => language === 'sh' && !skip);
  const scripts = blocks.filter(({ language }) => language === 'js');

  const runs = (): void => {
    const { folder, env } = createFolder();
    for (const line of commands.flatMap(({ text }) => text.trim().split('\n'))) {
      if (/^npm (run [\w:]+|test)$/.test(line)) continue;
      expect(line).toMatch(/^cardctl /);
      const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
      expect(status, `${line}\n${stderr}`).toBe(0);
    }
    for (const [index, { text }] of scripts.entries()) {
      writeFileSync(join(folder, `example-${index}.mjs`), text);
      const { status, stdout, stderr } = spawnSync(process.execPath, [`example-${index}.mjs`], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
      expect(stdout).toBe(index === 0 ? 'trusted ERP Stock Check Agent\n' : '');
    }
  };
  if (commands.length + scripts.length > 0) it('shows commands and code that work as written', runs);

  it('names only npm scripts that there are', () => {
    const { scripts: known } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: object;
    };
    const named = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:]+)/g)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => name === undefined || !(name in known))).toEqual([]);
  });

  it('links only to files that there are', () => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    );
    const missing = links.filter((target) => {
      try {
        readFileSync(join(root, page, '..', target));
        return false;
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });
});

describe('README.md', () => {
  it('has exactly two commands for a fresh clone', () => {
    const [section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## Install');
    const lines = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, body = '']) => body.trim());
    expect(lines).toEqual(['npm run demo', 'npm test']);
  });
});
