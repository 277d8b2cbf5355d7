/** Knows that `sign --in-place` leaves the old file or the new one, whole, at whatever moment it is killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, createWorkspace, program, type Workspace } from './run.js';
import { createJwk, createLargeCard, ed25519, sign } from './samples.js';

/** With the other key it makes two texts, each the same whenever it is made. */
const second = createJwk('ed25519');
/** Not short, so that writing it takes its time; and not of one length with either key. */
const card = createLargeCard(300_000);
const jku = 'https://agent.example/jwks.json';
const keys = [
  { file: 'first.json', jwk: ed25519, jku: undefined },
  { file: 'second.json', jwk: second, jku },
];
const lanes = 2;

let spaces: Workspace[];
let texts: string[];
beforeAll(async () => {
  spaces = Array.from({ length: lanes }, createWorkspace);
  texts = await Promise.all(keys.map(({ jwk, jku: url }) => sign(card, [jwk], { jku: url })));
  for (const space of spaces) {
    for (const { file, jwk } of keys) space.write(file, jwk);
    space.write('card.json', texts[0]);
  }
});
afterAll(() => {
  for (const space of spaces) space.remove();
});

describe('cardctl sign --in-place that is killed', () => {
  it('has two texts to write, and writes each of them where it is left alone', async () => {
    expect(texts[0]).not.toBe(texts[1]);
    for (const due of [1, 0]) {
      await toEnd(start(spaces[0], due));
      expect(which(spaces[0])).toBe(due);
    }
  });

  it('at 200 random moments of its life, leaves the old file or the new one', async () => {
    const life = await measureLife();
    const { killed, seen } = await killEach(200, async (child) => {
      await Promise.race([wait(Math.random() * life), toEnd(child)]);
    });
    expect(killed).toBe(200);
    expect(seen.old).toBeGreaterThan(0);
  });

  it('in 40 moments in which it writes, leaves the old file or the new one', async () => {
    const { killed, seen } = await killEach(40, async (child, space) => {
      await Promise.race([nextChange(space), toEnd(child)]);
      await wait(Math.random() * 2);
    });
    expect(killed).toBe(40);
    // Some were killed before the new file was there, and some after.
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  });
});

type Moment = (child: ChildProcess, space: Workspace) => Promise<void>;

/** In lanes: starts runs and kills each at the moment until so many were killed alive; gives up after three times as many. */
async function killEach(due: number, moment: Moment) {
  const seen = { old: 0, new: 0 };
  let killed = 0;
  let started = 0;
  await Promise.all(
    spaces.map(async (space) => {
      while (killed < due && started < 3 * due) {
        started++;
        const before = which(space);
        const child = start(space, 1 - before);
        await moment(child, space);
        child.kill('SIGKILL');
        await toEnd(child);
        const after = which(space);
        if (child.signalCode !== 'SIGKILL' || killed === due) continue;
        killed++;
        seen[after === before ? 'old' : 'new']++;
      }
    }),
  );
  return { killed, seen };
}

/** The text that the file is, byte for byte; fails where it is missing, or anything else. */
function which(space: Workspace | undefined): number {
  const text = readFileSync(space?.path('card.json') ?? '', 'utf8');
  const index = texts.indexOf(text);
  expect(
    index,
    `${text.length} characters that are neither the old file nor the new one`,
  ).toBeGreaterThanOrEqual(0);
  return index;
}

/** A run that replaces the one text with the other: its own entry is not there, and the other's is dropped. */
function start(space: Workspace | undefined, due: number): ChildProcess {
  const key = keys[due];
  const options = ['--key', `file:${key?.file ?? ''}`, ...(key?.jku === undefined ? [] : ['--jku', key.jku])];
  return spawn(process.execPath, [program, 'sign', 'card.json', ...options, '--drop-others', '--in-place'], {
    cwd: space?.path('.'),
    env: cleanEnvironment(),
    stdio: 'ignore',
  });
}

function toEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
}

/** Milliseconds that a run takes while all lanes are busy: the median of a few. */
async function measureLife(): Promise<number> {
  const lives = await Promise.all(
    spaces.map(async (space) => {
      const times: number[] = [];
      for (let run = 0; run < 3; run++) {
        const begin = performance.now();
        await toEnd(start(space, 1 - which(space)));
        times.push(performance.now() - begin);
      }
      return times;
    }),
  );
  const sorted = lives.flat().sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Resolves when something in the folder changes: the run has begun to write. */
function nextChange(space: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(space.path('.'), () => {
      watcher.close();
      resolve();
    });
  });
}
