/** Knows that a call without usable AWS credentials ends, and that no credential is printed at any level. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noAwsSources, sessionToken } from '../support/kms-double/reach.js';
import type { Fault } from '../support/kms-double/types.js';
import { openKmsSpace, type KmsSpace } from './kms-space.js';

let bench: KmsSpace;
/** Takes connections, and never answers. */
let silent: Server;
let env: Record<string, string>;
const secret = 'hQ7-vPz3kWm9-xTd2';
beforeAll(async () => {
  bench = await openKmsSpace();
  env = { ...bench.env, CARDCTL_KEY_PASSPHRASE: secret };
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(() => {
  bench.reset();
});
afterAll(async () => {
  silent.close();
  await bench.close();
});

/** Runs a call, and looks for any eight characters of a secret in all that it prints. */
async function expectNoSecret(...args: string[]) {
  const result = await bench.space.run(...args, { env });
  const output = (result.stdout + result.stderr).toLowerCase();
  const { accessKeyId, secretAccessKey } = bench.kms.credentials;
  for (const text of [accessKeyId, secretAccessKey, sessionToken, secret, 'AWS4-HMAC-SHA256']) {
    for (let at = 0; at + 8 <= text.length; at += 1) {
      if (output.includes(text.slice(at, at + 8).toLowerCase())) throw new Error(`a secret is in: ${output}`);
    }
  }
  return result;
}

/** Repeats all that came with the request. */
function repeating(type: string): Fault {
  const { accessKeyId, secretAccessKey } = bench.kms.credentials;
  return {
    kind: 'error',
    type,
    message: `Authorization=AWS4-HMAC-SHA256 Credential=${accessKeyId}/x, x-amz-security-token:${sessionToken} ${secretAccessKey} ${secret}`,
  };
}

describe('no credential is printed', () => {
  it.each([
    ['sign -v', ['sign', 'card.json', '-v', '--key']],
    ['keys show --json', ['keys', 'show', '--json']],
    ['keys doctor -v', ['keys', 'doctor', '-v']],
  ])('by %s that goes well', async (_, args) => {
    expect(await expectNoSecret(...args, bench.ref)).toMatchObject({ code: 0 });
  });

  it.each([
    'IncompleteSignatureException',
    'SignatureDoesNotMatch',
    'AccessDeniedException',
    'ErrorOfTomorrow',
  ])('where AWS repeats it with %s', async (type) => {
    for (const args of [
      ['sign', 'card.json', '-v', '--key'],
      ['keys', 'doctor', '-v', '--json'],
    ]) {
      bench.kms.fail('*', repeating(type), 9);
      const { code } = await expectNoSecret(...args, bench.ref);
      expect([1, 7]).toContain(code);
      bench.reset();
    }
  });
});

describe('without AWS credentials', () => {
  it('sign ends with 7 and tells where it looked', async () => {
    const { code, stdout, stderr } = await bench.space.run('sign', 'card.json', '--key', bench.ref, {
      env: noAwsSources,
    });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toBe(
      "error: there are no AWS credentials; looked for in the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set), the default profile, AWS_WEB_IDENTITY_TOKEN_FILE (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN not set), the container (AWS_CONTAINER_CREDENTIALS_FULL_URI not set), the instance's metadata (disabled)\n" +
        '  next: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; in CI, assume a role first\n',
    );
    expect(bench.kms.requests).toEqual([]);
  });

  it('sign ends where the metadata of the instance never answers', async () => {
    const { port } = silent.address() as AddressInfo;
    const { code, stderr } = await bench.space.run('sign', 'card.json', '--key', bench.ref, {
      env: {
        ...noAwsSources,
        AWS_EC2_METADATA_DISABLED: 'false',
        AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${port}`,
      },
    });
    expect(code).toBe(7);
    expect(stderr).toContain("the instance's metadata (no answer)\n  next: set AWS_PROFILE, ");
  });
});
