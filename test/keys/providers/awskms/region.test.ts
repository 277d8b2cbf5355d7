/** Knows in which region a key is looked for, whatever else names one, and that a conflict is told. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigner } from '../../../../src/keys/providers/index.js';
import type { Remark } from '../../../../src/keys/providers/provider.js';
import { failureOf } from '../../../support/failure.js';
import { stubAwsEnvironment, toAwsEnvironment } from '../../../support/kms-double/reach.js';
import { startKmsDouble } from '../../../support/kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from '../../../support/kms-double/types.js';

let kms: KmsDouble;
let key: KmsDoubleKey;
let host: string;
let home: string;
const remarks: Remark[] = [];
beforeAll(async () => {
  kms = await startKmsDouble({ region: 'eu-west-1' });
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  ({ host } = new URL(kms.endpoint));
  home = mkdtempSync(join(tmpdir(), 'cardctl-region-'));
});
afterAll(async () => {
  await kms.close();
  rmSync(home, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  kms.reset();
  remarks.length = 0;
});

/** The region that the request was signed for, which is the one that it was meant for. */
async function regionOf(ref: string, variables: Record<string, string> = {}): Promise<string | undefined> {
  const env = { ...toAwsEnvironment(kms), ...variables };
  stubAwsEnvironment(env);
  const tell = (remark: Remark) => remarks.push(remark);
  // Of another region than its own, the double refuses the request: that it came is enough.
  await openSigner(ref, { env, tell }).then(
    (signer) => signer.close?.(),
    (error: unknown) => {
      expect(error).toMatchObject({
        code: 'region-wrong',
        kind: 'provider',
        message: expect.stringMatching(
          /^AWS KMS at http:\/\/127\.0\.0\.1:\d+ is not that of the region us-(?:west-2|east-1|east-2) \(request /,
        ) as string,
        hint: 'check the region of the key ref, or AWS_REGION, and the endpoint',
      });
    },
  );
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(kms.requests[0]?.headers['authorization'] ?? '')?.[1];
}

function writeProfile(region: string): Record<string, string> {
  const path = join(home, `config-${region}`);
  writeFileSync(path, `[default]\nregion = ${region}\n`);
  return { AWS_CONFIG_FILE: path };
}

describe('a key is looked for in the region', () => {
  it('of its ARN, where nothing else names one', async () => {
    expect(await regionOf(`awskms://${host}/${key.arn}`)).toBe('eu-west-1');
    expect(remarks).toEqual([]);
  });

  it.each([
    ['its ARN', () => `awskms://${host}/${key.arn}`],
    ['the ARN of its alias', () => `awskms://${host}/${key.arn.replace(/key\/.*/, 'alias/card')}`],
    ['the URI', () => `awskms://${host}/alias/card?region=eu-west-1`],
  ])('of %s, and not of the variable, which is told', async (_, toRef) => {
    const ref = toRef();
    expect(await regionOf(ref, { AWS_REGION: 'us-east-1' })).toBe('eu-west-1');
    expect(remarks).toEqual([
      {
        text: `the key ref "${ref}" is in eu-west-1; the region in AWS_REGION is another one and is not used for it`,
        isDetail: false,
      },
    ]);
  });

  it('of its ARN, and not of AWS_DEFAULT_REGION, which is told', async () => {
    expect(await regionOf(`awskms://${host}/${key.arn}`, { AWS_DEFAULT_REGION: 'us-east-1' })).toBe(
      'eu-west-1',
    );
    expect(remarks.map(({ text }) => text)).toEqual([
      expect.stringContaining('the region in AWS_DEFAULT_REGION is'),
    ]);
  });

  it('of the ref without a word, where the variable names the same', async () => {
    expect(await regionOf(`awskms://${host}/${key.arn}`, { AWS_REGION: 'eu-west-1' })).toBe('eu-west-1');
    expect(remarks).toEqual([]);
  });

  it.each([
    [{ AWS_REGION: 'eu-west-1' }, 'eu-west-1'],
    [{ AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-east-1' }, 'eu-west-1'],
    [{ AWS_DEFAULT_REGION: 'eu-west-1' }, 'eu-west-1'],
    [{ AWS_REGION: '', AWS_DEFAULT_REGION: 'us-west-2' }, 'us-west-2'],
    [{ AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'eu-west-1' }, 'us-east-1'],
  ])('of the environment, where the ref names none: %o', async (variables, due) => {
    expect(await regionOf(`awskms://${host}/alias/card`, variables)).toBe(due);
    expect(remarks).toEqual([]);
  });

  it('of the profile, where neither names one', async () => {
    expect(await regionOf(`awskms://${host}/alias/card`, writeProfile('eu-west-1'))).toBe('eu-west-1');
  });

  it('of the ref before that of the profile, and of the environment before that', async () => {
    expect(await regionOf(`awskms://${host}/${key.arn}`, writeProfile('us-west-1'))).toBe('eu-west-1');
    kms.reset();
    const variables = { ...writeProfile('us-west-1'), AWS_REGION: 'us-east-2' };
    expect(await regionOf(`awskms://${host}/alias/card`, variables)).toBe('us-east-2');
  });
});

describe('a region', () => {
  it.each([['alias/card'], ['1234abcd-12ab-34cd-56ef-1234567890ab']])(
    'that nothing names is told, with the ways to name it: %s',
    async (name) => {
      const env = toAwsEnvironment(kms);
      stubAwsEnvironment(env);
      const failure = await failureOf(openSigner(`awskms:///${name}`, { env }));
      expect(failure).toMatchObject({
        code: 'region-missing',
        kind: 'provider',
        message: `nothing says in which region the key "awskms:///${name}" is`,
        hint: 'set AWS_REGION, add ?region=REGION to the key ref, or give the ARN of the key',
      });
    },
  );

  it.each(['eu west 1', 'EU-WEST-1', 'evil.example/', 'x'.repeat(41)])(
    'that is no name of one is refused before anything is sent: %s',
    async (region) => {
      const env = { ...toAwsEnvironment(kms), AWS_REGION: region };
      stubAwsEnvironment(env);
      expect(await failureOf(openSigner(`awskms://${host}/alias/card`, { env }))).toMatchObject({
        code: 'region-wrong',
        message: 'AWS_REGION holds what is no name of a region',
        hint: 'set AWS_REGION to a region, as eu-west-1',
      });
      expect(kms.requests).toEqual([]);
    },
  );

  it('other than that of the endpoint is told', async () => {
    const env = toAwsEnvironment(kms);
    stubAwsEnvironment(env);
    const arn = key.arn.replace('eu-west-1', 'us-east-1');
    kms.fail('GetPublicKey', { kind: 'error', type: 'NotFoundException', message: 'Invalid arn us-east-1' });
    const failure = await failureOf(openSigner(`awskms://${host}/${arn}`, { env }));
    expect(failure.code).toBe('region-wrong');
    expect(failure.message).toContain(`AWS KMS in us-east-1 does not serve the key awskms://${host}/${arn}`);
  });
});
