/** Knows that no credential, no header and no value of the environment is in an error, whatever AWS repeats in its own. */
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../../../src/keys/providers/create-key.js';
import { examineKey, openSigner } from '../../../../src/keys/providers/index.js';
import type { Remark } from '../../../../src/keys/providers/provider.js';
import { failureOf } from '../../../support/failure.js';
import {
  noAwsSources,
  openAtDouble,
  sessionToken,
  stubAwsEnvironment,
  toAwsEnvironment,
  toKmsRef,
} from '../../../support/kms-double/reach.js';
import { startKmsDouble } from '../../../support/kms-double/server.js';
import type { Fault, KmsDouble } from '../../../support/kms-double/types.js';

let kms: KmsDouble;
let environment: Record<string, string>;
const remarks: Remark[] = [];
beforeAll(async () => {
  kms = await startKmsDouble();
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  environment = {
    ...toAwsEnvironment(kms),
    AWS_MAX_ATTEMPTS: '1',
    AWS_CONFIG_FILE: '/secret-folder-of-someone/config',
    CARDCTL_KEY_PASSPHRASE: 'hQ7-vPz3kWm9-xTd2',
  };
});
afterAll(() => kms.close());
beforeEach(() => {
  stubAwsEnvironment(environment);
});
afterEach(() => {
  vi.unstubAllEnvs();
  kms.reset();
  remarks.length = 0;
});

function context(env = environment) {
  return { env, timeoutMs: 900, tell: (remark: Remark) => remarks.push(remark) };
}

/** All that can be seen of an error: what it is printed as, what is in it however deep, and its JSON. */
function showAll(error: unknown): string {
  const parts = [inspect(error, { depth: 20, showHidden: true, getters: true }), JSON.stringify(error)];
  for (let one = error; one instanceof Error; one = one.cause) {
    parts.push(one.message, one.stack ?? '', JSON.stringify(Object.getOwnPropertyDescriptors(one)));
  }
  return parts.join('\n');
}

/** Fails where eight characters of a secret are in the text. */
function expectNoSecret(text: string): void {
  const { accessKeyId, secretAccessKey } = kms.credentials;
  const secrets = [
    accessKeyId,
    secretAccessKey,
    sessionToken,
    environment['AWS_CONFIG_FILE'] ?? '',
    environment['CARDCTL_KEY_PASSPHRASE'] ?? '',
    'AWS4-HMAC-SHA256',
    'x-amz-security-token',
    ...kms.requests.map(({ headers }) => headers['authorization']?.split('Signature=')[1] ?? ''),
  ];
  for (const secret of secrets) {
    for (let at = 0; at + 8 <= secret.length; at += 1) {
      const piece = secret.slice(at, at + 8);
      if (text.toLowerCase().includes(piece.toLowerCase())) throw new Error(`"${piece}" is in: ${text}`);
    }
  }
}

/** What AWS repeats, and more than it does: the headers of the request as they came. */
function repeating(type: string): Fault {
  const { accessKeyId, secretAccessKey } = kms.credentials;
  const message = `The Canonical String for this request should have been 'POST\n/\n\ncontent-type:application/x-amz-json-1.1\nx-amz-security-token:${sessionToken}\n' Authorization=AWS4-HMAC-SHA256 Credential=${accessKeyId}/20270101/eu-central-1/kms/aws4_request, SignedHeaders=host;x-amz-security-token, Signature=0123 ${secretAccessKey} ${Object.values(environment).join(' ')}`;
  return { kind: 'error', type, message };
}

const types = [
  'IncompleteSignatureException',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
  'ExpiredTokenException',
  'AccessDeniedException',
  'NotFoundException',
  'DisabledException',
  'KMSInvalidStateException',
  'InvalidKeyUsageException',
  'InvalidArnException',
  'ThrottlingException',
  'KMSInternalException',
  'ValidationException',
  'ErrorOfTomorrow',
];

describe('a secret is in no error', () => {
  it.each(types)('where %s repeats what it was sent, at GetPublicKey', async (type) => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '2');
    kms.fail('*', repeating(type), 9);
    const failure = await failureOf(openAtDouble(kms, 'alias/card', context()));
    expectNoSecret(showAll(failure) + JSON.stringify(remarks));
  });

  it.each(types)('where %s repeats what it was sent, at Sign', async (type) => {
    const signer = await openAtDouble(kms, 'alias/card', context());
    expectNoSecret(inspect(signer, { depth: 20, showHidden: true }) + JSON.stringify(signer));
    kms.fail('Sign', repeating(type), 9);
    const failure = await failureOf(signer.sign('ES256', Buffer.from('x')));
    await signer.close?.();
    expectNoSecret(showAll(failure) + JSON.stringify(remarks));
  });

  it.each(types)('where %s repeats what it was sent, at CreateKey and CreateAlias', async (type) => {
    const ref = toKmsRef(kms, `alias/new-${type}`);
    for (const operation of ['CreateKey', 'CreateAlias'] as const) {
      kms.fail(operation, repeating(type), 9);
      const failure = await failureOf(createKey(ref, { ...context(), algorithm: 'ES256' }));
      expectNoSecret(showAll(failure));
      kms.reset();
    }
  });

  it.each(types)('nor in what is told of a key whose requests %s meets', async (type) => {
    kms.fail('*', repeating(type), 99);
    const told = await examineKey(toKmsRef(kms, 'alias/card'), context()).then(
      ({ symptoms }) => JSON.stringify(symptoms),
      showAll,
    );
    expectNoSecret(told + JSON.stringify(remarks));
  });

  const answers: readonly (readonly [string, () => Fault])[] = [
    ['a name that is a header', () => ({ kind: 'error', type: `Authorization ${sessionToken}` })],
    ['the page of a gateway', () => ({ kind: 'status', status: 502, body: sessionToken })],
    ['a page in place of JSON', () => ({ kind: 'garbage', body: `<html>${sessionToken}` })],
    ['another key', () => ({ kind: 'garbage', body: JSON.stringify({ KeyId: sessionToken }) })],
    [
      'another usage',
      () => ({ kind: 'answer', change: (output) => ({ ...output, KeyUsage: `${sessionToken} ` }) }),
    ],
    [
      'another spec',
      () => ({ kind: 'answer', change: (output) => ({ ...output, KeySpec: `${sessionToken} ` }) }),
    ],
    ['nothing in time', () => ({ kind: 'hang' })],
    ['a closed connection', () => ({ kind: 'drop' })],
  ];

  it.each(answers)('where the answer is %s', async (_, fault) => {
    kms.fail('*', fault(), 9);
    const failure = await failureOf(openAtDouble(kms, 'alias/card', context()));
    expectNoSecret(showAll(failure) + JSON.stringify(remarks));
  });

  it('where half of the credentials are there', async () => {
    const { AWS_ACCESS_KEY_ID: accessKey = '' } = environment;
    const env = { ...noAwsSources, AWS_ACCESS_KEY_ID: accessKey, AWS_PROFILE: sessionToken };
    stubAwsEnvironment(env);
    const failure = await failureOf(openAtDouble(kms, 'alias/card', context(env)));
    expect(failure.code).toBe('credentials-missing');
    expectNoSecret(showAll(failure));
  });

  it('where the variable of the region holds one', async () => {
    stubAwsEnvironment({ ...environment, AWS_REGION: sessionToken });
    const ref = toKmsRef(kms, 'alias/card').replace(/\?.*/, '');
    const env = { ...environment, AWS_REGION: sessionToken };
    const failure = await failureOf(openSigner(ref, context(env)));
    expect(failure.code).toBe('region-wrong');
    expectNoSecret(showAll(failure));
  });
});
