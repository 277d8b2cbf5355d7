/** Knows the environment in which cardctl finds a KMS of the tests, and nothing of the machine's own. */
import { vi } from 'vitest';

/** Where a KMS is, and who may use it. */
type KmsPlace = {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** As a user sets it: key refs need name no endpoint then. */
export function toKmsEnvironment({ endpoint, region, credentials }: KmsPlace): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_KMS: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    // Files that are not there: the profiles of this machine have no say.
    AWS_CONFIG_FILE: 'no-such-file',
    AWS_SHARED_CREDENTIALS_FILE: 'no-such-file',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** For a provider in this process, since the SDK reads the process's own; `vi.unstubAllEnvs()` ends it. */
export function useKmsEnvironment(place: KmsPlace): Record<string, string> {
  const env = toKmsEnvironment(place);
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL'])
    vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return env;
}
