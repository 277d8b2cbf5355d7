/** Knows what each failure of AWS KMS is called, how it is told, and the next step: through the SDK, from the wire on. */
import { describe, expect, it } from 'vitest';
import { failureOf, messageOf } from '../../../support/failure.js';
import { openAtDouble, toKmsRef } from '../../../support/kms-double/reach.js';
import type { Fault, KmsDouble } from '../../../support/kms-double/types.js';
import { oneAttempt, useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
let ref: string;
useKmsDouble((started) => {
  kms = started;
  kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  ref = toKmsRef(kms, 'alias/card');
}, oneAttempt);

type Row = {
  readonly title: string;
  readonly fault: Fault;
  readonly code: string;
  /** `REF` stands for the key ref, `ENDPOINT` for the URL that it names. */
  readonly message: string;
  readonly hint: string | RegExp;
};

const error = (type: string, message?: string): Fault => ({
  kind: 'error',
  type,
  ...(message === undefined ? {} : { message }),
});

const place = 'eu-central-1';
const throttled = {
  code: 'provider-throttled',
  message: `AWS KMS in ${place} refused GetPublicKey for the number of requests, at each attempt`,
  hint: 'try again later; AWS_MAX_ATTEMPTS sets the attempts, and the request quota of the account can be raised',
};
const failed = (what: string) => ({
  code: 'provider-failed',
  message: `AWS KMS in ${place} failed at GetPublicKey, at each attempt: ${what}`,
  hint: 'try again; the AWS health page tells of trouble in the region',
});
const expired = {
  code: 'credentials-expired',
  message: 'the AWS credentials have expired',
  hint: 'get new ones: log in again, or assume the role again',
};
const refused = {
  code: 'credentials-refused',
  message: 'AWS does not accept these credentials',
  hint: /^check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, /,
};
const skewed = {
  code: 'clock-skew',
  message: 'AWS refuses the time of the request: the clock of this machine is wrong',
  hint: 'set the clock, by NTP; AWS allows five minutes',
};
const garbage = {
  code: 'provider-response',
  message: `what answered GetPublicKey in ${place} is no AWS KMS: its answer cannot be read`,
  hint: 'check the endpoint, and what stands between it and this machine',
};
const nameless = {
  code: 'provider-response',
  message: 'AWS KMS answered for REF without the ARN of a key',
  hint: 'check the endpoint, and what stands between it and this machine',
};
const wrongUsage = {
  code: 'key-usage',
  message: 'the key REF is not one that signs',
  hint: 'use an asymmetric key with the usage SIGN_VERIFY; `cardctl keys create awskms:///alias/NAME` makes one',
};

const rows: readonly Row[] = [
  {
    title: 'a key that is disabled',
    fault: error('DisabledException', 'arn:... is disabled.'),
    code: 'key-disabled',
    message: 'the key REF is disabled',
    hint: 'enable it with `aws kms enable-key`, or sign with another key',
  },
  ...['arn:... is pending deletion.', 'arn:... is pending replica deletion.'].map((words) => ({
    title: `a key that KMS says "${words}" of`,
    fault: error('KMSInvalidStateException', words),
    code: 'key-pending-deletion',
    message: 'the key REF is pending deletion',
    hint: /`aws kms cancel-key-deletion` and then `aws kms enable-key` bring it back; else sign with another key$/,
  })),
  {
    title: 'a key that is pending import',
    fault: error('KMSInvalidStateException', 'arn:... is pending import.'),
    code: 'key-state',
    message: 'the key REF is in a state in which it does not sign',
    hint: '`aws kms describe-key` says which',
  },
  { title: 'a key of another usage', fault: error('InvalidKeyUsageException'), ...wrongUsage },
  { title: 'a key without a public part', fault: error('UnsupportedOperationException'), ...wrongUsage },
  {
    title: 'a key that is not there',
    fault: error('NotFoundException', 'Alias arn:... is not found.'),
    code: 'key-not-found',
    message: `there is no key REF in ${place}, in the account of these credentials`,
    hint: 'check its name, the region and the account: `aws kms list-aliases` lists names, `aws sts get-caller-identity` tells the account',
  },
  {
    title: 'a key of another region',
    fault: error('NotFoundException', 'Invalid arn us-east-1'),
    code: 'region-wrong',
    message: `AWS KMS in ${place} does not serve the key REF, which is in another region`,
    hint: 'leave the endpoint and the region out of the key ref: the ARN says them',
  },
  {
    title: 'an ARN that AWS does not take',
    fault: error('InvalidArnException', 'Invalid arn arn:aws-cn:kms'),
    code: 'region-wrong',
    message: 'AWS KMS does not take the ARN of REF',
    hint: 'copy the ARN of the key as AWS shows it; its partition, region and account must be those of the endpoint',
  },
  ...['ThrottlingException', 'Throttling', 'TooManyRequestsException', 'RequestLimitExceeded'].map(
    (type) => ({ title: `too many requests (${type})`, fault: error(type), ...throttled }),
  ),
  {
    title: 'too many requests, from a gateway',
    fault: { kind: 'status', status: 429, body: '<html>slow down</html>' },
    ...throttled,
  },
  ...(
    [
      ['KMSInternalException', 500],
      ['DependencyTimeoutException', 503],
      ['KeyUnavailableException', 500],
      ['ServiceUnavailableException', 503],
      ['InternalFailure', 500],
    ] as const
  ).map(([type, status]) => ({
    title: `a fault of the service (${type})`,
    fault: error(type),
    ...failed(`${type}, HTTP status ${status}`),
  })),
  {
    title: 'a fault that only its status tells',
    fault: { kind: 'error', type: 'SomethingElse', status: 507 },
    ...failed('SomethingElse, HTTP status 507'),
  },
  ...[502, 503, 504].map((status) => ({
    title: `the page of a gateway with the status ${status}`,
    fault: { kind: 'status', status, body: '<html><h1>Bad gateway</h1></html>' } as const,
    ...failed(`HTTP status ${status}`),
  })),
  {
    title: 'a gateway that says nothing but its status',
    fault: { kind: 'status', status: 502 },
    ...failed('HTTP status 502'),
  },
  ...['ExpiredTokenException', 'ExpiredToken'].map((type) => ({
    title: `credentials that have expired (${type})`,
    fault: error(type),
    ...expired,
  })),
  ...[
    'UnrecognizedClientException',
    'InvalidClientTokenId',
    'SignatureDoesNotMatch',
    'IncompleteSignatureException',
    'MissingAuthenticationTokenException',
  ].map((type) => ({
    title: `credentials that AWS does not accept (${type})`,
    fault: error(type),
    ...refused,
  })),
  {
    title: 'a clock that is slow',
    fault: error(
      'InvalidSignatureException',
      'Signature expired: 20270101T000000Z is now earlier than 20270101T000500Z (20270101T001000Z - 5 min.)',
    ),
    ...skewed,
  },
  {
    title: 'a clock that is fast',
    fault: error(
      'InvalidSignatureException',
      'Signature not yet current: 20270101T001000Z is still later than 20270101T000500Z (20270101T000000Z + 5 min.)',
    ),
    ...skewed,
  },
  ...['RequestExpired', 'RequestTimeTooSkewed'].map((type) => ({
    title: `a clock that is wrong (${type})`,
    fault: error(type),
    ...skewed,
  })),
  { title: 'text in place of JSON', fault: { kind: 'garbage', body: 'hello' }, ...garbage },
  { title: 'JSON that is cut short', fault: { kind: 'garbage', body: '{"KeyId":' }, ...garbage },
  {
    title: 'a blob that is no base64',
    fault: { kind: 'garbage', body: '{"KeyId":"x","PublicKey":"%"}' },
    ...garbage,
  },
  {
    title: 'the page of a proxy that forbids it',
    fault: { kind: 'status', status: 403, body: '<html>' },
    ...garbage,
  },
  { title: 'a redirection', fault: { kind: 'status', status: 301 }, ...garbage },
  {
    title: 'an error whose name is no text',
    fault: { kind: 'status', status: 400, body: '{"__type":{}}' },
    ...garbage,
  },
  { title: 'an error without a name', fault: { kind: 'status', status: 400, body: '{}' }, ...garbage },
  { title: 'no body', fault: { kind: 'garbage', body: '' }, ...nameless },
  { title: 'null', fault: { kind: 'garbage', body: 'null' }, ...nameless },
  { title: 'an empty list', fault: { kind: 'garbage', body: '[]' }, ...nameless },
  { title: 'members of other types', fault: { kind: 'garbage', body: '{"KeyId":5}' }, ...nameless },
  {
    title: 'an error that has no row here',
    fault: error('KMSInvalidMacException'),
    code: 'provider-refused',
    message: 'AWS KMS refused GetPublicKey for REF: KMSInvalidMacException, HTTP status 400',
    hint: '`aws kms describe-key` tells more about the key',
  },
  {
    title: 'a connection that is closed',
    fault: { kind: 'drop' },
    code: 'provider-unreachable',
    message: 'AWS KMS at ENDPOINT cannot be reached: ECONNRESET',
    hint: /^check the network and the name of the region, and the endpoint /,
  },
];

describe('an answer of AWS KMS', () => {
  it.each(rows)('is told: $title', async ({ fault, code, message, hint }) => {
    kms.fail('*', fault, 9);
    const failure = await failureOf(openAtDouble(kms, 'alias/card'));
    expect({ code: failure.code, kind: failure.kind, message: messageOf(failure) }).toEqual({
      code,
      kind: 'provider',
      message: message.replace('REF', ref).replace('ENDPOINT', kms.endpoint),
    });
    expect(failure.hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
  });

  it('has the id of its request in the message, for those who ask AWS', async () => {
    kms.fail('*', error('KMSInternalException'));
    const { message } = await failureOf(openAtDouble(kms, 'alias/card'));
    expect(message).toMatch(/ \(request [0-9a-f-]{36}\)$/);
  });

  it('has the name and the status of the error as its cause, and no more of it', async () => {
    kms.fail('*', error('DisabledException', 'words of the service'));
    const { cause } = await failureOf(openAtDouble(kms, 'alias/card'));
    expect(cause).toBeInstanceOf(Error);
    expect((cause as Error).message).toBe('DisabledException, HTTP status 400');
    expect(Object.keys(cause as Error)).toEqual([]);
    expect((cause as Error).cause).toBeUndefined();
  });
});
