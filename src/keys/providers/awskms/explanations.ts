/** Knows what each error of AWS KMS means, by its name, and the next step. */
import type { ErrorCode } from '../../../errors.js';
import { checkEndpoint } from './endpoint.js';
import { useSigningKey } from './key-specs.js';
import { describeFault, nameless, type Fault } from './fault.js';
import type { OperationName } from './operations.js';

/** What a failed request was about. */
export type RequestContext = {
  readonly ref: string;
  readonly operation: OperationName;
  readonly region: string;
  readonly timeoutMs: number;
  /** A URL that the key ref names, or the variable that names one; absent for the region's own. */
  readonly endpoint?: string | undefined;
};

export type Explanation = { readonly code: ErrorCode; readonly message: string; readonly hint: string };
type Explain = (context: RequestContext, fault: Fault) => Explanation;

/** What the fault means. */
export function findExplanation(fault: Fault, context: RequestContext): Explanation {
  const { name, status, words } = fault;
  // The same error is called with and without this ending, by the service and by what stands before it.
  const row = explanations[name] ?? explanations[name.replace(/Exception$/, '')];
  if (row !== undefined) return row(context, fault);
  if (fault.isNetwork) return unreachable(context, fault);
  if (status === 429) return throttled(context, fault);
  if (status !== undefined && status >= 500) return failed(context, fault);
  const isUnreadable = nameless.has(name) || /deserializ/i.test(words);
  if (status === undefined || status < 300 || isUnreadable) return garbage(context, fault);
  return refused(context, fault);
}

const disabled: Explain = ({ ref }) => ({
  code: 'key-disabled',
  message: `the key ${ref} is disabled`,
  hint: 'enable it with `aws kms enable-key`, or sign with another key',
});

const badState: Explain = ({ ref }, { words }) =>
  /pending (?:replica )?deletion|PendingDeletion/i.test(words)
    ? {
        code: 'key-pending-deletion',
        message: `the key ${ref} is pending deletion`,
        hint: 'if that is a mistake, `aws kms cancel-key-deletion` and then `aws kms enable-key` bring it back; else sign with another key',
      }
    : {
        code: 'key-state',
        message: `the key ${ref} is in a state in which it does not sign`,
        hint: '`aws kms describe-key` says which',
      };

const notFound: Explain = ({ ref, region }, { words }) => {
  const [, other] = /Invalid arn ([a-z0-9-]{1,40})/i.exec(words) ?? [];
  if (other !== undefined) {
    return {
      code: 'region-wrong',
      message: `AWS KMS in ${region} does not serve the key ${ref}, which is in another region`,
      hint: 'leave the endpoint and the region out of the key ref: the ARN says them',
    };
  }
  return {
    code: 'key-not-found',
    message: `there is no key ${ref} in ${region}, in the account of these credentials`,
    hint: 'check its name, the region and the account: `aws kms list-aliases` lists names, `aws sts get-caller-identity` tells the account',
  };
};

const taken: Explain = ({ ref }) => ({
  code: 'key-exists',
  message: `the alias of ${ref} names a key already`,
  hint: 'choose another alias',
});

const badArn: Explain = ({ ref }) => ({
  code: 'region-wrong',
  message: `AWS KMS does not take the ARN of ${ref}`,
  hint: 'copy the ARN of the key as AWS shows it; its partition, region and account must be those of the endpoint',
});

const unsupported: Explain = (context, fault) =>
  context.operation === 'CreateKey' ? refused(context, fault) : wrongUsage(context, fault);

const wrongUsage: Explain = ({ ref }) => ({
  code: 'key-usage',
  message: `the key ${ref} is not one that signs`,
  hint: useSigningKey,
});

const denied: Explain = ({ ref, operation, region }, { words }) => {
  // One request can take several permissions: with tags, CreateKey takes kms:TagResource too.
  const [, action = `kms:${operation}`] =
    /not authorized to perform: ([a-z]{2,20}:[A-Za-z]{2,60})/.exec(words) ?? [];
  const isNew = operation === 'CreateKey';
  return {
    code: 'access-denied',
    message: `these credentials may not ${action} ${isNew ? '' : `with ${ref} `}in ${region}${sayWhy(words)}`,
    hint: isNew
      ? `allow ${action} in the IAM policy of whoever runs this, for all keys: there is no key yet`
      : `allow ${action} on the key, in its key policy or in the IAM policy of whoever runs this`,
  };
};

/** The kinds of policy that AWS names in such an answer, and how we name one of each. */
const policies = [
  ['identity-based', 'an identity-based policy'],
  ['resource-based', 'a resource-based policy'],
  ['service control', 'a service control policy'],
  ['resource control', 'a resource control policy'],
  ['session', 'a session policy'],
  ['permissions boundary', 'a permissions boundary'],
  ['VPC endpoint', 'a VPC endpoint policy'],
] as const;

