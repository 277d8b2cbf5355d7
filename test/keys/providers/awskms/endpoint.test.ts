/** Knows what is told of an endpoint that the environment names: where it is none, serves another region, or is not there. */
import { describe, expect, it, vi } from 'vitest';
import { openSigner } from '../../../../src/keys/providers/index.js';
import { explainFailure } from '../../../../src/keys/providers/awskms/failures.js';
import { failureOf, messageOf } from '../../../support/failure.js';
import { toAwsEnvironment } from '../../../support/kms-double/reach.js';
import type { KmsDouble } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
useKmsDouble((started) => {
  kms = started;
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
}, oneAttempt);

const variables = ['AWS_ENDPOINT_URL_KMS', 'AWS_ENDPOINT_URL'] as const;

function open(region = 'eu-central-1') {
  return openSigner(`awskms:///alias/card?region=${region}`, { env: toAwsEnvironment(kms) });
}

describe.each(variables)('the endpoint in %s', (variable) => {
  it('is asked', async () => {
    vi.stubEnv(variable, kms.endpoint);
    await (await open()).close?.();
    expect(kms.requests).toHaveLength(1);
  });

  it.each(['foo', 'localhost:8080', 'ftp://127.0.0.1', 'http://', 'https:///x', 'http:127.0.0.1', ' '])(
    'is told where it is none, and not repeated: "%s"',
    async (value) => {
      vi.stubEnv(variable, value);
      expect(await failureOf(open())).toMatchObject({
        code: 'provider-unreachable',
        kind: 'provider',
        message: `${variable} is no URL of an endpoint`,
        hint: `write it with its scheme, as ${variable}=http://127.0.0.1:8080, or unset it`,
      });
    },
  );

  it('is named, and not repeated, where nothing listens there', async () => {
    vi.stubEnv(variable, 'http://127.0.0.1:9/secret-path');
    expect((await failureOf(open())).message).toBe(
      `AWS KMS at the endpoint in ${variable} cannot be reached: ECONNREFUSED`,
    );
  });

  it('is named where it serves another region', async () => {
    vi.stubEnv(variable, kms.endpoint);
    const failure = await failureOf(open('us-east-1'));
    expect(failure).toMatchObject({
      code: 'region-wrong',
      kind: 'provider',
      hint: 'check the region of the key ref, or AWS_REGION, and the endpoint',
    });
    expect(messageOf(failure)).toBe(
      `AWS KMS at the endpoint in ${variable} is not that of the region us-east-1`,
    );
  });
});

describe('an endpoint', () => {
  it('of the first variable counts, and an empty one is none', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.endpoint);
    vi.stubEnv('AWS_ENDPOINT_URL', 'foo');
    await (await open()).close?.();
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', '');
    expect((await failureOf(open())).message).toBe('AWS_ENDPOINT_URL is no URL of an endpoint');
  });
});

describe('an error of the network', () => {
  const context = { ref: 'REF', operation: 'Sign', region: 'eu-central-1', timeoutMs: 1 } as const;

  it.each([
    'EAI_AGAIN',
    'ENOTFOUND',
    'ECONNREFUSED',
    'EPIPE',
    'EHOSTUNREACH',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'HPE_INVALID_CONSTANT',
  ])('is told by its code: %s', (code) => {
    const error = Object.assign(new Error('words of the network'), { code, $metadata: { attempts: 3 } });
    const failure = explainFailure(error, context);
    expect(failure).toMatchObject({
      code: 'provider-unreachable',
      kind: 'provider',
      message: `AWS KMS in eu-central-1 cannot be reached: ${code}`,
    });
    expect(failure.hint).toMatch(/^check the network and the name of the region, and the endpoint /);
    expect((failure.cause as Error).message).toBe(code);
  });

  it('that took too long is no answer in time', () => {
    const error = Object.assign(new Error('no'), { code: 'ETIMEDOUT' });
    expect(explainFailure(error, context).code).toBe('provider-timeout');
  });

  it.each([
    ['http://127.0.0.1:9', 'at http://127.0.0.1:9'],
    ['AWS_ENDPOINT_URL', 'at the endpoint in AWS_ENDPOINT_URL'],
    [undefined, 'in eu-central-1'],
  ])('is told with the place: %s', (endpoint, place) => {
    const error = Object.assign(new Error('no'), { code: 'EAI_AGAIN' });
    expect(explainFailure(error, { ...context, endpoint }).message).toBe(
      `AWS KMS ${place} cannot be reached: EAI_AGAIN`,
    );
  });
});
