/** Knows how keys in AWS KMS are named, and what is said of what names none. */
import { describe, expect, it } from 'vitest';
import { parseKeyRef } from '../../../../src/keys/key-ref.js';
import {
  isKeyArn,
  parseAwsKeyName,
  parseNewKeyName,
  type AwsKeyName,
} from '../../../../src/keys/providers/awskms/name.js';
import { CardctlError } from '../../../../src/errors.js';

const id = '1234abcd-12ab-34cd-56ef-1234567890ab';
const mrk = 'mrk-1234abcd12ab34cd56ef1234567890ab';
const account = '111122223333';
const keyArn = `arn:aws:kms:eu-west-1:${account}:key/${id}`;
const aliasArn = `arn:aws:kms:eu-west-1:${account}:alias/agent/card`;
const usualHint = 'write awskms:///alias/NAME, awskms:///KEY-ID, or the ARN of the key as AWS shows it';

function parse(text: string): AwsKeyName {
  return parseAwsKeyName(parseKeyRef(text));
}

function refusal(run: () => unknown): CardctlError {
  try {
    run();
  } catch (error) {
    if (error instanceof CardctlError) return error;
    throw error;
  }
  return expect.unreachable('it is taken');
}

const nowhere = { region: undefined, endpoint: undefined };

describe('a key in AWS KMS is named', () => {
  it.each([
    ['its id', `awskms:///${id}`, { keyId: id, kind: 'id' }],
    ['the id of a multi-Region key', `awskms:///${mrk}`, { keyId: mrk, kind: 'id' }],
    ['an alias', 'awskms:///alias/card', { keyId: 'alias/card', kind: 'alias' }],
    ['an alias with slashes', 'awskms:///alias/a/b', { keyId: 'alias/a/b', kind: 'alias' }],
    ['an alias of AWS', 'awskms:///alias/aws/s3', { keyId: 'alias/aws/s3', kind: 'alias' }],
    ['an alias of all kinds of characters', 'awskms:///alias/_A-9', { keyId: 'alias/_A-9', kind: 'alias' }],
    ['the scheme in capitals', 'AWSKMS:///alias/card', { keyId: 'alias/card', kind: 'alias' }],
  ] as const)('by %s', (_, text, due) => {
    expect(parse(text)).toEqual({ ...nowhere, ...due });
  });

  it.each([
    ['its ARN', keyArn, 'arn'],
    ['the ARN of an alias', aliasArn, 'alias'],
    ['the ARN of a multi-Region key', `arn:aws:kms:eu-west-1:${account}:key/${mrk}`, 'arn'],
  ])('by %s, which says the region, bare as in a URI', (_, arn, kind) => {
    const due = { keyId: arn, kind, region: 'eu-west-1', endpoint: undefined };
    expect(parse(arn)).toEqual(due);
    expect(parse(`awskms:///${arn}`)).toEqual(due);
    expect(parse(`awskms:///${arn}?region=eu-west-1`)).toEqual(due);
  });

  it.each([
    ['aws', 'us-east-1'],
    ['aws-cn', 'cn-north-1'],
    ['aws-us-gov', 'us-gov-west-1'],
    ['aws-iso', 'us-iso-east-1'],
    ['aws-iso-b', 'us-isob-east-1'],
    ['aws-iso-e', 'eu-isoe-west-1'],
    ['aws-eusc', 'eusc-de-east-1'],
  ])('by an ARN of the partition %s', (partition, region) => {
    const arn = `arn:${partition}:kms:${region}:${account}:key/${id}`;
    expect(parse(arn)).toEqual({ keyId: arn, kind: 'arn', region, endpoint: undefined });
    expect(isKeyArn(arn)).toBe(true);
    expect(isKeyArn(arn.replace(`key/${id}`, 'alias/card'))).toBe(false);
  });

  it('with the region behind it, where it is no ARN', () => {
    expect(parse('awskms:///alias/card?region=eu-west-1')).toEqual({
      keyId: 'alias/card',
      kind: 'alias',
      region: 'eu-west-1',
      endpoint: undefined,
    });
    expect(parse(`awskms:///${id}?region=us-gov-west-1`).region).toBe('us-gov-west-1');
  });

  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:4566', 'http://127.0.0.1:4566'],
    ['[::1]:4566', 'http://[::1]:4566'],
    ['kms.company.example', 'https://kms.company.example'],
    ['kms.company.example:8443', 'https://kms.company.example:8443'],
    ['10.0.0.7:443', 'https://10.0.0.7:443'],
    ['127.0.0.1.company.example', 'https://127.0.0.1.company.example'],
    ['localhost.company.example', 'https://localhost.company.example'],
  ])('at the endpoint %s', (host, endpoint) => {
    expect(parse(`awskms://${host}/alias/card`)).toEqual({
      keyId: 'alias/card',
      kind: 'alias',
      region: undefined,
      endpoint,
    });
    expect(parse(`awskms://${host}/${keyArn}`)).toMatchObject({ keyId: keyArn, endpoint });
  });
});