/** Which kind of policy stands against it, in our words. */
function sayWhy(words: string): string {
  // Of a key of another account AWS leaves open what it is.
  if (words.includes('does not exist in this Region'))
    return ': it is not there, or its key policy does not allow it';
  const [, policy] = policies.find(([kind]) => words.toLowerCase().includes(kind.toLowerCase())) ?? [];
  if (policy === undefined) return '';
  return words.includes('explicit deny')
    ? `: ${policy} denies it`
    : `: ${policy.replace(/^an? /, 'no ')} allows it`;
}

const throttled: Explain = ({ region, operation }) => ({
  code: 'provider-throttled',
  message: `AWS KMS in ${region} refused ${operation} for the number of requests, at each attempt`,
  hint: 'try again later; AWS_MAX_ATTEMPTS sets the attempts, and the request quota of the account can be raised',
});

const failed: Explain = ({ region, operation }, fault) => ({
  code: 'provider-failed',
  message: `AWS KMS in ${region} failed at ${operation}, at each attempt: ${describeFault(fault)}`,
  hint: 'try again; the AWS health page tells of trouble in the region',
});

const late: Explain = ({ region, operation }) => ({
  code: 'provider-timeout',
  message: `AWS KMS in ${region} did not answer ${operation} in time, at any attempt`,
  hint: 'try again; --timeout gives it more time',
});

const unreachable: Explain = (context, { name }) => ({
  code: 'provider-unreachable',
  message: `AWS KMS ${sayPlace(context)} cannot be reached: ${name}`,
  hint: 'check the network and the name of the region, and the endpoint where the key ref or AWS_ENDPOINT_URL names one; proxy variables are not used',
});

const expired: Explain = () => ({
  code: 'credentials-expired',
  message: 'the AWS credentials have expired',
  hint: 'get new ones: log in again, or assume the role again',
});

/** Where the request went, for errors of the way there. */
function sayPlace({ region, endpoint }: RequestContext): string {
  if (endpoint === undefined) return `in ${region}`;
  return endpoint.includes(':') ? `at ${endpoint}` : `at the endpoint in ${endpoint}`;
}

const otherRegion: Explain = (context) => ({
  code: 'region-wrong',
  message: `AWS KMS ${sayPlace(context)} is not that of the region ${context.region}`,
  hint: 'check the region of the key ref, or AWS_REGION, and the endpoint',
});

const unknownCredentials: Explain = (context, fault) =>
  // The same error stands for a request that was made too early or too late.
  /signature (?:expired|not yet current)/i.test(fault.words)
    ? skewed(context, fault)
    : /scoped to a valid region|correct region/i.test(fault.words)
      ? otherRegion(context, fault)
      : {
          code: 'credentials-refused',
          message: 'AWS does not accept these credentials',
          hint: 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, that they belong together, and to the partition of the region',
        };

const skewed: Explain = () => ({
  code: 'clock-skew',
  message: 'AWS refuses the time of the request: the clock of this machine is wrong',
  hint: 'set the clock, by NTP; AWS allows five minutes',
});

const garbage: Explain = ({ region, operation }) => ({
  code: 'provider-response',
  message: `what answered ${operation} in ${region} is no AWS KMS: its answer cannot be read`,
  hint: checkEndpoint,
});

const refused: Explain = ({ operation, ref }, fault) => ({
  code: 'provider-refused',
  message: `AWS KMS refused ${operation} for ${ref}: ${describeFault(fault)}`,
  hint:
    operation === 'CreateKey'
      ? 'check --spec, --tag and --description; `aws kms create-key` with the same says more'
      : '`aws kms describe-key` tells more about the key',
});

/** By the name of the error, less the ending `Exception`. */
const explanations: Readonly<Record<string, Explain | undefined>> = Object.assign(
  Object.create(null) as Record<string, Explain>,
  {
    Disabled: disabled,
    KMSInvalidState: badState,
    NotFound: notFound,
    InvalidArn: badArn,
    AlreadyExists: taken,
    InvalidKeyUsage: wrongUsage,
    UnsupportedOperation: unsupported,
    AccessDenied: denied,
    Throttling: throttled,
    ThrottledException: throttled,
    TooManyRequests: throttled,
    RequestLimitExceeded: throttled,
    LimitExceeded: refused,
    KMSInternal: failed,
    DependencyTimeout: failed,
    KeyUnavailable: failed,
    ServiceUnavailable: failed,
    InternalFailure: failed,
    TimeoutError: late,
    RequestTimeout: late,
    ETIMEDOUT: late,
    ESOCKETTIMEDOUT: late,
    ExpiredToken: expired,
    UnrecognizedClient: unknownCredentials,
    InvalidClientTokenId: unknownCredentials,
    InvalidSignature: unknownCredentials,
    SignatureDoesNotMatch: unknownCredentials,
    IncompleteSignature: unknownCredentials,
    MissingAuthenticationToken: unknownCredentials,
    MissingAuthenticationTokenException: unknownCredentials,
    RequestExpired: skewed,
    RequestTimeTooSkewed: skewed,
  },
);
