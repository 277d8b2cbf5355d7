/** Knows how the AWS KMS provider finds the double: the key refs that name it, and the environment that it asks in. */
import { vi } from 'vitest';
import { openSigner } from '../../../src/keys/providers/index.js';
import type { ProviderContext } from '../../../src/keys/providers/provider.js';
import type { Signer } from '../../../src/keys/signer.js';
import type { KmsDouble } from './types.js';

/** The double takes any token. */
export const sessionToken = 'FwoGZXIvYXdzEJr+token+of+the+session+0001';

/** No credentials from the home of whoever runs the tests, nor from the machine that they run on. */
export const noAwsSources = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nowhere/config',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
};

/** The variables with which a process reaches the double and nothing else of AWS. It names no region. */
export function toAwsEnvironment({ credentials }: KmsDouble): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    ...noAwsSources,
  };
}

/** Gives this process these variables of AWS and no others, until `vi.unstubAllEnvs`: the SDK reads them there. */
export function stubAwsEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

/** The key ref of a key id, an alias or an ARN at the double. */
export function toKmsRef({ endpoint, region }: KmsDouble, name: string): string {
  const query = name.startsWith('arn:') ? '' : `?region=${region}`;
  return `awskms://${new URL(endpoint).host}/${name}${query}`;
}

/** Opens a key of the double by its id, alias or ARN. */
export function openAtDouble(
  kms: KmsDouble,
  name: string,
  context: Partial<ProviderContext> = {},
): Promise<Signer> {
  return openSigner(toKmsRef(kms, name), { env: toAwsEnvironment(kms), ...context });
}
