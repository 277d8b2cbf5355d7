/** Knows that the double of AWS KMS is a KMS to boto3, Amazon's client for Python. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBoto3Kms, type Boto3Answer, type Boto3Kms } from '../peers/boto3-kms.js';
import { hasPython } from '../peers/python.js';
import { describePeer } from '../peers/require.js';
import { startKmsDouble } from '../support/kms-double/server.js';
import type { Fault, KmsDouble, KmsDoubleKey } from '../support/kms-double/types.js';

const message = Buffer.from('what is signed');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const place = 'arn:aws:kms:eu-central-1:111122223333';

let kms: KmsDouble;
let boto3: Boto3Kms;

async function startBoth(): Promise<void> {
  kms = await startKmsDouble();
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

function error(code: string, text: string, { status = 400, modelled = true } = {}): Boto3Answer {
  return { code, message: text, status, modelled, hasRequestId: true };
}

const why = 'run test/peers/setup-python.sh';

describePeer('boto3', { found: hasPython(), why }, () => {
  describe('the operations', () => {
    beforeAll(startBoth);
    afterAll(closeBoth);

    it('make a key, describe it, tag it, name it, and give its public key', async () => {
      const Tags = [{ TagKey: 'made-by', TagValue: 'a test' }];
      const spec = { KeySpec: 'ECC_NIST_P384', KeyUsage: 'SIGN_VERIFY', MultiRegion: true };
      const made = await call('create_key', { ...spec, Description: 'for cards', Tags });
      const metadata = made['KeyMetadata'] as Record<string, unknown>;
      const { KeyId, Arn } = metadata;
      expect(metadata).toEqual({
        AWSAccountId: '111122223333',
        KeyId: expect.stringMatching(/^mrk-[0-9a-f]{32}$/) as string,
        Arn: `${place}:key/${String(KeyId)}`,
        CreationDate: expect.closeTo(Date.now() / 1000, -2) as number,
        Enabled: true,
        Description: 'for cards',
        KeyState: 'Enabled',
        Origin: 'AWS_KMS',
        KeyManager: 'CUSTOMER',
        CustomerMasterKeySpec: 'ECC_NIST_P384',
        SigningAlgorithms: ['ECDSA_SHA_384'],
        ...spec,
        MultiRegionConfiguration: {
          MultiRegionKeyType: 'PRIMARY',
          PrimaryKey: { Arn, Region: 'eu-central-1' },
          ReplicaKeys: [],
        },
      });
      expect(await call('describe_key', { KeyId: Arn })).toEqual(made);
      expect(await call('tag_resource', { KeyId, Tags: [{ TagKey: 'b', TagValue: 'c' }] })).toEqual({});
      const tags = { Tags: [...Tags, { TagKey: 'b', TagValue: 'c' }], Truncated: false };
      expect(await call('list_resource_tags', { KeyId })).toEqual(tags);
      const names = { AliasName: 'alias/cards', TargetKeyId: KeyId };
      expect(await call('create_alias', names)).toEqual({});
      expect(await call('list_aliases', { KeyId })).toMatchObject({ Aliases: [names], Truncated: false });
      const fields = await call('get_public_key', { KeyId: 'alias/cards' });
      expect(Object.keys(fields).sort()).toEqual([
        'CustomerMasterKeySpec',
        'KeyId',
        'KeySpec',
        'KeyUsage',
        'PublicKey',
        'SigningAlgorithms',
      ]);
    });

    it('disable, enable and delete a key', async () => {
      const { arn: KeyId } = kms.addKey({ spec: 'ECC_NIST_P256' });
      const ask = { KeyId };
      expect(await call('disable_key', ask)).toEqual({});
      expect(await boto3.call('get_public_key', ask)).toEqual(
        error('DisabledException', `${KeyId} is disabled.`),
      );
      expect(await call('enable_key', ask)).toEqual({});
      const answer = await call('schedule_key_deletion', { ...ask, PendingWindowInDays: 7 });
      expect(answer).toMatchObject({ KeyId, KeyState: 'PendingDeletion', PendingWindowInDays: 7 });
      const pending = error('KMSInvalidStateException', `${KeyId} is pending deletion.`);
      for (const name of ['get_public_key', 'enable_key', 'disable_key', 'schedule_key_deletion'])
        expect(await boto3.call(name, ask)).toEqual(pending);
      expect(await boto3.call('create_alias', { AliasName: 'alias/gone', TargetKeyId: KeyId })).toEqual(
        pending,
      );
    });
  });

  describe('the errors', () => {
    let key: KmsDoubleKey;
    beforeAll(async () => {
      await startBoth();
      key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['taken'] });
    });
    afterEach(() => {
      kms.reset();
    });
    afterAll(closeBoth);

    const digest = base64(createHash('sha256').update(message).digest());
    const sign = (input: Record<string, unknown>): Promise<Boto3Answer> => {
      const defaults = {
        KeyId: key.arn,
        Message: digest,
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      };
      return boto3.call('sign', { ...defaults, ...input });
    };

    it('of Sign have the classes that boto3 has for them', async () => {
      const uuid = '00000000-0000-4000-8000-000000000000';
      expect(await sign({ KeyId: uuid })).toEqual(
        error('NotFoundException', `Key '${place}:key/${uuid}' does not exist`),
      );
      expect(await sign({ KeyId: 'alias/none' })).toEqual(
        error('NotFoundException', `Alias ${place}:alias/none is not found.`),
      );
      expect(await sign({ KeyId: key.arn.replace('eu-', 'us-') })).toEqual(
        error('NotFoundException', 'Invalid arn us-central-1'),
      );
      expect(await sign({ SigningAlgorithm: 'ECDSA_SHA_384' })).toEqual(
        error(
          'InvalidKeyUsageException',
          'Algorithm ECDSA_SHA_384 is incompatible with key spec ECC_NIST_P256.',
        ),
      );
      expect(await sign({ DryRun: true })).toEqual(
        error('DryRunOperationException', 'The request would have succeeded, but the DryRun option is set.', {
          status: 412,
        }),
      );
    });

    it('of validation have no class, and name the member', async () => {
      const invalid = (text: string): Boto3Answer => error('ValidationException', text, { modelled: false });
      expect(await sign({ Message: base64(Buffer.alloc(31)) })).toEqual(
        invalid('Digest is invalid length for algorithm ECDSA_SHA_256.'),
      );
      const long = { MessageType: 'RAW', Message: base64(Buffer.alloc(4097)) };
      expect(await sign(long)).toEqual(
        invalid(
          "1 validation error detected: Value at 'message' failed to satisfy constraint: Member must have length less than or equal to 4096",
        ),
      );
      expect(await boto3.call('sign', { KeyId: key.arn, SigningAlgorithm: 'ECDSA_SHA_256' })).toEqual(
        invalid(
          "1 validation error detected: Value null at 'message' failed to satisfy constraint: Member must not be null",
        ),
      );
      expect(await sign({ MessageType: 'HASH' })).toEqual(
        invalid(
          "1 validation error detected: Value 'HASH' at 'messageType' failed to satisfy constraint: Member must satisfy enum value set: [RAW, DIGEST, EXTERNAL_MU]",
        ),
      );
    });

    it('of the other operations too', async () => {
      const { arn } = kms.addKey({ spec: 'SYMMETRIC_DEFAULT' });
      expect(await boto3.call('get_public_key', { KeyId: arn })).toMatchObject({
        code: 'UnsupportedOperationException',
        modelled: true,
      });
      expect(await boto3.call('describe_key', { KeyId: 'arn:aws:kms:x' })).toMatchObject({
        code: 'InvalidArnException',
        modelled: true,
      });
      const alias = { AliasName: 'alias/taken', TargetKeyId: key.keyId };
      expect(await boto3.call('create_alias', alias)).toEqual(
        error('AlreadyExistsException', `An alias with the name ${place}:alias/taken already exists`),
      );
      const reserved = { KeyId: key.keyId, Tags: [{ TagKey: 'aws:x', TagValue: '' }] };
      expect(await boto3.call('tag_resource', reserved)).toMatchObject({
        code: 'TagException',
        modelled: true,
      });
      expect(await boto3.call('list_aliases', { Marker: 'AAAA' })).toMatchObject({
        code: 'InvalidMarkerException',
        modelled: true,
      });
    });

    it.each<[string, number, boolean, string]>([
      ['AccessDeniedException', 400, false, 'is not authorized to perform: kms:Sign'],
      ['ThrottlingException', 400, false, 'You have exceeded the rate at which you may call KMS.'],
      ['ExpiredTokenException', 400, false, 'The security token included in the request is expired'],
      ['UnrecognizedClientException', 400, false, 'The security token included in the request is invalid.'],
      ['KMSInternalException', 500, true, ''],
      ['KeyUnavailableException', 500, true, ''],
      ['DependencyTimeoutException', 503, true, ''],
    ])('that are asked for, such as %s, arrive whole', async (type, status, modelled, text) => {
      const fault: Fault = { kind: 'error', type };
      kms.fail('Sign', fault);
      const answer = await sign({});
      expect(answer).toMatchObject({ code: type, status, modelled, hasRequestId: true });
      expect((answer as { message: string }).message).toContain(text);
    });

    it('of an operation that the double has not', async () => {
      expect(await boto3.call('list_keys', {})).toMatchObject({
        code: 'UnknownOperationException',
        status: 400,
      });
    });

    it('of members of the wrong type', async () => {
      expect(await boto3.call('list_aliases', { Limit: 'ten' })).toMatchObject({
        code: 'SerializationException',
      });
      expect(await sign({ DryRun: 'yes' })).toMatchObject({ code: 'SerializationException' });
    });

    it('of a signature for another region, or with another secret', async () => {
      const { accessKeyId } = kms.credentials;
      const elsewhere = await startBoto3Kms({ ...kms, region: 'us-east-1' });
      const ask = { KeyId: key.arn };
      const text = "Credential should be scoped to a valid region, not 'us-east-1'. ";
      expect(await elsewhere.call('describe_key', ask)).toEqual(
        error('InvalidSignatureException', text, { modelled: false }),
      );
      await elsewhere.close();
      const other = await startBoto3Kms({ ...kms, credentials: { accessKeyId, secretAccessKey: 'other' } });
      expect(await other.call('describe_key', ask)).toMatchObject({ code: 'InvalidSignatureException' });
      await other.close();
    });
  });
});
