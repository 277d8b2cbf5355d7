/** Knows that no answer about a key in AWS KMS is believed that is not the answer to the question: another key, another kind. */
import { generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../support/failure.js';
import { openAtDouble, toKmsRef } from '../../../support/kms-double/reach.js';
import type { KmsDouble, KmsDoubleKey, Members } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';

let kms: KmsDouble;
let ec: KmsDoubleKey;
let rsa: KmsDoubleKey;
/** Public halves of RSA keys of other sizes, made before any request has to wait for them. */
const rsaSpki = new Map<number, string>();
useKmsDouble(async (started) => {
  kms = started;
  ec = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  rsa = kms.addKey({ spec: 'RSA_2048' });
  for (const bits of [1024, 2048, 3072]) {
    const { publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits });
    rsaSpki.set(bits, toSpki(publicKey));
  }
});

const otherArn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

function toSpki(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

const onP384 = () => toSpki(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey);

type Row = readonly [title: string, changes: () => Members, code: string, message: RegExp];

const noArn = /^AWS KMS answered for REF without the ARN of a key$/;
const noUsage = /^AWS KMS answered for REF without the usage of the key$/;
const noAlgorithms = /^AWS KMS answered for REF without the algorithms of the key$/;
const notItsSpec = /^AWS KMS answered for REF with a public key that is none of the spec it names$/;
const unreadable = /^AWS KMS answered for REF with a public key that cannot be read$/;

const rows: readonly Row[] = [
  ['no ARN', () => ({ KeyId: undefined }), 'provider-response', noArn],
  [
    'the ARN of an alias',
    () => ({ KeyId: ec.arn.replace(/key\/.*/, 'alias/card') }),
    'provider-response',
    noArn,
  ],
  [
    'another key',
    () => ({ KeyId: otherArn }),
    'provider-response',
    new RegExp(`^AWS KMS answered for REF about another key, ${otherArn}$`),
  ],
  [
    'another usage',
    () => ({ KeyUsage: 'ENCRYPT_DECRYPT' }),
    'key-usage',
    /^the key REF is for ENCRYPT_DECRYPT, not for signing$/,
  ],
  ['no usage', () => ({ KeyUsage: undefined }), 'provider-response', noUsage],
  ['a usage that is no text', () => ({ KeyUsage: {} }), 'provider-response', noUsage],
  [
    'a usage that is no word',
    () => ({ KeyUsage: '<b>' }),
    'key-usage',
    /^the key REF is for something unknown, not for signing$/,
  ],
  [
    'a spec that no algorithm uses',
    () => ({ KeySpec: 'SM2' }),
    'key-unusable',
    /^the key REF has the spec SM2, which no algorithm here uses$/,
  ],
  [
    'no public key',
    () => ({ PublicKey: undefined }),
    'provider-response',
    /^AWS KMS answered for REF without a public key$/,
  ],
  ...([undefined, 5, true, {}, 'ECDSA_SHA_256'] as const).map((given): Row => [
    `${JSON.stringify(given)} in place of algorithms`,
    () => ({ SigningAlgorithms: given }),
    'provider-response',
    noAlgorithms,
  ]),
  [
    'algorithms that are no texts',
    () => ({ SigningAlgorithms: [5, {}, null] }),
    'provider-response',
    notItsSpec,
  ],
  [
    'the algorithms of another spec',
    () => ({ SigningAlgorithms: ['ECDSA_SHA_384'] }),
    'provider-response',
    notItsSpec,
  ],
  ['an empty public key', () => ({ PublicKey: '' }), 'provider-response', unreadable],
  [
    'a public key that is cut short',
    () => ({ PublicKey: ec.publicKeyDer.subarray(0, -5).toString('base64') }),
    'provider-response',
    unreadable,
  ],
  [
    'a point that is not on the curve',
    () => {
      const der = Buffer.from(ec.publicKeyDer);
      der.writeUInt8(der.readUInt8(der.length - 1) ^ 1, der.length - 1);
      return { PublicKey: der.toString('base64') };
    },
    'provider-response',
    unreadable,
  ],
  ['a public key on another curve', () => ({ PublicKey: onP384() }), 'provider-response', notItsSpec],
  ['a public key of RSA', () => ({ PublicKey: rsaSpki.get(2048) }), 'provider-response', notItsSpec],
  [
    'a public key of Ed25519',
    () => ({ PublicKey: toSpki(generateKeyPairSync('ed25519').publicKey) }),
    'provider-response',
    notItsSpec,
  ],
  [
    'a public key of no signatures',
    () => ({ PublicKey: toSpki(generateKeyPairSync('x25519').publicKey) }),
    'key-unusable',
    /^the key REF has the unsupported curve "X25519"/,
  ],
];

/** Members that are no texts, one of which no text can be made of. */
const noTexts = [5, true, {}, [], { toString: 1, valueOf: 1 }] as const;

describe('GetPublicKey that answers with', () => {
  it.each(noTexts)('%j in place of texts is refused', async (given) => {
    for (const changes of [{ KeyId: given }, { KeySpec: given }, { KeyId: given, KeySpec: given }]) {
      const change = (output: Members) => ({ ...output, ...changes });
      kms.fail('GetPublicKey', { kind: 'answer', change });
      expect((await failureOf(openAtDouble(kms, 'alias/card'))).code).toBe('provider-response');
    }
  });

  it.each(noTexts)('no ARN, where DescribeKey has %j in its place, is refused', async (given) => {
    for (const KeyId of [undefined, ec.keyId, ec.arn]) {
      const change = (output: Members) => ({ ...output, KeyId, KeySpec: undefined });
      kms.fail('GetPublicKey', { kind: 'answer', change });
      kms.fail('DescribeKey', { kind: 'garbage', body: JSON.stringify({ KeyMetadata: { Arn: given } }) });
      const failure = await failureOf(openAtDouble(kms, 'alias/card'));
      expect(failure.code).toBe('provider-response');
      expect(failure.message).toMatch(/ without the ARN of a key$/);
    }
  });

  it.each(['{}', '{"KeyMetadata":5}', '{"KeyMetadata":{}}'])(
    'nothing, where DescribeKey says %s, is refused',
    async (body) => {
      kms.fail('GetPublicKey', { kind: 'garbage', body: '{}' });
      kms.fail('DescribeKey', { kind: 'garbage', body });
      const failure = await failureOf(openAtDouble(kms, 'alias/card'));
      expect(failure.code).toBe('provider-response');
      expect(failure.message).toMatch(/ without the ARN of a key$/);
    },
  );

  it.each([
    ['the ARN', () => otherArn],
    ['the id', () => otherArn.slice(otherArn.lastIndexOf('/') + 1)],
    ['the end of the id', () => ec.keyId.slice(-12)],
    ['no letter of the id', () => ''],
  ])('another key by %s, and no spec, is refused', async (_, toKeyId) => {
    const change = (output: Members) => ({ ...output, KeyId: toKeyId(), KeySpec: undefined });
    kms.fail('GetPublicKey', { kind: 'answer', change });
    const failure = await failureOf(openAtDouble(kms, 'alias/card'));
    expect(failure).toMatchObject({
      code: 'provider-response',
      kind: 'provider',
      message: `AWS KMS answered for ${toKmsRef(kms, 'alias/card')} about two different keys`,
    });
  });

  it.each(rows)('%s is refused', async (_, changes, code, message) => {
    // What AWS KMS leaves out of it is asked of DescribeKey, which answers alike.
    const change = (output: Members) => ({ ...output, ...changes() });
    kms.fail('GetPublicKey', { kind: 'answer', change });
    kms.fail('DescribeKey', {
      kind: 'answer',
      change: ({ KeyMetadata: metadata }) => ({ KeyMetadata: { ...(metadata as Members), Arn: undefined } }),
    });
    const failure = await failureOf(openAtDouble(kms, ec.arn));
    expect({ code: failure.code, kind: failure.kind }).toEqual({ code, kind: 'provider' });
    expect(failure.message.replace(toKmsRef(kms, ec.arn), 'REF')).toMatch(message);
    expect(failure.hint).toBeTruthy();
  });

  it('another key is refused where the id was given, too, and taken where an alias was', async () => {
    const fault = {
      kind: 'answer',
      change: (output: Members) => ({ ...output, KeyId: otherArn }),
    } as const;
    kms.fail('GetPublicKey', fault, 2);
    expect((await failureOf(openAtDouble(kms, ec.keyId))).message).toContain('about another key, ');
    const signer = await openAtDouble(kms, 'alias/card');
    await signer.close?.();
    expect(signer.keyName).toBe(otherArn);
  });

  it.each([
    [1024, /^the key \S+ is RSA of 1024 bits; at least 2048 are needed$/],
    [3072, /^AWS KMS answered for \S+ with a public key that is none of the spec it names$/],
  ])('an RSA key of %i bits for one of 2,048 is refused', async (bits, message) => {
    kms.fail('GetPublicKey', {
      kind: 'answer',
      change: (output) => ({ ...output, PublicKey: rsaSpki.get(bits) }),
    });
    expect((await failureOf(openAtDouble(kms, rsa.arn))).message).toMatch(message);
  });

  it('neither spec nor ARN, as others than AWS do, has them asked of DescribeKey', async () => {
    const change = ({ KeySpec: _, CustomerMasterKeySpec: __, ...output }: Members) => ({
      ...output,
      KeyId: ec.keyId,
    });
    kms.fail('GetPublicKey', { kind: 'answer', change });
    const signer = await openAtDouble(kms, 'alias/card');
    await signer.close?.();
    expect(signer).toMatchObject({ keyName: ec.arn, algorithms: ['ES256'] });
    expect(kms.requests.map(({ operation }) => operation)).toEqual(['GetPublicKey', 'DescribeKey']);
  });
});
