/** Knows that what README.md says of AWS KMS works as written: its commands, its policies, and what fails in which words. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { describePeer } from '../peers/require.js';
import { createGuideFolder, readGuide, type GuideFolder } from '../support/guide.js';
import { actionsOf, allows, toDeeds, type Deed, type Policy } from '../support/iam-policy.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { AddKeyOptions, KeyState, KmsDouble, Operation } from '../support/kms-double/types.js';
import { toKmsEnvironment } from '../support/kms-environment.js';
import { hasLocalKms, startLocalKms } from '../support/kms-servers.js';

const guide = readGuide('Sign with AWS KMS');
const blocks = guide.blocks('sh').map((block) => block.split('\n'));
const commands = blocks.flat();
const alias = 'awskms:///alias/agent-card';
const place = 'arn:aws:kms:eu-central-1:111122223333:';

describePeer('local-kms', { found: hasLocalKms(), why: 'run test/peers/setup-local-kms.sh' }, () => {
  it('the guide makes a key, signs with it, finds it well, and changes it', async () => {
    const server = await startLocalKms();
    const folder = createGuideFolder(toKmsEnvironment(server));
    onTestFinished(async () => {
      folder.remove();
      await server.close();
    });
    const signatures = () => (JSON.parse(folder.read('card.json')) as { signatures: unknown[] }).signatures;
    expect(blocks.map((block) => block.length)).toEqual([4, 3]);
    for (const [index, block] of blocks.entries()) {
      for (const line of block) {
        expect(line).toMatch(/^cardctl /);
        const { code, stdout, stderr } = await folder.run(line);
        expect(code, `${line}\n${stderr}`).toBe(0);
        expect(stdout).not.toContain(' error ');
      }
      expect((await folder.run('cardctl verify card.json --jwks jwks.json')).stdout).toContain('trusted: ');
      expect(signatures().length).toBe(index + 1);
    }
    const { stdout } = await folder.run(`cardctl keys show ${alias}`);
    const [arn = ''] = /arn:\S+:key\/\S+/.exec(stdout) ?? [];
    const sign = 'cardctl sign card.json --jwks jwks.json --out signed.json --require-arn --key';
    expect((await folder.run(`${sign} ${arn}`)).code).toBe(0);
    expect((await folder.run(`${sign} ${alias}`)).code).toBe(2);
  });
});

describe('with the double of AWS KMS', () => {
  let kms: KmsDouble;
  let folder: GuideFolder;
  beforeEach(async () => {
    kms = await startKmsDouble();
    folder = createGuideFolder(toKmsEnvironment(kms));
  });
  afterEach(async () => {
    folder.remove();
    await kms.close();
  });

  it('the policies allow what the commands do, and nothing else', async () => {
    const done = { maker: [] as Deed[], signer: [] as Deed[] };
    const aliases = new Map<string, string>();
    for (const line of commands) {
      kms.reset();
      const { code, stderr } = await folder.run(line);
      expect(code, `${line}\n${stderr}`).toBe(0);
      const role = /^cardctl keys (?:create|jwks) /.test(line) ? 'maker' : 'signer';
      done[role].push(...kms.requests.flatMap((request) => toDeeds(request, { place, aliases })));
    }
    const [signer = '', maker = '', ...others] = guide.blocks('json');
    expect(others).toEqual([]);
    // The one key of the example stands for those that were made.
    const example = /"[^"]*:key\/1234abcd-[^"]*"/g;
    expect(signer.match(example)).toHaveLength(2);
    const policies = {
      signer: JSON.parse(signer.replace(example, JSON.stringify([...aliases.values()]))) as Policy,
      maker: JSON.parse(maker) as Policy,
    };
    for (const role of ['signer', 'maker'] as const) {
      expect(policies[role].Version).toBe('2012-10-17');
      expect(done[role].filter((deed) => !allows(policies[role], deed))).toEqual([]);
      expect([...new Set(done[role].map(({ action }) => action))].sort()).toEqual(actionsOf(policies[role]));
    }
  });

  /** What each fault of the table is: gives the key ref, and what else stands in the environment. */
  const faults: Record<string, () => string> = {
    'these credentials may not kms:Sign': () => failing('Sign', 'AccessDeniedException'),
    'there is no key': () => 'awskms:///alias/none',
    'is disabled': () => inState('Disabled'),
    'is pending deletion': () => inState('PendingDeletion'),
    'there are no AWS credentials': () => alias,
    'the AWS credentials have expired': () => failing('*', 'ExpiredTokenException'),
    'refused Sign for the number of requests': () => failing('Sign', 'ThrottlingException'),
    'did not answer': () => hanging('Sign'),
    'cannot be reached': () => 'awskms://127.0.0.1:1/alias/agent-card',
    'AWS KMS signs 4096 at most': () => {
      const card = JSON.parse(folder.read('card.json')) as object;
      folder.write('card.json', JSON.stringify({ ...card, description: 'x'.repeat(4096) }));
      return makeKey({ spec: 'ECC_NIST_EDWARDS25519' });
    },
    'does not verify with the public key': () => {
      const { publicKeyDer } = kms.addKey({ spec: 'ECC_NIST_P256' });
      kms.fail('GetPublicKey', {
        kind: 'answer',
        change: (output) => ({ ...output, PublicKey: publicKeyDer.toString('base64') }),
      });
      return alias;
    },
  };

  function makeKey(options: Partial<AddKeyOptions> = {}): string {
    kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['agent-card'], ...options });
    return alias;
  }

  function inState(state: KeyState): string {
    return makeKey({ state });
  }

  function hanging(operation: Operation): string {
    kms.fail(operation, { kind: 'hang' }, 9);
    return alias;
  }

  function failing(operation: Operation | '*', type: string): string {
    kms.fail(operation, { kind: 'error', type }, 9);
    return alias;
  }

  it('the table tells of faults in the words of the errors', () => {
    const told = guide.rows.flatMap(([cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, words]) => words),
    );
    expect(told).toEqual(Object.keys(faults));
  });

  it.each(Object.keys(faults))('ends with 7, writes nothing and says: %s', async (words) => {
    makeKey();
    const ref = faults[words]?.() ?? '';
    const env = words.includes('no AWS credentials')
      ? 'AWS_ACCESS_KEY_ID= AWS_SECRET_ACCESS_KEY= AWS_MAX_ATTEMPTS=1'
      : '';
    const card = folder.read('card.json');
    // The pauses after throttling take three seconds at most; what hangs takes all of the time.
    const timeout = words.startsWith('refused Sign') ? '20s' : '2s';
    const line = `cardctl sign card.json --key ${ref} --in-place --timeout ${timeout} -v`;
    const { code, stdout, stderr } = await folder.run(`${env} ${line}`);
    expect([code, stdout], stderr).toEqual([7, '']);
    const [error = ''] = /^error: .*$/m.exec(stderr) ?? [];
    expect(error).toContain(words);
    expect(stderr).toMatch(/^ {2}next: /m);
    if (words.startsWith('refused Sign'))
      expect(stderr).toContain('AWS KMS: Sign, attempt 2 after ThrottlingException');
    expect(folder.read('card.json')).toBe(card);
  });

  const examined: readonly (readonly [number, string, () => string])[] = [
    [0, 'signs', () => alias],
    [0, 'is not described to these credentials', () => failing('DescribeKey', 'AccessDeniedException')],
    [1, 'may not sign', () => failing('Sign', 'AccessDeniedException')],
    [1, 'is disabled', () => inState('Disabled')],
    [7, 'is asked for with credentials that have expired', () => failing('*', 'ExpiredTokenException')],
    [7, 'is asked for too often', () => failing('*', 'ThrottlingException')],
    [7, 'is at an endpoint that does not answer', () => hanging('DescribeKey')],
    [7, 'cannot be reached', () => 'awskms://127.0.0.1:1/alias/agent-card'],
  ];

  it.each(examined)('keys doctor ends with %i for a key that %s', async (expected, _, prepare) => {
    makeKey();
    const { code, stdout, stderr } = await folder.run(
      `AWS_MAX_ATTEMPTS=1 cardctl keys doctor ${prepare()} --timeout 2s`,
    );
    expect([code, stderr], stdout).toEqual([expected, '']);
    expect(/^ {2}error /m.test(stdout)).toBe(expected !== 0);
  });

  it('keys doctor takes a name that --require-arn does not for an error', async () => {
    const { arn } = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['agent-card'] });
    const codes = [];
    for (const ref of [alias, arn])
      codes.push((await folder.run(`cardctl keys doctor ${ref} --require-arn`)).code);
    expect(codes).toEqual([1, 0]);
  });
});
