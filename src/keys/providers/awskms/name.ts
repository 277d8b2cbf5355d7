/** Knows how a key in AWS KMS is named: by its id, an alias or an ARN of either, with region and endpoint. */
import { CardctlError } from '../../../errors.js';
import type { KeyRef } from '../../key-ref.js';

export type AwsKeyName = {
  /** What AWS calls KeyId: a key id, `alias/NAME`, or the ARN of either. */
  readonly keyId: string;
  /** Of the ARN or the URI; where neither says one, the usual AWS sources decide. */
  readonly region: string | undefined;
  /** `arn` says which key it is, in which account and region; `id` which key; an `alias` can be pointed elsewhere. */
  readonly kind: 'arn' | 'id' | 'alias';
  /** In place of the region's own: an https origin, or http on loopback. */
  readonly endpoint: string | undefined;
};

const partition = '(aws[a-z-]*)';
// AWS writes a multi-Region key's id without hyphens behind `mrk-`; others, as moto does, with them.
const keyPattern =
  '(?:mrk-[0-9a-f]{32}|(?:mrk-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const aliasPattern = 'alias/[A-Za-z0-9/_-]{1,250}';
const arn = new RegExp(
  `^arn:${partition}:kms:([a-z0-9-]+):([0-9]{12}):(?:(key/${keyPattern})|${aliasPattern})$`,
);
const plainName = new RegExp(`^(?:(${keyPattern})|${aliasPattern})$`);

/** Whether a text is the ARN of a key, and not that of an alias. */
export function isKeyArn(text: string): boolean {
  return arn.exec(text)?.[4] !== undefined;
}

/** Whether what an answer says is the key of that ARN: AWS says the ARN, others that speak its protocol the id alone. */
export function isNameOfKey(said: unknown, arn: string): boolean {
  return typeof said === 'string' && (said === arn || arn.endsWith(`/${said}`));
}

/**
 * Reads `awskms://[HOST[:PORT]]/KEY[?region=REGION]` or a bare ARN (`arn:PARTITION:kms:REGION:ACCOUNT:key/ID` or
 * `...:alias/NAME`). KEY is a key id, `alias/NAME` or an ARN. Throws `key-ref-invalid`.
 */
export function parseAwsKeyName(ref: KeyRef): AwsKeyName {
  const parts = splitRef(ref);
  return readKey(parts.key, parts);
}

/** Reads the name of a key that is to be made: an alias, or none (`awskms:///`), when `keyId` is empty. */
export function parseNewKeyName(ref: KeyRef): AwsKeyName {
  const parts = splitRef(ref);
  const { key, region, endpoint, text } = parts;
  if (key === '') return { keyId: '', kind: 'id', region, endpoint };
  const name = readKey(key, parts);
  if (key.startsWith('alias/aws/')) {
    throw refuse(
      text,
      'names an alias that AWS keeps for its own keys',
      'choose a name without aws/ in front',
    );
  }
  if (plainName.test(key) && name.kind === 'alias') return name;
  throw new CardctlError(
    'key-ref-invalid',
    `the new key cannot be made as "${text}": AWS KMS gives ids and ARNs itself`,
    {
      hint: 'name an alias: awskms:///alias/NAME',
    },
  );
}

function splitRef({ scheme, target, text }: KeyRef): Parts & { readonly key: string } {
  if (scheme === 'arn') return { key: text, text, region: undefined, endpoint: undefined };
  if (/^[^?]*@/.test(target)) {
    // What stands before the sign may be a password.
    throw new CardctlError('key-ref-invalid', 'the key ref awskms: names a user, and AWS KMS knows none', {
      hint: `${hint}; credentials come from the AWS configuration`,
    });
  }
  const match = /^\/\/([^/?#]*)\/([^?#]*)(?:\?region=([a-z0-9-]{1,40}))?$/.exec(target);
  if (match === null) throw refuse(text, 'is not of the form awskms://[HOST]/KEY[?region=REGION]');
  const [, host = '', key = '', region] = match;
  return { key, text, region, endpoint: host === '' ? undefined : toEndpoint(host, text) };
}

type Parts = Pick<AwsKeyName, 'region' | 'endpoint'> & { readonly text: string };

function readKey(keyId: string, { text, region, endpoint }: Parts): AwsKeyName {
  const plain = plainName.exec(keyId);
  if (plain !== null) return { keyId, region, kind: plain[1] === undefined ? 'alias' : 'id', endpoint };
  const [, , arnRegion, , key] = arn.exec(keyId) ?? [];
  if (arnRegion === undefined) throw refuse(text, explainKey(keyId));
  if (region !== undefined && region !== arnRegion) {
    throw refuse(
      text,
      `names two regions: ${arnRegion} in the ARN, and ${region} behind it`,
      'leave out ?region=',
    );
  }
  return { keyId, region: arnRegion, kind: key === undefined ? 'alias' : 'arn', endpoint };
}

function explainKey(keyId: string): string {
  if (keyId === '') return 'names no key';
  if (keyId.includes('/alias/')) return `names "${keyId}": what stands before /alias/ is no part of a name`;
  return `names "${keyId}", which is no key id, alias/NAME or ARN of a key`;
}

function toEndpoint(host: string, text: string): string {
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host);
  // Elsewhere by https alone: session credentials are sent, and the answer names the key.
  const url = `${isLoopback ? 'http' : 'https'}://${host}`;
  const isHost = /^[A-Za-z0-9.-]+(?::\d{1,5})?$/.test(host) || isLoopback;
  if (isHost && URL.canParse(url)) return url;
  throw refuse(text, `names "${host}", which is no host`);
}

const hint = 'write awskms:///alias/NAME, awskms:///KEY-ID, or the ARN of the key as AWS shows it';

function refuse(text: string, problem: string, next = hint): CardctlError {
  return new CardctlError('key-ref-invalid', `key ref "${text}" ${problem}`, { hint: next });
}
