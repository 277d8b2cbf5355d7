/** Knows that nothing of the AWS SDK is loaded, and AWS is asked for nothing, where no key in AWS KMS is in play. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKmsSpace, type KmsSpace } from './kms-space.js';
import { cleanEnvironment, program } from './run.js';
import { p256 } from './samples.js';

let bench: KmsSpace;
beforeAll(async () => {
  bench = await openKmsSpace();
  bench.space.write('key.json', p256);
  await bench.space.run('keys', 'jwks', 'file:key.json', '--out', 'jwks.json');
  await bench.space.run('sign', 'card.json', '--key', 'file:key.json', '--out', 'signed.json');
});
afterAll(() => bench.close());

/** The scripts that a process has run, by the coverage that the engine records of each. */
function scriptsOf(args: readonly string[]): string[] {
  const folder = mkdtempSync(bench.space.path('coverage-'));
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: bench.space.path('.'),
    env: cleanEnvironment({ ...bench.env, NODE_V8_COVERAGE: folder }),
    encoding: 'utf8',
  });
  expect([0, 2, 7], stderr).toContain(status);
  const urls = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  rmSync(folder, { recursive: true });
  return urls.filter((url) => url.startsWith('file:'));
}

/** What of AWS is among them: the provider as a bundle, or as modules, and its packages. */
function awsScripts(urls: readonly string[]): string[] {
  return urls.filter((url) => /awskms|@aws-sdk|@smithy/.test(url));
}

const library = pathToFileURL(join(dirname(program), '../lib/index.js')).href;

describe('nothing of the AWS SDK is loaded', () => {
  it.each([
    [['--help']],
    [['--version']],
    [['sign', '--help']],
    [['keys', 'create', '--help']],
    [['nonsense']],
    [['check', 'card.json']],
    [['canonicalize', 'card.json']],
    [['inspect', 'signed.json']],
    [['explain', 'signed.json', '--jwks', 'jwks.json']],
    [['verify', 'signed.json', '--jwks', 'jwks.json']],
    [['sign', 'card.json', '--key', 'file:key.json', '--expires-in', '1d', '--out', 'out.json']],
    [['keys', 'show', 'file:key.json']],
    [['keys', 'jwks', 'file:key.json']],
    [['keys', 'create', 'file:new.pem']],
    [['keys', 'doctor', 'file:key.json']],
  ])('by cardctl %j', (args) => {
    const scripts = scriptsOf([program, ...args]);
    expect(scripts.some((url) => /\/lib\/cli\/\w+\.cjs$/.test(url))).toBe(true);
    expect(awsScripts(scripts)).toEqual([]);
  });

  it('by the library, until it opens such a key', () => {
    const open = (ref: string) =>
      `import { openSigner } from '${library}'; await openSigner('${ref}').catch(() => undefined);`;
    const ofFile = scriptsOf(['--input-type=module', '--eval', open('file:key.json')]);
    expect(ofFile).toContain(library);
    expect(awsScripts(ofFile)).toEqual([]);
    expect(
      awsScripts(scriptsOf(['--input-type=module', '--eval', open('awskms:///alias/card')])),
    ).not.toEqual([]);
  });

  it('by cardctl, until a key in AWS KMS is named', () => {
    // That nothing says its region is found out when all is loaded.
    const scripts = awsScripts(scriptsOf([program, 'keys', 'show', 'awskms:///alias/card']));
    expect(scripts).toEqual([expect.stringMatching(/\/lib\/cli\/awskms\.cjs$/)]);
  });

  it('and AWS KMS was asked for nothing by all of these', () => {
    expect(bench.kms.requests).toEqual([]);
  });
});
