/** Knows what happens to tests whose peer, suite or corpus is missing: a failure in CI, a skip that says why elsewhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/** What was found (`undefined` or `false` when nothing was), and what to tell when it was not. */
type Availability<T> = { found: T | undefined | false; why: string };

/**
 * Declares the tests of `body` when the peer was found. Otherwise `body` is not called: one test takes its
 * place, which carries the reason; it fails where `CI=true` and is skipped elsewhere.
 */
export function describePeer<T>(name: string, peer: Availability<T>, body: (found: T) => void): void {
  const { found, why } = peer;
  if (found !== undefined && found !== false) {
    describe(name, () => {
      body(found);
    });
    return;
  }
  const missing = `${name} is missing: ${why}`;
  const fails = process.env['CI'] === 'true';
  // the default reporter does not show the titles of skipped tests
  if (!fails) console.warn(`skipped: ${missing}`);
  it.runIf(fails)(missing, () => {
    throw new Error(missing);
  });
}

/** Declares tests over one folder of the public test suites; `body` receives its path. */
export function describeSuite(name: string, body: (folder: string) => void): void {
  const why = `CARDCTL_SUITES names no folder that holds "${name}"`;
  describePeer(`suite ${name}`, { found: suiteFolder(name), why }, body);
}

/** Declares tests over the corpus of cards found in the wild; `body` receives its path. */
export function describeCorpus(body: (folder: string) => void): void {
  describePeer('corpus', { found: corpusFolder(), why: 'CARDCTL_CORPUS names no folder' }, body);
}

/** The path of one suite under the folder that `CARDCTL_SUITES` names, if it exists. */
export function suiteFolder(name: string): string | undefined {
  const root = process.env['CARDCTL_SUITES'];
  return root ? existing(join(root, name)) : undefined;
}

/** The folder that `CARDCTL_CORPUS` names, if it exists. */
export function corpusFolder(): string | undefined {
  const root = process.env['CARDCTL_CORPUS'];
  return root ? existing(root) : undefined;
}

function existing(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
