/** Knows when a request is signed as AWS wants it (Signature Version 4), and what AWS says when it isn't. */
import { createHash, createHmac } from 'node:crypto';
import { KmsError } from './errors.js';

/** A request as it came; `headers` has lower-case names. */
export type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export const testCredentials = {
  accessKeyId: 'AKIDKMSDOUBLE0000001',
  secretAccessKey: 'kms+double/secret/for/tests/only/0000001',
};

/** Throws what AWS answers for a request that isn't signed by the credentials of tests, for this region, now. */
export function assertSigned(request: SignedRequest, region: string, now: number): void {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new KmsError('MissingAuthenticationTokenException');
  const date = request.headers['x-amz-date'];
  const fields = readFields(authorization, date);
  const [accessKeyId = '', day = '', scopeRegion = '', service, end] = fields.Credential.split('/');
  if (accessKeyId !== testCredentials.accessKeyId) throw new KmsError('UnrecognizedClientException');
  const scope = `${day}/${scopeRegion}/kms/aws4_request`;
  if (scopeRegion !== region)
    throw invalid(`Credential should be scoped to a valid region, not '${scopeRegion}'. `);
  if (service !== 'kms') throw invalid("Credential should be scoped to correct service: 'kms'. ");
  if (end !== 'aws4_request' || !fields.date.startsWith(day))
    throw invalid('Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP');
  assertCurrent(fields.date, now);
  const text = [
    'AWS4-HMAC-SHA256',
    fields.date,
    scope,
    sha256(toCanonicalRequest(request, fields.SignedHeaders)),
  ];
  const key = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${testCredentials.secretAccessKey}`);
  if (hmac(key, text.join('\n')).toString('hex') !== fields.Signature) throw invalid(mismatch);
}

const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

function invalid(message: string): KmsError {
  return new KmsError('InvalidSignatureException', message);
}

type Fields = { Credential: string; SignedHeaders: string; Signature: string; date: string };

// AWS repeats the header in its message: what shows messages of AWS must cope with that.
function readFields(authorization: string, date: string | undefined): Fields {
  const found = Object.fromEntries(
    [...authorization.matchAll(/(Credential|SignedHeaders|Signature)=([^,\s]+)/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Partial<Fields>;
  const { Credential, SignedHeaders, Signature } = found;
  if (authorization.startsWith('AWS4-HMAC-SHA256 ') && Credential && SignedHeaders && Signature && date)
    return { Credential, SignedHeaders, Signature, date };
  const missing = [
    ...['Credential', 'Signature', 'SignedHeaders']
      .filter((name) => !(name in found))
      .map((name) => `Authorization header requires '${name}' parameter.`),
    ...(date ? [] : ["Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."]),
  ];
  throw new KmsError(
    'IncompleteSignatureException',
    [...missing, `Authorization=${authorization}`].join(' '),
  );
}

const allowedSkew = 5 * 60_000;

function assertCurrent(date: string, now: number): void {
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  const show = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
  if (at < now - allowedSkew)
    throw invalid(
      `Signature expired: ${date} is now earlier than ${show(now - allowedSkew)} (${show(now)} - 5 min.)`,
    );
  if (!(at <= now + allowedSkew))
    throw invalid(
      `Signature not yet current: ${date} is still later than ${show(now + allowedSkew)} (${show(now)} + 5 min.)`,
    );
}

function toCanonicalRequest({ method, path, headers, body }: SignedRequest, signedHeaders: string): string {
  const [uri = '', query = ''] = path.split('?');
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`);
  return [method, uri, query, lines.join(''), signedHeaders, sha256(body)].join('\n');
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
