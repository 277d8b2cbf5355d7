/** Knows that the double of AWS KMS refuses requests that are not signed for it, and fails as it is told to. */
import { GetPublicKeyCommand, SignCommand, type KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectKms } from './kms-client.js';
import { startKmsDouble } from './kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from './kms-double/types.js';

let kms: KmsDouble;
let key: KmsDoubleKey;

beforeEach(async () => {
  kms = await startKmsDouble();
  key = kms.addKey({ spec: 'ECC_NIST_P256' });
});
afterEach(() => kms.close());

function connect(options: KMSClientConfig = {}): KMSClient {
  return connectKms(kms, options);
}

function getPublicKey(client = connect()): Promise<unknown> {
  return client.send(new GetPublicKeyCommand({ KeyId: key.keyId }));
}

/** Posts without a client, so with whatever headers and body are given. */
async function post(headers: Record<string, string>, body = '{}'): Promise<[number, string]> {
  const response = await fetch(kms.endpoint, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

describe('a request', () => {
  const secretAccessKey = 'another+secret';

  it('with another secret has a signature that does not match', async () => {
    const credentials = { ...kms.credentials, secretAccessKey };
    await expect(getPublicKey(connect({ credentials }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: expect.stringMatching(/^The request signature we calculated does not match/) as string,
    });
  });

  it('of an unknown access key, or for another region, is refused', async () => {
    const credentials = { accessKeyId: 'AKIDUNKNOWN', secretAccessKey };
    await expect(getPublicKey(connect({ credentials }))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    });
    await expect(getPublicKey(connect({ region: 'us-east-1' }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      message: "Credential should be scoped to a valid region, not 'us-east-1'. ",
    });
  });

  it('is taken with a session token too, which is signed as well', async () => {
    await getPublicKey(connect({ credentials: { ...kms.credentials, sessionToken: 'a token' } }));
    expect(kms.requests[0]?.headers['x-amz-security-token']).toBe('a token');
    expect(kms.requests[0]?.headers['authorization']).toContain('x-amz-security-token');
  });

  it.each([
    [-6, /^Signature expired: \w+Z is now earlier than \w+Z \(\w+Z - 5 min\.\)$/],
    [6, /^Signature not yet current: \w+Z is still later than \w+Z \(\w+Z \+ 5 min\.\)$/],
  ])('signed by a clock that is %i minutes off is refused', async (minutes, message) => {
    const client = connect({ systemClockOffset: minutes * 60_000 });
    await expect(getPublicKey(client)).rejects.toMatchObject({ name: 'InvalidSignatureException', message });
    await getPublicKey(connect({ systemClockOffset: (minutes * 60_000 * 4) / 6 }));
  });

  it('without a signature, or with half of one, is told so', async () => {
    const target = { 'x-amz-target': 'TrentService.GetPublicKey' };
    expect(await post(target)).toEqual([
      400,
      '{"__type":"MissingAuthenticationTokenException","message":"Missing Authentication Token"}',
    ]);
    const [status, text] = await post({
      ...target,
      authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/kms/d',
    });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      __type: 'IncompleteSignatureException',
      message:
        "Authorization header requires 'Signature' parameter. Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256 Credential=a/b/c/kms/d",
    });
  });

  it('is recorded with its operation, its members and its headers', async () => {
    const client = connect();
    const before = Date.now();
    await getPublicKey(client);
    const [request, ...others] = kms.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ operation: 'GetPublicKey', input: { KeyId: key.keyId } });
    expect(request?.headers['content-type']).toBe('application/x-amz-json-1.1');
    expect(request?.at).toBeGreaterThanOrEqual(before);
  });
});

describe('a connection', () => {
  it('is counted while it is open', async () => {
    expect(kms.openSockets()).toBe(0);
    const client = connect();
    await getPublicKey(client);
    expect(kms.openSockets()).toBe(1);
    client.destroy();
    await vi.waitFor(() => {
      expect(kms.openSockets()).toBe(0);
    });
  });
});

describe('a fault', () => {
  it('of an operation meets that operation alone, as often as it was asked for', async () => {
    kms.fail('Sign', { kind: 'error', type: 'ThrottlingException' }, 2);
    await getPublicKey();
    const input = {
      SigningAlgorithm: 'ECDSA_SHA_256',
      MessageType: 'DIGEST',
      Message: Buffer.alloc(32),
    } as const;
    const sign = (): Promise<unknown> => connect().send(new SignCommand({ KeyId: key.arn, ...input }));
    await expect(sign()).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(sign()).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(sign()).resolves.toMatchObject({ KeyId: key.arn });
  });

  it('of any operation is what the client retries', async () => {
    kms.fail('*', { kind: 'error', type: 'KMSInternalException' }, 2);
    await expect(getPublicKey(connect({ maxAttempts: 3 }))).resolves.toMatchObject({ KeyId: key.arn });
    expect(kms.requests).toHaveLength(3);
  });

  it.each([
    ['AccessDeniedException', 400, 'Message'],
    ['ThrottlingException', 400, 'message'],
    ['ExpiredTokenException', 400, 'message'],
    ['KMSInternalException', 500, undefined],
    ['KeyUnavailableException', 500, undefined],
  ])('%s has the status and the members of KMS', async (type, status, member) => {
    kms.fail('*', { kind: 'error', type });
    const [seen, body] = await post({});
    expect(seen).toBe(status);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(member ? ['__type', member] : ['__type']);
  });

  it('can have a status and a message of its own', async () => {
    kms.fail('*', { kind: 'error', type: 'SlowDown', status: 503, message: 'later' });
    expect(await post({})).toEqual([503, '{"__type":"SlowDown","message":"later"}']);
  });

  it('can be a page of a gateway, or no JSON at all', async () => {
    kms.fail('*', { kind: 'status', status: 502, body: '<html>' });
    expect(await post({})).toEqual([502, '<html>']);
    kms.fail('*', { kind: 'garbage', body: '{"KeyId":' });
    expect(await post({})).toEqual([200, '{"KeyId":']);
  });

  it('can hang until the client gives up', async () => {
    kms.fail('*', { kind: 'hang' });
    const client = connect();
    const options = { abortSignal: AbortSignal.timeout(100) };
    const answer = client.send(new GetPublicKeyCommand({ KeyId: key.arn }), options);
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('can begin an answer that has no end', async () => {
    kms.fail('*', { kind: 'endless', body: '{"KeyId":' });
    const response = await fetch(kms.endpoint, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('{"KeyId":');
    const more = await Promise.race([
      reader.read(),
      new Promise((resolve) => setTimeout(resolve, 100, 'none')),
    ]);
    expect(more).toBe('none');
    await reader.cancel();
  });

  it('can be late, or close the connection', async () => {
    kms.fail('*', { kind: 'slow', milliseconds: 150 });
    const start = performance.now();
    await getPublicKey();
    expect(performance.now() - start).toBeGreaterThan(149);
    kms.fail('*', { kind: 'drop' });
    await expect(getPublicKey()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('can change the right answer', async () => {
    kms.fail('GetPublicKey', {
      kind: 'answer',
      change: (output) => ({ ...output, KeyUsage: 'ENCRYPT_DECRYPT' }),
    });
    expect(await getPublicKey()).toMatchObject({ KeyId: key.arn, KeyUsage: 'ENCRYPT_DECRYPT' });
  });

  it('is forgotten by reset, with the requests', async () => {
    kms.fail('*', { kind: 'hang' }, 5);
    kms.reset();
    await getPublicKey();
    expect(kms.requests).toHaveLength(1);
  });
});
