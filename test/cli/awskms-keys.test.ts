/** Knows what `keys` shows, publishes, makes and examines of keys in AWS KMS. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toKmsRef } from '../support/kms-double/reach.js';
import type { KmsDouble, KmsDoubleKey } from '../support/kms-double/types.js';
import { openKmsSpace, type KmsSpace } from './kms-space.js';
import type { Workspace } from './run.js';
import { createLargeCard } from './samples.js';

let bench: KmsSpace;
let kms: KmsDouble;
let key: KmsDoubleKey;
let edwards: KmsDoubleKey;
let space: Workspace;
let env: KmsSpace['env'];
let ref: string;
let run: KmsSpace['run'];
beforeAll(async () => {
  bench = await openKmsSpace();
  ({ kms, key, edwards, space, env, ref, run } = bench);
});
afterEach(() => {
  bench.reset();
});
afterAll(() => bench.close());

describe('cardctl keys show', () => {
  it('shows the ARN behind an alias', async () => {
    const { code, stdout, stderr } = await run('keys', 'show', ref);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(
        `^awskms://\\S+\n  key   ${key.arn}\n  kid   [\\w-]{43}\n  type  EC P-256\n  signs ES256\n$`,
      ),
    );
  });

  it('has it in the JSON', async () => {
    const { stdout } = await run('keys', 'show', ref, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      keys: [{ ref, keyName: key.arn, algorithms: ['ES256'] }],
    });
  });

  it('ends with 7 for an alias that is not there', async () => {
    const { code, stdout, stderr } = await run('keys', 'show', toKmsRef(kms, 'alias/none'));
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toMatch(/^error: there is no key \S+ in eu-central-1, .*\n {2}next: check its name, /);
  });
});

describe('cardctl keys jwks', () => {
  it('publishes public members alone', async () => {
    const { code, stdout } = await run('keys', 'jwks', ref, toKmsRef(kms, edwards.arn));
    expect(code).toBe(0);
    const { keys } = JSON.parse(stdout) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual([
      {
        ...key.publicKey.export({ format: 'jwk' }),
        kid: expect.any(String) as string,
        alg: 'ES256',
        use: 'sig',
      },
      {
        ...edwards.publicKey.export({ format: 'jwk' }),
        kid: expect.any(String) as string,
        alg: 'EdDSA',
        use: 'sig',
      },
    ]);
  });
});

const denied = { kind: 'error', type: 'AccessDeniedException', message: 'no' } as const;

describe('cardctl keys create', () => {
  it('ends with 0, and the key that it made signs', async () => {
    const created = await run(
      'keys',
      'create',
      toKmsRef(kms, 'alias/made'),
      '--tag',
      'team=agents',
      '--description',
      'd',
    );
    expect(created.code, created.stderr).toBe(0);
    expect(created.stdout).toContain('  key   arn:aws:kms:eu-central-1:111122223333:key/');
    expect(created.stderr).toContain('next: print its key set, ');
    expect(kms.requests.map(({ operation }) => operation)).toEqual([
      'DescribeKey',
      'CreateKey',
      'CreateAlias',
      'GetPublicKey',
    ]);
    expect(kms.requests[1]?.input).toMatchObject({
      Description: 'd',
      Tags: [{ TagKey: 'created-by' }, { TagKey: 'team', TagValue: 'agents' }],
    });
    expect((await run('sign', 'card.json', '--key', toKmsRef(kms, 'alias/made'))).code).toBe(0);
  });

  it('takes the provider and the name apart', async () => {
    const { code, stdout, stderr } = await space.run(
      'keys',
      'create',
      '--provider',
      'awskms',
      'apart',
      '--multi-region',
      {
        env: { ...env, AWS_ENDPOINT_URL_KMS: kms.endpoint, AWS_REGION: 'eu-central-1' },
      },
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^awskms:\/\/\/alias\/apart\n {2}key {3}\S+:key\/mrk-/);
  });

  it.each([
    ['an alias that is taken', ['alias/card'], 'names a key already, and is not pointed at another'],
    ['an id', ['1234abcd-12ab-34cd-56ef-1234567890ab'], 'AWS KMS gives ids and ARNs itself'],
    [
      'a spec of another algorithm',
      ['alias/x', '--spec', 'RSA_2048'],
      'a key of the spec RSA_2048 does not sign with ES256',
    ],
    [
      'a passphrase',
      ['alias/x', '--passphrase-env', 'SECRET'],
      '--passphrase-env means nothing for a key at',
    ],
    ['a tag without a value', ['alias/x', '--tag', 'team'], '--tag team is not of the form KEY=VALUE'],
    [
      'tags without values',
      ['alias/x', '--tag', 'team', '--tag', 'team'],
      '--tag team is not of the form KEY=VALUE',
    ],
    [
      'what is no tag, and begins like one',
      ['alias/x', '--tag', 'created-byx'],
      '--tag created-byx is not of the form KEY=VALUE',
    ],
    [
      'one tag twice',
      ['alias/x', '--tag', 'a=1', '--tag', 'b=1', '--tag', 'a=2'],
      'the tag a is given twice',
    ],
    ['the tag of cardctl', ['alias/x', '--tag', 'created-by=me'], 'the tag created-by names cardctl'],
    ['an alias of AWS', ['alias/aws/x'], 'names an alias that AWS keeps for its own keys'],
    ['no time at all', ['alias/x', '--timeout', '0s'], 'A time for a request is 1s to 1h, as 10s or 2m.'],
  ])('ends with 2 for %s, and makes nothing', async (_, [name = '', ...options], message) => {
    const { code, stdout, stderr } = await run('keys', 'create', toKmsRef(kms, name), ...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(kms.requests.map(({ operation }) => operation)).not.toContain('CreateKey');
  });

  it('is not told that the key is not encrypted, which it is nowhere', async () => {
    const named = toKmsRef(kms, 'alias/plain');
    const withPassphrase = { ...env, CARDCTL_KEY_PASSPHRASE: 'of the files' };
    const { code, stderr } = await space.run('keys', 'create', named, { env: withPassphrase });
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain('encrypt');
    const inFile = await space.run('keys', 'create', 'FILE:plain.pem', { env: withPassphrase });
    expect(inFile.stderr).toContain('note: the key is not encrypted, although CARDCTL_KEY_PASSPHRASE is set');
  });

  it('ends with 7 where it may not, and says what is missing', async () => {
    kms.fail('CreateKey', denied);
    const { code, stderr } = await run('keys', 'create', toKmsRef(kms, 'alias/denied'));
    expect(code).toBe(7);
    expect(stderr).toContain('these credentials may not kms:CreateKey');
  });
});

describe('cardctl keys doctor', () => {
  it('ends with 0 for a key that signs, with one line for each thing and the next step', async () => {
    const { code, stdout, stderr } = await run('keys', 'doctor', ref);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      ref,
      '  warning name: an alias, in eu-central-1: whoever may change it can have another key sign',
      '    next: name the key by its ARN where it matters, and sign with --require-arn',
      '  ok state: enabled',
      '  ok usage: ECC_NIST_P256, SIGN_VERIFY',
      `  ok kms:GetPublicKey: allowed; the key is ${key.arn}`,
      '  ok kms:Sign: allowed with ES256',
      '',
    ]);
  });

  it.each(['GetPublicKey', 'Sign'] as const)(
    'ends with 1 where kms:%s is missing, and shows the others',
    async (operation) => {
      kms.fail(operation, denied);
      const { code, stdout } = await run('keys', 'doctor', ref);
      expect(code).toBe(1);
      expect(stdout).toContain(
        `  error kms:${operation}: these credentials may not kms:${operation} with ${ref}`,
      );
      expect(stdout).toContain(`    next: allow kms:${operation} on the key`);
      expect(stdout).toContain('  ok state: enabled');
    },
  );

  it('ends with 0 where kms:DescribeKey alone is missing, which is told', async () => {
    kms.fail('DescribeKey', denied);
    const { code, stdout } = await run('keys', 'doctor', ref);
    expect(code).toBe(0);
    expect(stdout).toContain('  warning kms:DescribeKey: these credentials may not kms:DescribeKey');
  });

  it('holds the key against a card and a key set', async () => {
    const named = toKmsRef(kms, edwards.arn);
    await run('keys', 'jwks', ref, '--out', 'other.json');
    space.write('large.json', createLargeCard(6_000));
    const { code, stdout } = await run(
      'keys',
      'doctor',
      named,
      '--card',
      'large.json',
      '--jwks',
      'other.json',
      '--json',
    );
    expect(code).toBe(1);
    const { keys } = JSON.parse(stdout) as { keys: { symptoms: { level: string; subject: string }[] }[] };
    expect(keys[0]?.symptoms.slice(-3).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      'bad key set',
      'doubtful card',
      'bad size',
    ]);
  });
});

describe('AWS KMS', () => {
  it('is asked for nothing but what shows, makes and examines a key', () => {
    expect([...bench.operations].sort()).toEqual([
      'CreateAlias',
      'CreateKey',
      'DescribeKey',
      'GetPublicKey',
      'Sign',
    ]);
  });
});
