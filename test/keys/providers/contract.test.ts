/** Knows that keys in files and in variables keep the contract of providers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { AlgorithmName } from '../../../src/keys/algorithms.js';
import { describeProvider, type ContractKey, type Opening } from '../../contracts/provider-contract.js';
import { createKeyPairs } from '../../support/key-pairs.js';

const pairs = createKeyPairs(['ES256', 'ES384', 'ES512', 'RS256', 'EdDSA']);
const algorithms: Readonly<Record<keyof typeof pairs, readonly AlgorithmName[]>> = {
  ES256: ['ES256'],
  ES384: ['ES384'],
  ES512: ['ES512'],
  RS256: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  EdDSA: ['EdDSA', 'Ed25519'],
};
const names = Object.keys(pairs) as (keyof typeof pairs)[];
const passphrase = 'correct horse battery';

const folder = mkdtempSync(join(tmpdir(), 'cardctl-contract-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function toPem(name: keyof typeof pairs): string {
  return pairs[name].privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function toFile(name: string, content: string): Opening {
  writeFileSync(join(folder, name), content);
  return { ref: `file:${join(folder, name)}`, context: { env: {} } };
}

function toKeys(open: (name: keyof typeof pairs) => Opening): ContractKey[] {
  return names.map((name) => ({
    title: `a key for ${name}`,
    open: () => open(name),
    publicJwk: () => pairs[name].publicKey.export({ format: 'jwk' }),
    algorithms: algorithms[name],
  }));
}

/** The private number of each key, which is its `d`. */
const secrets = (): string[] => [
  passphrase,
  ...names.map((name) => pairs[name].privateKey.export({ format: 'jwk' }).d ?? ''),
];

const locked = pairs.ES256.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase,
}) as string;
const half = JSON.stringify({ ...pairs.ES256.privateKey.export({ format: 'jwk' }), x: 'AA' });

describeProvider('file:', {
  keys: toKeys((name) => toFile(`${name}.pem`, toPem(name))),
  secrets,
  refusals: [
    {
      title: 'a file that is not there',
      open: () => ({ ref: `file:${join(folder, 'none.pem')}`, context: { env: {} } }),
      code: 'key-not-found',
      names: join(folder, 'none.pem'),
    },
    { title: 'a file without a key', open: () => toFile('text', 'no key'), code: 'key-unreadable' },
    { title: 'a damaged key', open: () => toFile('half.json', half), code: 'key-unreadable' },
    {
      title: 'an encrypted key without its passphrase',
      open: () => toFile('locked.pem', locked),
      code: 'key-locked',
    },
    {
      title: 'an encrypted key with a wrong one',
      open: () => ({
        ...toFile('locked.pem', locked),
        context: { env: { CARDCTL_KEY_PASSPHRASE: `${passphrase}!` } },
      }),
      code: 'key-locked',
    },
    {
      title: 'a file on another host',
      open: () => ({ ref: 'file://host/key.pem', context: { env: {} } }),
      code: 'key-ref-invalid',
    },
  ],
});

describeProvider('env:', {
  keys: toKeys((name) => ({ ref: `env:KEY_${name}`, context: { env: { [`KEY_${name}`]: toPem(name) } } })),
  secrets,
  refusals: [
    {
      title: 'a variable that is not set',
      open: () => ({ ref: 'env:KEY', context: { env: {} } }),
      code: 'key-not-found',
      names: 'KEY',
    },
    {
      title: 'an empty variable',
      open: () => ({ ref: 'env:KEY', context: { env: { KEY: ' ' } } }),
      code: 'key-not-found',
      names: 'KEY',
    },
    {
      title: 'a variable without a key',
      open: () => ({ ref: 'env:KEY', context: { env: { KEY: 'none' } } }),
      code: 'key-unreadable',
    },
    {
      title: 'what is no name of a variable',
      open: () => ({ ref: 'env:A-B', context: { env: {} } }),
      code: 'key-ref-invalid',
      names: 'env:',
    },
  ],
});
