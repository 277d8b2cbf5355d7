/** Knows that no signature that AWS KMS answers with is used unless it is one by the key over what was asked for. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../support/failure.js';
import { openAtDouble, toKmsRef } from '../../../support/kms-double/reach.js';
import { signDigestEcdsa } from '../../../support/kms-double/ready-digests.js';
import type { KmsDouble, KmsDoubleKey, Members } from '../../../support/kms-double/types.js';
import { useKmsDouble } from '../../../support/kms-double/use.js';
import { cardText, signWith } from '../../../support/signed-cards.js';

let kms: KmsDouble;
let ec: KmsDoubleKey;
let rsa: KmsDoubleKey;
useKmsDouble((started) => {
  kms = started;
  ec = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['card'] });
  rsa = kms.addKey({ spec: 'RSA_2048' });
});

const otherArn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

/** A signature by a key, over the digest of any text. */
function signatureBy({ privateKey }: { privateKey: KeyObject }, text = 'x'): string {
  return sign('sha256', Buffer.from(text), privateKey).toString('base64');
}

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('Sign that answers with', () => {
  const response = {
    code: 'provider-response',
    kind: 'provider',
    hint: 'check the endpoint, and what stands between it and this machine; nothing was written',
  };

  it.each([
    ['no signature', () => ({ Signature: undefined }), 'without a signature'],
    ['the name of another key', () => ({ KeyId: otherArn }), 'with a signature by another key'],
    ['the name of no key', () => ({ KeyId: '' }), 'with a signature by another key'],
    [
      'the end of the name of the key',
      () => ({ KeyId: ec.keyId.slice(-12) }),
      'with a signature by another key',
    ],
    ['an object in place of a name', () => ({ KeyId: {} }), 'with a signature by another key'],
    [
      'a name that no text can be made of',
      () => ({ KeyId: { toString: 1, valueOf: 1 } }),
      'with a signature by another key',
    ],
    ['an empty signature', () => ({ Signature: '' }), 'with a signature that is no ES256 in DER'],
    [
      'DER that is cut short',
      ({ Signature }: Members) => ({
        Signature: Buffer.from(String(Signature), 'base64').subarray(0, -1).toString('base64'),
      }),
      'with a signature that is no ES256 in DER',
    ],
    [
      'r and s as JWS has them',
      () => ({ Signature: Buffer.alloc(64, 0x30).toString('base64') }),
      'with a signature that is no ES256 in DER',
    ],
    [
      'DER for another curve',
      () => ({
        Signature: signatureBy(generateKeyPairSync('ec', { namedCurve: 'P-521' })),
      }),
      'with a signature that is no ES256 in DER',
    ],
  ])('%s is refused', async (_, changes, what) => {
    kms.fail('Sign', { kind: 'answer', change: (output) => ({ ...output, ...changes(output) }) });
    const signer = await openAtDouble(kms, 'alias/card');
    const failure = await failureOf(signWith([signer], cardText()));
    await signer.close?.();
    expect(failure).toMatchObject(response);
    expect(failure.message).toBe(`AWS KMS answered Sign for ${toKmsRef(kms, 'alias/card')} ${what}`);
  });

  it.each([
    ['a valid signature by another key', 'ec', (): string => signatureBy(stranger)],
    [
      'a signature of two ones',
      'ec',
      (): string => Buffer.from('3006020101020101', 'hex').toString('base64'),
    ],
    ['an RSA signature that is too short', 'rsa', (): string => Buffer.alloc(255, 1).toString('base64')],
    ['an RSA signature of zeros', 'rsa', (): string => Buffer.alloc(256).toString('base64')],
    ['an empty RSA signature', 'rsa', (): string => ''],
  ] as const)('%s is found wrong before it is used', async (_, which, toSignature) => {
    kms.fail('Sign', { kind: 'answer', change: (output) => ({ ...output, Signature: toSignature() }) });
    const signer = await openAtDouble(kms, { ec, rsa }[which].arn);
    const failure = await failureOf(signWith([signer], cardText()));
    await signer.close?.();
    expect(failure.code).toBe('signature-wrong');
    expect(failure.message).toContain(`the signature that ${signer.ref} made is wrong: `);
    expect(failure.hint).toContain('nothing was written');
  });

  it.each([
    // As emulators do that hash again what they are given.
    ['the digest of the digest', (digest: Buffer) => createHash('sha256').update(digest).digest()],
    ['another digest', (digest: Buffer) => Buffer.from(digest).reverse()],
  ])('a signature over %s is found wrong before it is used', async (_, change) => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { arn } = kms.addKey({
      spec: 'ECC_NIST_P256',
      publicKeyDer: pair.publicKey.export({ type: 'spki', format: 'der' }),
      signer: ({ message }) => signDigestEcdsa(change(Buffer.from(message)), pair.privateKey),
    });
    const signer = await openAtDouble(kms, arn);
    expect((await failureOf(signWith([signer], cardText()))).code).toBe('signature-wrong');
    await signer.close?.();
  });

  it('a PSS signature where PKCS#1 was asked for is found wrong', async () => {
    const signer = await openAtDouble(kms, rsa.arn);
    const pss = await signer.sign('PS256', Buffer.from('x'));
    kms.fail('Sign', {
      kind: 'answer',
      change: (output) => ({ ...output, Signature: Buffer.from(pss).toString('base64') }),
    });
    expect((await failureOf(signWith([signer], cardText(), { algorithm: 'RS256' }))).code).toBe(
      'signature-wrong',
    );
    await signer.close?.();
  });
});
