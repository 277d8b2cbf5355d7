/** Knows the errors of AWS KMS: how they look on the wire, and the words that KMS has for each. */

/** An error that the double answers with; `type` is the name of the exception. */
export class KmsError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message = defaultMessages[type] ?? '', status = statusOf(type)) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

// Seen with these words in what users of KMS report; a message of one's own can be given instead.
const defaultMessages: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'User: arn:aws:iam::111122223333:user/signer is not authorized to perform: kms:Sign on this resource because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access',
  DryRunOperationException: 'The request would have succeeded, but the DryRun option is set.',
  ExpiredTokenException: 'The security token included in the request is expired',
  MissingAuthenticationTokenException: 'Missing Authentication Token',
  ThrottlingException:
    'You have exceeded the rate at which you may call KMS. Reduce the frequency of your calls.',
  UnrecognizedClientException: 'The security token included in the request is invalid.',
};

// The protocol has 400 for what the caller did, whatever it was: users of KMS report it for NotFoundException and
// AccessDeniedException, where the model of the SDK says 404 and nothing. What the model says stands here for the
// service's own faults and for a dry run, of which no report was found: read the name, not the status.
const otherStatuses: Readonly<Record<string, number>> = {
  DependencyTimeoutException: 503,
  DryRunOperationException: 412,
  InternalFailure: 500,
  KeyUnavailableException: 500,
  KMSInternalException: 500,
  ServiceUnavailable: 503,
  ServiceUnavailableException: 503,
};

function statusOf(type: string): number {
  return otherStatuses[type] ?? 400;
}

/** The JSON of an error. AccessDeniedException comes from what stands before KMS, and writes `Message`. */
export function errorBody(type: string, message: string): string {
  const member = type === 'AccessDeniedException' ? 'Message' : 'message';
  return JSON.stringify({ __type: type, ...(message && { [member]: message }) });
}

/** One failed constraint, in the words that all services of AWS share; `value` is left out where it is a secret. */
export function validationError(member: string, constraint: string, value?: string | null): KmsError {
  const shown = value === undefined ? 'Value' : value === null ? 'Value null' : `Value '${value}'`;
  const text = `${shown} at '${member}' failed to satisfy constraint: ${constraint}`;
  return new KmsError('ValidationException', `1 validation error detected: ${text}`);
}