describe('no key in AWS KMS is named by', () => {
  const form = 'is not of the form awskms://[HOST]/KEY[?region=REGION]';
  const noKey = (key: string) => `names "${key}", which is no key id, alias/NAME or ARN of a key`;

  it.each([
    ['awskms:alias/card', form],
    ['awskms:/alias/card', form],
    ['awskms://alias', form],
    ['awskms:///alias/card?region=', form],
    ['awskms:///alias/card?region=EU-WEST-1', form],
    ['awskms:///alias/card?region=eu-west-1&x=y', form],
    ['awskms:///alias/card?profile=x', form],
    ['awskms:///alias/card#x', form],
    ['awskms:///', 'names no key'],
    ['awskms:///card', noKey('card')],
    ['awskms:///alias/', noKey('alias/')],
    ['awskms:///alias/a b', noKey('alias/a b')],
    ['awskms:///alias/%61', noKey('alias/%61')],
    [`awskms:///alias/${'x'.repeat(251)}`, noKey(`alias/${'x'.repeat(251)}`)],
    [`awskms:///${id.toUpperCase()}`, noKey(id.toUpperCase())],
    [`awskms:///key/${id}`, noKey(`key/${id}`)],
    [`awskms:///${id}0`, noKey(`${id}0`)],
    [`awskms:///0${id}`, noKey(`0${id}`)],
    [`awskms:///${mrk.slice(0, -1)}`, noKey(mrk.slice(0, -1))],
    ['arn:aws:kms:eu-west-1:111122223333:key/card', noKey('arn:aws:kms:eu-west-1:111122223333:key/card')],
    [`arn:aws:s3:eu-west-1:${account}:key/${id}`, noKey(`arn:aws:s3:eu-west-1:${account}:key/${id}`)],
    [`arn:azure:kms:eu-west-1:${account}:key/${id}`, noKey(`arn:azure:kms:eu-west-1:${account}:key/${id}`)],
    [`arn:aws:kms::${account}:key/${id}`, noKey(`arn:aws:kms::${account}:key/${id}`)],
    [`arn:aws:kms:eu-west-1:1111:key/${id}`, noKey(`arn:aws:kms:eu-west-1:1111:key/${id}`)],
    [`arn:aws:kms:eu-west-1:${account}:${id}`, noKey(`arn:aws:kms:eu-west-1:${account}:${id}`)],
    [`${keyArn}?region=eu-west-1`, noKey(`${keyArn}?region=eu-west-1`)],
    ...[keyArn, aliasArn].map((one) => [
      `awskms:///${one}?region=us-east-1`,
      'names two regions: eu-west-1 in the ARN, and us-east-1 behind it',
      'leave out ?region=',
    ]),
    ...['/alias/card', '//alias/card', 'eu-west-1/alias/card', 'localhost/alias/a/b'].map((key) => [
      `awskms:///${key}`,
      `names "${key}": what stands before /alias/ is no part of a name`,
    ]),
  ] as [string, string, string?][])('%s', (text, problem, due = usualHint) => {
    const { code, kind, message, hint } = refusal(() => parse(text));
    expect({ code, kind, message, hint }).toEqual({
      code: 'key-ref-invalid',
      kind: 'usage',
      message: `key ref "${text}" ${problem}`,
      hint: due,
    });
  });

  it.each([
    'awskms://user@kms.company.example/alias/card',
    'awskms://user:secret@localhost/alias/card',
    'AWSKMS://user:secret@localhost/alias/card?region=eu-west-1',
    'awskms://:secret@localhost',
    'awskms:user:secret@localhost/alias/card',
    'awskms:///user:secret@localhost/alias/card',
    'awskms://user:se/cret@localhost/alias/card',
  ])('a user, whose password may be before the sign and is not repeated: %s', (text) => {
    for (const run of [parseAwsKeyName, parseNewKeyName]) {
      const error = refusal(() => run(parseKeyRef(text)));
      expect(error).toMatchObject({
        code: 'key-ref-invalid',
        kind: 'usage',
        message: 'the key ref awskms: names a user, and AWS KMS knows none',
        hint: `${usualHint}; credentials come from the AWS configuration`,
      });
    }
  });

  it.each([
    'kms_1.example',
    'localhost:port',
    'localhost:123456',
    'kms.example:99999',
    '[::2]:80',
    '127.0.0.1:70000',
    'a b',
    '%6cocalhost',
  ])('a host that is none: %s', (host) => {
    const { code, message } = refusal(() => parse(`awskms://${host}/alias/card`));
    expect({ code, message }).toEqual({
      code: 'key-ref-invalid',
      message: `key ref "awskms://${host}/alias/card" names "${host}", which is no host`,
    });
  });
});

