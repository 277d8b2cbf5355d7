/** Knows how long a call of the command line takes from its start to its end, beside a Node that does nothing. */
import { spawn, type StdioOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAgreedCard } from './cards.js';
import { comparePaired, type Row } from './compare.js';

const rounds = 41;
export const program = fileURLToPath(new URL('../../bin/cardctl.js', import.meta.url));

type Call = {
  readonly name: string;
  readonly args: readonly string[];
  readonly atMost?: number;
  /** Where standard output goes: a file, or a pipe that is read. */
  readonly output?: 'pipe';
};

const verifyArgs = ['verify', 'card.json', '--jwks', 'jwks.json'];
const signArgs = ['sign', 'plain.json', '--key', 'file:key.pem'];
const calls: readonly Call[] = [
  { name: 'verify', args: verifyArgs, atMost: 1.5 },
  { name: 'sign', args: signArgs, atMost: 1.7 },
  { name: 'verify into a pipe', args: verifyArgs, output: 'pipe' },
  { name: 'sign into a pipe', args: signArgs, output: 'pipe' },
  { name: 'check', args: ['check', 'card.json'] },
  { name: '--help', args: ['--help'] },
];

/** The wall time of each call to that of `node -e 0` with the same output. */
export async function benchCold(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-bench-'));
  try {
    await prepare(folder);
    const rows: Row[] = [];
    for (const call of calls) rows.push(await compare(call, folder));
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function prepare(folder: string): Promise<void> {
  writeFileSync(join(folder, 'plain.json'), JSON.stringify(makeAgreedCard(1600), null, 2));
  for (const args of [
    ['keys', 'create', 'file:key.pem'],
    ['keys', 'jwks', 'file:key.pem', '--out', 'jwks.json'],
    [...signArgs, '--out', 'card.json'],
  ]) {
    await run([program, ...args], { cwd: folder, output: 'file' });
  }
}

async function compare({ name, args, output, ...limit }: Call, folder: string): Promise<Row> {
  const call = () => run([program, ...args], { cwd: folder, output: output ?? 'file' });
  const nothing = () => run(['-e', '0'], { cwd: folder, output: output ?? 'file' });
  await comparePaired(call, nothing, 3);
  const { ratio, times } = await comparePaired(call, nothing, rounds);
  const note = `${times[0].toFixed(1)} ms, node -e 0 ${times[1].toFixed(1)} ms`;
  return { name: `cold ${name} to node -e 0`, ratio, ...limit, note };
}

type RunOptions = {
  readonly cwd: string;
  readonly output: 'file' | 'pipe';
  readonly env?: Readonly<Record<string, string>>;
};

/** Milliseconds that a Node with these arguments takes; with nothing in its environment that could slow its start. */
export function run(args: readonly string[], { cwd, output, env = {} }: RunOptions): Promise<number> {
  const file = output === 'file' ? openSync(join(cwd, 'out.txt'), 'w') : undefined;
  const stdio: StdioOptions = ['ignore', file ?? 'pipe', 'ignore'];
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd, stdio, env: { PATH: process.env['PATH'], ...env } });
    child.stdout?.resume();
    child.on('error', reject);
    child.on('close', (code) => {
      const elapsed = performance.now() - start;
      if (file !== undefined) closeSync(file);
      if (code === 0) resolve(elapsed);
      else reject(new Error(`node ${args.join(' ')} ended with ${String(code)}`));
    });
  });
}
