/** Knows how tests reach a KMS, real or not, with Amazon's own client, and how its errors are read. */
import { KMSClient, KMSServiceException, type KMSClientConfig } from '@aws-sdk/client-kms';
import { expect } from 'vitest';

/** Where a KMS is, and who may use it. */
type KmsPlace = {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** A client that asks once: what is retried hides what was answered. */
export function connectKms(
  { endpoint, region, credentials }: KmsPlace,
  options: KMSClientConfig = {},
): KMSClient {
  return new KMSClient({ endpoint, region, credentials, maxAttempts: 1, ...options });
}

/** The error as users see it: its name, its status, its message. Fails when there was none. */
export async function refusal(answer: Promise<unknown>): Promise<[string, number | undefined, string]> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KMSServiceException);
  const { name, $metadata, message } = error as KMSServiceException;
  return [name, $metadata.httpStatusCode, message];
}
