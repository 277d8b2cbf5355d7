/** Knows what is told where there are no AWS credentials to ask with, or they are of no use; and that it takes no longer than it may. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../support/failure.js';
import { noAwsSources, openAtDouble, stubAwsEnvironment } from '../../../support/kms-double/reach.js';
import { startKmsDouble } from '../../../support/kms-double/server.js';
import type { KmsDouble } from '../../../support/kms-double/types.js';

let kms: KmsDouble;
/** Takes connections, and never answers. */
let silent: Server;
let home: string;
beforeAll(async () => {
  kms = await startKmsDouble();
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  await kms.close();
  silent.close();
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cardctl-aws-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  kms.reset();
  rmSync(home, { recursive: true });
});

function silentUrl(): string {
  return `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
}

/** Opens the key with these variables of AWS and no others. */
function openWith(variables: Readonly<Record<string, string>>, timeoutMs?: number) {
  const env = { ...noAwsSources, HOME: home, ...variables };
  stubAwsEnvironment(env);
  return openAtDouble(kms, 'alias/card', { env, timeoutMs });
}

const noKey = 'the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set)';
const noProfile = 'the default profile';
const noToken = 'AWS_WEB_IDENTITY_TOKEN_FILE (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN not set)';
const noContainer = 'the container (AWS_CONTAINER_CREDENTIALS_FULL_URI not set)';
const noMachine = "the instance's metadata (disabled)";

const role = 'arn:aws:iam::111122223333:role/signer';
const usualHint =
  'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; in CI, assume a role first';
const profileHint =
  '`aws sts get-caller-identity` says what is wrong with the profile in AWS_PROFILE; or unset it';
type State = {
  readonly title: string;
  readonly variables: Record<string, string>;
  readonly sources: readonly string[];
  readonly hint?: string;
  /** What a service that gives credentials, or the way to it, says of them. */
  readonly reason?: string;
};
const states: readonly State[] = [
  { title: 'none at all', variables: {}, sources: [noKey, noProfile, noToken, noContainer, noMachine] },
  {
    title: 'half a key',
    variables: { AWS_ACCESS_KEY_ID: 'AKIDHALF' },
    sources: ['the environment (AWS_SECRET_ACCESS_KEY not set)', noProfile, noToken, noContainer, noMachine],
  },
  {
    title: 'a profile that is not there',
    variables: { AWS_PROFILE: 'nobody' },
    sources: ['the profile in AWS_PROFILE (of no use)', noToken, noContainer, noMachine],
    hint: profileHint,
  },
  {
    // The SDK for JavaScript takes the profile before the keys, and so never comes to them.
    title: 'a profile that is not there, beside keys',
    variables: { AWS_PROFILE: 'nobody', AWS_ACCESS_KEY_ID: 'AKIDWHOLE', AWS_SECRET_ACCESS_KEY: 'of-it' },
    sources: ['the profile in AWS_PROFILE (of no use)', noToken, noContainer, noMachine],
    hint: profileHint,
  },
  {
    title: 'a token file that is not there',
    variables: { AWS_WEB_IDENTITY_TOKEN_FILE: '/nowhere/token', AWS_ROLE_ARN: role },
    sources: [noKey, noProfile, 'AWS_WEB_IDENTITY_TOKEN_FILE (of no use)', noContainer, noMachine],
    reason: ' (ENOENT)',
  },
  {
    title: 'an instance that does not answer',
    variables: {
      AWS_EC2_METADATA_DISABLED: 'false',
      AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://127.0.0.1:9',
    },
    sources: [noKey, noProfile, noToken, noContainer, "the instance's metadata (no answer)"],
  },
];

describe('AWS credentials', () => {
  it.each(states)('are missing, and every source is told: $title', async (state) => {
    const { variables, sources, hint = usualHint, reason = '' } = state;
    const failure = await failureOf(openWith(variables));
    expect(failure).toMatchObject({
      code: 'credentials-missing',
      kind: 'provider',
      message: `there are no AWS credentials${reason}; looked for in ${sources.join(', ')}`,
      hint,
    });
    expect(kms.requests).toEqual([]);
  });

  it('of a container that never answers are given up in the time of a request', async () => {
    const variables = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${silentUrl()}/credentials` };
    const failure = await failureOf(openWith(variables, 500));
    expect(failure.code).toBe('credentials-missing');
    expect(failure.message).toMatch(
      /^there are no AWS credentials within 10 s, or --timeout; looked for in /,
    );
    expect(failure.message).toContain('the container (of no use)');
  });

  it('that come letter by letter are given up after 10 s, however long a request may take', async () => {
    let trickle: NodeJS.Timeout | undefined;
    const slow = createHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      trickle = setInterval(() => response.write(' '), 20);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { port } = slow.address() as AddressInfo;
      const reached = once(slow, 'request');
      const variables = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/credentials` };
      let code: string | undefined;
      const failed = failureOf(openWith(variables, 60_000)).then((failure) => (code = failure.code));
      await reached;
      await vi.advanceTimersByTimeAsync(9_999);
      expect(code).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      expect(await failed).toBe('credentials-missing');
    } finally {
      vi.useRealTimers();
      clearInterval(trickle);
      slow.close();
      slow.closeAllConnections();
    }
  });

  it('of an instance that never answers are given up in the time of a request', async () => {
    const variables = { AWS_EC2_METADATA_DISABLED: 'false', AWS_EC2_METADATA_SERVICE_ENDPOINT: silentUrl() };
    const failure = await failureOf(openWith(variables, 500));
    expect(failure.code).toBe('credentials-missing');
    expect(failure.message).toMatch(
      /^there are no AWS credentials within 10 s, or --timeout; looked for in /,
    );
    expect(failure.message).toContain("the instance's metadata (no answer)");
  });
});

/** A file where the AWS command line keeps what a log-in gave it; it is named by what it is for. */
function writeLogin(name: string, members: object): void {
  const folder = join(home, '.aws/sso/cache');
  mkdirSync(folder, { recursive: true });
  const file = createHash('sha1').update(name).digest('hex');
  writeFileSync(join(folder, `${file}.json`), JSON.stringify(members));
}

function writeConfig(text: string): Record<string, string> {
  mkdirSync(join(home, '.aws'), { recursive: true });
  writeFileSync(join(home, '.aws/config'), text);
  return { AWS_PROFILE: 'card', AWS_CONFIG_FILE: join(home, '.aws/config') };
}

describe('a session that credentials come from', () => {
  const start = 'https://company.example/start';
  const account = 'sso_account_id = 111122223333\nsso_role_name = signer\n';
  const modern = `[sso-session company]\nsso_region = eu-central-1\nsso_start_url = ${start}\n[profile card]\nsso_session = company\n${account}`;
  const legacy = `[profile card]\nsso_region = eu-central-1\nsso_start_url = ${start}\n${account}`;
  const token = { startUrl: start, region: 'eu-central-1', accessToken: 'access+token+of+the+log+in' };
  const over = { ...token, expiresAt: '2020-01-01T00:00:00Z' };

  it.each([
    ['has expired', modern, 'company', over],
    ['has expired, in the older form of the profile', legacy, start, over],
    ['was never begun', modern, 'company', undefined],
    ['was never begun, in the older form of the profile', legacy, start, undefined],
  ])('is to be begun again where it %s', async (_, config, name, login) => {
    const variables = writeConfig(config);
    if (login !== undefined) writeLogin(name, login);
    const failure = await failureOf(openWith(variables));
    expect(failure).toMatchObject({
      code: 'credentials-expired',
      kind: 'provider',
      message: 'the session that the AWS credentials come from has expired, or was never begun',
      hint: 'log in again, as with `aws sso login`',
    });
  });
});
