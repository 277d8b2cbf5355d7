/** Knows how long AWS KMS is waited for, what is asked again, and what is told of it. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { openSigner } from '../../../../src/keys/providers/index.js';
import type { Remark } from '../../../../src/keys/providers/provider.js';
import { failureOf } from '../../../support/failure.js';
import { openAtDouble } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
useKmsDouble((started) => {
  kms = started;
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
});

const error = (type: string): Fault => ({ kind: 'error', type });

/** How often each operation was asked for. */
function asked(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operation } of kms.requests) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

describe('AWS KMS that does not answer', () => {
  it.each([
    ['hangs', { kind: 'hang' }],
    ['is slow', { kind: 'slow', milliseconds: 5_000 }],
  ] as const)('at all is given up in the end, when it %s', async (_, fault) => {
    kms.fail('GetPublicKey', fault, 9);
    const failure = await failureOf(openAtDouble(kms, 'alias/card', { timeoutMs: 600 }));
    expect(failure).toMatchObject({
      code: 'provider-timeout',
      kind: 'provider',
      message: 'AWS KMS in eu-central-1 did not answer GetPublicKey within 0.6 s',
      hint: 'try again; --timeout gives it more time',
    });
  });

  it('at the one attempt that AWS_MAX_ATTEMPTS allows is given up too', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
    kms.fail('GetPublicKey', { kind: 'hang' }, 9);
    const failure = await failureOf(openAtDouble(kms, 'alias/card', { timeoutMs: 600 }));
    expect(failure.code).toBe('provider-timeout');
    expect(failure.message).toMatch(/^AWS KMS in eu-central-1 did not answer GetPublicKey /);
    expect(asked()).toEqual({ GetPublicKey: 1 });
  });

  it('any more after it refused each attempt is told to have refused', async () => {
    // Pauses of up to a second, then two, then four: the time is over in one of them.
    vi.stubEnv('AWS_MAX_ATTEMPTS', '12');
    kms.fail('GetPublicKey', error('ThrottlingException'), 99);
    expect(await failureOf(openAtDouble(kms, 'alias/card', { timeoutMs: 600 }))).toMatchObject({
      code: 'provider-throttled',
      hint: 'try again later; AWS_MAX_ATTEMPTS sets the attempts, and the request quota of the account can be raised',
    });
  });

  it('for long is waited for all the time, where AWS_MAX_ATTEMPTS allows one attempt', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
    kms.fail('GetPublicKey', { kind: 'slow', milliseconds: 700 });
    const signer = await openAtDouble(kms, 'alias/card', { timeoutMs: 1_200 });
    await signer.close?.();
    expect(asked()).toEqual({ GetPublicKey: 1 });
  });

  it('once is asked again', async () => {
    kms.fail('GetPublicKey', { kind: 'hang' });
    const signer = await openAtDouble(kms, 'alias/card', { timeoutMs: 1_500 });
    await signer.close?.();
    expect(asked()).toEqual({ GetPublicKey: 2 });
  });

  it('to Sign is given up too', async () => {
    const signer = await openAtDouble(kms, 'alias/card', { timeoutMs: 600 });
    kms.fail('Sign', { kind: 'hang' }, 9);
    const failure = await failureOf(signer.sign('ES256', Buffer.from('x')));
    await signer.close?.();
    expect(failure.message).toBe('AWS KMS in eu-central-1 did not answer Sign within 0.6 s');
  });

  it('because nothing listens there cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const open = openSigner(`awskms://127.0.0.1:${port}/alias/card?region=eu-central-1`, { env: {} });
    expect(await failureOf(open)).toMatchObject({
      code: 'provider-unreachable',
      kind: 'provider',
      message: `AWS KMS at http://127.0.0.1:${port} cannot be reached: ECONNREFUSED`,
    });
  });
});

describe('a request that fails', () => {
  it.each(['KMSInternalException', 'DependencyTimeoutException', 'KeyUnavailableException'])(
    'with %s is sent again, and each further attempt is told',
    async (type) => {
      const remarks: Remark[] = [];
      kms.fail('GetPublicKey', error(type), 2);
      const signer = await openAtDouble(kms, 'alias/card', { tell: (remark) => remarks.push(remark) });
      await signer.close?.();
      expect(asked()).toEqual({ GetPublicKey: 3 });
      expect(remarks).toEqual([
        { text: `AWS KMS: GetPublicKey, attempt 2 after ${type}`, isDetail: true },
        { text: `AWS KMS: GetPublicKey, attempt 3 after ${type}`, isDetail: true },
      ]);
    },
  );

  it.each([
    ['a closed connection', { kind: 'drop' }, 'ECONNRESET'],
    ['throttling', error('ThrottlingException'), 'ThrottlingException'],
    ['the page of a gateway', { kind: 'status', status: 502, body: '<html>' }, 'HTTP status 502'],
  ] as const)('with %s is sent again', async (_, fault, name) => {
    const remarks: Remark[] = [];
    kms.fail('GetPublicKey', fault);
    const signer = await openAtDouble(kms, 'alias/card', { tell: (remark) => remarks.push(remark) });
    await signer.close?.();
    expect(remarks.map(({ text }) => text)).toEqual([`AWS KMS: GetPublicKey, attempt 2 after ${name}`]);
  });

  it('at each attempt is not sent for ever', async () => {
    kms.fail('GetPublicKey', error('KMSInternalException'), 99);
    expect((await failureOf(openAtDouble(kms, 'alias/card'))).code).toBe('provider-failed');
    expect(asked()).toEqual({ GetPublicKey: 3 });
  });

  it('is sent as often as AWS_MAX_ATTEMPTS says', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '2');
    kms.fail('GetPublicKey', error('KMSInternalException'), 99);
    expect((await failureOf(openAtDouble(kms, 'alias/card'))).code).toBe('provider-failed');
    expect(asked()).toEqual({ GetPublicKey: 2 });
  });

  it.each([
    'DisabledException',
    'KMSInvalidStateException',
    'NotFoundException',
    'AccessDeniedException',
    'InvalidKeyUsageException',
    'UnrecognizedClientException',
    'ExpiredTokenException',
    'IncompleteSignatureException',
  ])('with %s is not sent again', async (type) => {
    kms.fail('*', error(type), 99);
    await failureOf(openAtDouble(kms, 'alias/card'));
    expect(kms.requests).toHaveLength(1);
  });
});
