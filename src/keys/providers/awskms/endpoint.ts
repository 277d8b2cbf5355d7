/** Knows that the environment can send requests elsewhere than to the region's own endpoint. */
import { CardctlError } from '../../../errors.js';
import type { ProviderContext } from '../provider.js';

/** The next step where what answers is not AWS KMS, or not as it answers. */
export const checkEndpoint = 'check the endpoint, and what stands between it and this machine';

/** In the order in which the SDK looks. */
const variables = ['AWS_ENDPOINT_URL_KMS', 'AWS_ENDPOINT_URL'] as const;

/** The variable that names an endpoint, if one does. */
export function findEndpointVariable(env: ProviderContext['env']): string | undefined {
  return variables.find((name) => (env[name] ?? '') !== '');
}

/** Throws `provider-unreachable` where that is no URL: the SDK would make of it what it can. */
export function assertEndpoint(env: ProviderContext['env']): void {
  const variable = findEndpointVariable(env);
  if (variable === undefined || isWebUrl(env[variable] ?? '')) return;
  throw new CardctlError('provider-unreachable', `${variable} is no URL of an endpoint`, {
    hint: `write it with its scheme, as ${variable}=http://127.0.0.1:8080, or unset it`,
  });
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}
