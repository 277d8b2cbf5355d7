/** Knows what the bundles of the command line are made of: a call loads what it runs, and nothing heavy. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, createWorkspace, program, type Workspace } from './run.js';
import { createCard, p256 } from './samples.js';

const folder = join(dirname(program), '../lib/cli');
const commands = ['canonicalize', 'check', 'explain', 'inspect', 'keys', 'sign', 'verify'];
const parts = ['awskms', 'findings', 'main', 'pkcs11', 'places', 'portability', 'refusals', 'sdk-forms'];

/** What only these packages have in them, minified or not. */
const markers: Readonly<Record<string, RegExp>> = {
  'ajv': /json-schema\.org\/draft-07/,
  '@bufbuild/protobuf': /fileDesc|FileDescriptorProto/,
  'the SDK': /fromJSON|AgentExecutor/,
  'jose': /JWSInvalid|ERR_JOSE/,
  'an AWS client': /amazonaws|aws-sdk/,
};

const sourceOf = (name: string) => readFileSync(join(folder, `${name}.cjs`), 'utf8');

let space: Workspace;
beforeAll(async () => {
  space = createWorkspace();
  space.write('key.json', p256);
  space.write('card.json', createCard());
  space.write('broken.json', '{"a":1,}');
  space.write('icon.json', createCard({ iconUrl: '' }));
  space.write('odd.json', createCard({ odd: 1 }));
  await space.run('keys', 'jwks', 'file:key.json', '--out', 'jwks.json');
  await space.run('sign', 'card.json', '--key', 'file:key.json', '--out', 'signed.json');
});
afterAll(() => {
  space.remove();
});

describe('the bundles', () => {
  it('are one for each command, and the parts and providers that are loaded on use', () => {
    expect(readdirSync(folder).sort()).toEqual([...commands, ...parts].map((name) => `${name}.cjs`).sort());
  });

  it.each([...commands, ...parts])('%s has none of the heavy packages in it but its own', (name) => {
    const found = Object.entries(markers).filter(([, marker]) => marker.test(sourceOf(name)));
    expect(found.map(([what]) => what)).toEqual(name === 'awskms' ? ['an AWS client'] : []);
  });

  it.each([...commands, ...parts])('%s requires only Node.js and its neighbours', (name) => {
    const required = [...sourceOf(name).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, path]) => path ?? '');
    const others = required.filter((path) => !isBuiltin(path) && !/^\.\/[\w-]+\.cjs$/.test(path));
    // For signatures over several regions, which no request here has, the AWS client asks for this one.
    expect(others.filter((path) => path !== '@aws-sdk/signature-v4-crt')).toEqual([]);
  });

  it('go with the licences of the packages in them', () => {
    const text = readFileSync(join(folder, '../THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['canonicalize', 'commander'])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\n\n[^]*(?:MIT|Apache)`, 'm'));
  });

  it('mark what usual calls run', () => {
    for (const name of commands) expect(sourceOf(name), name).toMatch(/^(?:"use strict";)?var \w+=\(/);
  });

  it('of a command are small: the engine reads all of one before it runs any', () => {
    for (const name of commands)
      expect(statSync(join(folder, `${name}.cjs`)).size, name).toBeLessThan(
        // What it tries takes longer than to read it.
        name === 'explain' ? 130_000 : 110_000,
      );
  });
});

/** The bundles that a call loads, in order. */
function loadedBy(...args: string[]): string[] {
  const script = `
    const { Module } = require('node:module');
    const load = Module._extensions['.js'];
    Module._extensions['.js'] = (module, file) => { require('node:fs').writeSync(2, 'loads ' + file + '\\n'); load(module, file); };
  `;
  const preload = space.path('preload.cjs');
  space.write('preload.cjs', script);
  const { stderr } = spawnSync(process.execPath, ['--require', preload, program, ...args], {
    cwd: space.path('.'),
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  return [...stderr.matchAll(/^loads .*[\\/]lib[\\/]cli[\\/]([\w-]+)\.cjs$/gm)].map(([, name]) => name ?? '');
}

describe('a call', () => {
  it('loads the bundle of its command and no other', () => {
    expect(loadedBy('verify', 'signed.json', '--jwks', 'jwks.json')).toEqual(['verify']);
    expect(loadedBy('sign', 'card.json', '--key', 'file:key.json', '--out', 'out.json')).toEqual(['sign']);
    expect(loadedBy('check', 'card.json')).toEqual(['check']);
    expect(loadedBy('validate', 'card.json')).toEqual(['check']);
    expect(loadedBy('canonicalize', 'card.json')).toEqual(['canonicalize']);
    expect(loadedBy('inspect', 'card.json')).toEqual(['inspect']);
    expect(loadedBy('explain', 'signed.json', '--jwks', 'jwks.json')).toEqual(['explain']);
    expect(loadedBy('keys', 'show', 'file:key.json')).toEqual(['keys']);
  });

  it('loads a part when there is something to tell', () => {
    expect(loadedBy('check', 'odd.json')).toEqual(['check', 'findings', 'portability']);
    expect(loadedBy('check', 'broken.json')).toEqual(['check', 'refusals']);
    expect(loadedBy('verify', '--help')).toEqual(['verify', 'main']);
    expect(loadedBy('verify', '--nope')).toEqual(['verify', 'main']);
    expect(loadedBy('--help')).toEqual(['main']);
  });

  it('loads the place alone of what an SDK but writes otherwise', () => {
    const params = { perMinute: 60, name: 'Zo\u00eb' };
    space.write(
      'number.json',
      createCard({ capabilities: { streaming: true, extensions: [{ uri: 'u', params }] } }),
    );
    expect(loadedBy('check', 'number.json')).toEqual(['check', 'places']);
    expect(loadedBy('sign', 'number.json', '--key', 'file:key.json', '--out', 'out.json')).toEqual([
      'sign',
      'places',
    ]);
  });

  it('loads what SDKs make of a card where that may differ, and their forms where they are signed for', () => {
    const sign = ['--key', 'file:key.json', '--out', 'out.json'];
    expect(loadedBy('check', 'icon.json')).toEqual(['check', 'portability']);
    expect(loadedBy('check', 'card.json', '--require-portable')).toEqual(['check']);
    expect(loadedBy('sign', 'icon.json', ...sign)).toEqual(['sign', 'portability']);
    expect(loadedBy('sign', 'card.json', ...sign, '--require-portable')).toEqual(['sign']);
    expect(loadedBy('sign', 'card.json', ...sign, '--for', 'a2a-js,a2a-python')).toEqual([
      'sign',
      'sdk-forms',
    ]);
    expect(loadedBy('sign', 'icon.json', ...sign, '--for', 'a2a-js')).toEqual([
      'sign',
      'sdk-forms',
      'portability',
    ]);
    expect(loadedBy('sign', 'card.json', ...sign, '--for=a2a-js')).toEqual(['sign', 'main']);
  });
});
