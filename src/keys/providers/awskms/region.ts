/** Knows in which AWS region a key is looked for. */
import { CardctlError } from '../../../errors.js';
import type { KeyRef } from '../../key-ref.js';
import type { ProviderContext } from '../provider.js';
import type { AwsKeyName } from './name.js';

/** In the order in which the AWS command line looks; the SDK itself does not read the second. */
const variables = ['AWS_REGION', 'AWS_DEFAULT_REGION'] as const;

/**
 * The region of the key ref, else of the environment; `undefined` leaves it to the profile in the AWS configuration.
 * That the environment names another one than the ref is told. Throws `region-wrong` for what is no name of a region.
 */
export function chooseRegion(
  ref: KeyRef,
  { region: named }: AwsKeyName,
  { env, tell }: ProviderContext,
): string | undefined {
  const variable = variables.find((name) => (env[name] ?? '') !== '');
  if (variable === undefined) return named;
  const usual = env[variable] ?? '';
  if (named === undefined) return assertRegion(usual, variable);
  if (named !== usual) {
    tell?.({
      text: `the key ref "${ref.text}" is in ${named}; the region in ${variable} is another one and is not used for it`,
      isDetail: false,
    });
  }
  return named;
}

function assertRegion(region: string, variable: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(region)) return region;
  throw new CardctlError('region-wrong', `${variable} holds what is no name of a region`, {
    hint: `set ${variable} to a region, as eu-west-1`,
  });
}