describe('a new key is named', () => {
  const parseNew = (text: string) => parseNewKeyName(parseKeyRef(text));

  it('by an alias, with region and endpoint', () => {
    expect(parseNew('awskms:///alias/card')).toEqual({ ...nowhere, keyId: 'alias/card', kind: 'alias' });
    expect(parseNew('awskms://localhost:8080/alias/a/b?region=eu-west-1')).toEqual({
      keyId: 'alias/a/b',
      kind: 'alias',
      region: 'eu-west-1',
      endpoint: 'http://localhost:8080',
    });
  });

  it('by nothing', () => {
    expect(parseNew('awskms:///')).toEqual({ ...nowhere, keyId: '', kind: 'id' });
    expect(parseNew('awskms:///?region=eu-west-1').region).toBe('eu-west-1');
  });

  it.each([
    `awskms:///${id}`,
    `awskms:///${mrk}`,
    keyArn,
    aliasArn,
    `awskms:///${keyArn}`,
    `awskms:///${aliasArn}`,
  ])('not by what AWS KMS gives itself: %s', (text) => {
    const { code, message, hint } = refusal(() => parseNew(text));
    expect({ code, message, hint }).toEqual({
      code: 'key-ref-invalid',
      message: `the new key cannot be made as "${text}": AWS KMS gives ids and ARNs itself`,
      hint: 'name an alias: awskms:///alias/NAME',
    });
  });

  it.each(['awskms:///alias/aws/card', 'awskms://localhost:8080/alias/aws/a/b?region=eu-west-1'])(
    'not by an alias that AWS keeps for itself: %s',
    (text) => {
      const { code, message, hint } = refusal(() => parseNew(text));
      expect({ code, message, hint }).toEqual({
        code: 'key-ref-invalid',
        message: `key ref "${text}" names an alias that AWS keeps for its own keys`,
        hint: 'choose a name without aws/ in front',
      });
    },
  );

  it('by an alias that only begins alike', () => {
    expect(parseNew('awskms:///alias/awsome').keyId).toBe('alias/awsome');
  });

  it('not by what is no name', () => {
    expect(refusal(() => parseNew('awskms:///card')).message).toContain('names "card", which is no key id');
  });
});
