/** Knows how the sections of README.md are read, and their commands run as a user does: by name, in a shell, in a folder. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../cli/run.js';

const root = join(import.meta.dirname, '../..');

export type Guide = {
  /** The bodies of the blocks of one language, in order. */
  readonly blocks: (language: 'sh' | 'json') => string[];
  /** The cells of its one table, less the head. */
  readonly rows: readonly (readonly string[])[];
};

/** The section with this heading. */
export function readGuide(heading: string): Guide {
  const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return {
    blocks: (language) =>
      [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)]
        .filter(([, name]) => name === language)
        .map(([, , body = '']) => body.trim()),
    rows: lines.slice(2).map((line) => line.split('|').slice(1, -1)),
  };
}

export type GuideFolder = {
  /** Runs a line in `sh`, without holding up this process: what it asks may be here. */
  readonly run: (line: string) => Promise<{ code: number; stdout: string; stderr: string }>;
  readonly read: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  readonly remove: () => void;
};

/** A new folder with a card in `card.json`, and with `cardctl` on the path; nothing else of the environment is passed on. */
export function createGuideFolder(env: Readonly<Record<string, string>>): GuideFolder {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-guide-'));
  copyFileSync(join(root, 'examples/erp-stock-check.json'), join(folder, 'card.json'));
  mkdirSync(join(folder, 'bin'));
  const launcher = join(folder, 'bin/cardctl');
  writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(launcher, 0o755);
  const options = {
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
  };
  return {
    run: (line) =>
      new Promise((resolve) => {
        const child = execFile('sh', ['-c', line], options, (_, stdout, stderr) => {
          resolve({ code: child.exitCode ?? -1, stdout, stderr });
        });
      }),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
