/** Knows that the double of AWS KMS makes signatures that OpenSSL and the Python package cryptography accept. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBoto3Kms, type Boto3Kms } from '../peers/boto3-kms.js';
import { startMlDsa, type MlDsa } from '../peers/ml-dsa.js';
import { hasOpenssl, opensslVerify } from '../peers/openssl.js';
import { opensslVerifyDigest } from '../peers/openssl-digests.js';
import { hasPython } from '../peers/python.js';
import { describePeer } from '../peers/require.js';
import { algorithmRow, keySpecs, type KeySpec } from '../support/kms-double/key-specs.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from '../support/kms-double/types.js';

const message = Buffer.from('what is signed');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

let kms: KmsDouble;
let boto3: Boto3Kms;

async function startBoth(digests: 'node' | 'openssl'): Promise<void> {
  kms = await startKmsDouble({ digests });
  boto3 = await startBoto3Kms(kms);
}

async function closeBoth(): Promise<void> {
  await boto3.close();
  await kms.close();
}

/** The members of an answer; fails with the error where there is one. */
async function call(operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await boto3.call(operation, input);
  expect(answer).toHaveProperty('output');
  return (answer as { output: Record<string, unknown> }).output;
}

const why = 'run test/peers/setup-python.sh';

describePeer('boto3', { found: hasPython(), why }, () => {
  describePeer('openssl', { found: hasOpenssl(), why: 'no openssl 3 on the path' }, () => {
    describe.each(['node', 'openssl'] as const)('digests signed by %s', (digests) => {
      const keys = new Map<KeySpec, KmsDoubleKey>();
      const keyOf = (spec: KeySpec): KmsDoubleKey => {
        const key = keys.get(spec) ?? kms.addKey({ spec });
        keys.set(spec, key);
        return key;
      };
      const rows = Object.entries(keySpecs).flatMap(([spec, { signing }]) =>
        signing
          .filter((algorithm) => /^(?:ECDSA|RSA)/.test(algorithm))
          .map((algorithm) => [spec as KeySpec, algorithm] as const),
      );
      beforeAll(() => startBoth(digests));
      afterAll(closeBoth);

      it.each(rows)('%s with %s is what openssl accepts, and of no other digest', async (spec, algorithm) => {
        const { arn, pem } = keyOf(spec);
        const hash = algorithmRow(algorithm).digest!;
        const digest = createHash(hash).update(message).digest();
        const input = {
          KeyId: arn,
          Message: base64(digest),
          MessageType: 'DIGEST',
          SigningAlgorithm: algorithm,
        };
        const output = await call('sign', input);
        const signature = Buffer.from(output['Signature'] as string, 'base64');
        const { family } = algorithmRow(algorithm);
        const padding = family === 'pss' || family === 'pkcs1' ? family : undefined;
        const method = { hash, padding, saltLength: digest.length };
        const signed = { digest, signature, publicKeyPem: pem };
        expect(opensslVerifyDigest(signed, method)).toBe(true);
        const other = createHash(hash).update('something else').digest();
        expect(opensslVerifyDigest({ ...signed, digest: other }, method)).toBe(false);
        if (padding === 'pss')
          expect(opensslVerifyDigest(signed, { ...method, saltLength: digest.length - 1 })).toBe(false);
      });
    });

    it('digests signed by openssl are signed by the program and nothing else', async () => {
      await startBoth('openssl');
      const { arn } = kms.addKey({ spec: 'ECC_NIST_P256' });
      const input = { KeyId: arn, Message: base64(Buffer.alloc(32)), MessageType: 'DIGEST' };
      vi.stubEnv('PATH', '');
      const answer = await boto3.call('sign', { ...input, SigningAlgorithm: 'ECDSA_SHA_256' });
      vi.unstubAllEnvs();
      expect(answer).toMatchObject({
        code: 'KMSInternalException',
        message: expect.stringContaining('openssl ENOENT') as string,
      });
      await closeBoth();
    });

    it('Ed25519 signs the message as openssl has it', async () => {
      await startBoth('node');
      const { arn, pem } = kms.addKey({ spec: 'ECC_NIST_EDWARDS25519' });
      const input = { KeyId: arn, Message: base64(message), SigningAlgorithm: 'ED25519_SHA_512' };
      const { Signature } = await call('sign', input);
      const signature = Buffer.from(Signature as string, 'base64');
      expect(opensslVerify({ alg: 'EdDSA', publicKeyPem: pem, signingInput: message, signature })).toBe(true);
      await closeBoth();
    });
  });

  describe('ML-DSA', () => {
    let mlDsa: MlDsa;
    beforeAll(async () => {
      await startBoth('node');
      mlDsa = await startMlDsa();
    });
    afterAll(async () => {
      await mlDsa.close();
      await closeBoth();
    });

    it.each(['44', '65', '87'] as const)('%s signs a message and its mu alike', async (parameters) => {
      const { publicKeyDer, sign, verify } = await mlDsa.createKey(parameters);
      const { arn } = kms.addKey({
        spec: `ML_DSA_${parameters}`,
        publicKeyDer,
        signer: (request) => sign(request.message, request.messageType === 'EXTERNAL_MU'),
      });
      const { PublicKey } = await call('get_public_key', { KeyId: arn });
      expect(PublicKey).toBe(base64(publicKeyDer));
      const input = { KeyId: arn, SigningAlgorithm: 'ML_DSA_SHAKE_256' };
      for (const [MessageType, bytes] of [
        ['RAW', message],
        ['EXTERNAL_MU', toMu(publicKeyDer)],
      ] as const) {
        const { Signature } = await call('sign', { ...input, MessageType, Message: base64(bytes) });
        expect(await verify(message, Buffer.from(Signature as string, 'base64'))).toBe(true);
      }
      const short = { ...input, MessageType: 'EXTERNAL_MU', Message: base64(Buffer.alloc(63)) };
      expect(await boto3.call('sign', short)).toMatchObject({
        code: 'ValidationException',
        message: 'External Mu is invalid length for algorithm ML_DSA_SHAKE_256.',
      });
    });

    /** FIPS 204, algorithms 2 and 7, for the empty context: the key is what follows the header of its DER. */
    function toMu(publicKeyDer: Buffer): Buffer {
      const shake = (data: Uint8Array): Buffer =>
        createHash('shake256', { outputLength: 64 }).update(data).digest();
      const key = publicKeyDer.subarray(22);
      return shake(Buffer.concat([shake(key), Buffer.of(0, 0), message]));
    }
  });
});
