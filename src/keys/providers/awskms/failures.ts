/** Knows how a failure of AWS KMS is told: what of it may be shown, and what never. */
import { CardctlError } from '../../../errors.js';
import type { ProviderContext } from '../provider.js';
import { findExplanation, type RequestContext } from './explanations.js';
import { nameFault, readFault, toCause, type Fault } from './fault.js';

/**
 * The error that a failed request becomes. Of what the service and the SDK say only the name of the error, the status and
 * the id of the request go on: their messages can hold headers, a session token among them.
 */
export function explainFailure(error: unknown, context: RequestContext): CardctlError {
  const fault = readFault(error);
  const { code, message, hint } = findExplanation(fault, context);
  const request = fault.requestId === undefined ? '' : ` (request ${fault.requestId})`;
  return new CardctlError(code, `${message}${request}`, { hint, cause: toCause(fault) });
}

/** That no answer came in time. */
export function explainTimeout({ operation, timeoutMs, region }: RequestContext): CardctlError {
  return new CardctlError(
    'provider-timeout',
    `AWS KMS in ${region} did not answer ${operation} within ${timeoutMs / 1000} s`,
    { hint: 'try again; --timeout gives it more time' },
  );
}

/** No region at all. */
export function regionMissing(ref: { readonly text: string }, cause: unknown): CardctlError {
  return new CardctlError('region-missing', `nothing says in which region the key "${ref.text}" is`, {
    hint: 'set AWS_REGION, add ?region=REGION to the key ref, or give the ARN of the key',
    cause: toCause(readFault(cause)),
  });
}

/** Why there are no credentials to ask with. */
export function explainCredentials(error: unknown, env: ProviderContext['env']): CardctlError {
  const fault = readFault(error);
  const cause = toCause(fault);
  // Whatever is wrong with such a session, the SDK advises to begin it again.
  if (/expired|aws sso login/i.test(fault.words)) {
    return new CardctlError(
      'credentials-expired',
      'the session that the AWS credentials come from has expired, or was never begun',
      {
        hint: 'log in again, as with `aws sso login`',
        cause,
      },
    );
  }
  const isLate = fault.name === 'OutOfTime';
  return new CardctlError(
    'credentials-missing',
    `there are no AWS credentials${isLate ? ' within 10 s, or --timeout' : sayReason(fault)}; looked for in ${listSources(env).join(', ')}`,
    {
      hint: isSet(env, 'AWS_PROFILE')
        ? '`aws sts get-caller-identity` says what is wrong with the profile in AWS_PROFILE; or unset it'
        : 'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; in CI, assume a role first',
      cause,
    },
  );
}

/** What a service that gives credentials refused them with; the chain itself only says that it came to its end. */
function sayReason(fault: Fault): string {
  return ['CredentialsProviderError', 'TokenProviderError', 'unknown error'].includes(fault.name)
    ? ''
    : ` (${nameFault(fault)})`;
}

function isSet(env: ProviderContext['env'], name: string): boolean {
  return (env[name] ?? '') !== '';
}

/** The places that the SDK looks into, in its order, with what tells why each has none; no value of any variable. */
function listSources(env: ProviderContext['env']): string[] {
  const state = (...names: string[]) => {
    const missing = names.filter((name) => !isSet(env, name));
    return missing.length === 0 ? 'of no use' : `${missing.join(' and ')} not set`;
  };
  const keys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  return [
    // The SDK for JavaScript asks a profile that is named before the keys in the environment.
    isSet(env, 'AWS_PROFILE')
      ? 'the profile in AWS_PROFILE (of no use)'
      : `the environment (${state(...keys)}), the default profile`,
    `AWS_WEB_IDENTITY_TOKEN_FILE (${state('AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN')})`,
    `the container (${isSet(env, 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI') ? 'of no use' : state('AWS_CONTAINER_CREDENTIALS_FULL_URI')})`,
    `the instance's metadata (${env['AWS_EC2_METADATA_DISABLED'] === 'true' ? 'disabled' : 'no answer'})`,
  ];
}
