/** Knows that the double of AWS KMS keeps keys and aliases as KMS does, in each of their states. */
import { createHash, verify } from 'node:crypto';
import {
  CreateAliasCommand,
  CreateKeyCommand,
  DescribeKeyCommand,
  DisableKeyCommand,
  EnableKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  ListAliasesCommand,
  ListResourceTagsCommand,
  ScheduleKeyDeletionCommand,
  SignCommand,
  TagResourceCommand,
  UpdateAliasCommand,
  type SignCommandInput,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectKms, refusal } from './kms-client.js';
import { startKmsDouble } from './kms-double/server.js';
import type { KmsDouble, KmsDoubleKey } from './kms-double/types.js';

let kms: KmsDouble;
let client: KMSClient;
let key: KmsDoubleKey;
const message = Buffer.from('what is signed');
const digest = createHash('sha256').update(message).digest();

beforeAll(async () => {
  kms = await startKmsDouble();
  client = connectKms(kms);
  key = kms.addKey({ spec: 'ECC_NIST_P256', aliases: ['agent-card'], description: 'signs cards' });
});
beforeEach(() => {
  kms.reset();
});
afterAll(() => kms.close());

function sign(input: Partial<SignCommandInput> = {}): SignCommand {
  const defaults = { SigningAlgorithm: 'ECDSA_SHA_256', MessageType: 'DIGEST', Message: digest } as const;
  return new SignCommand({ KeyId: key.keyId, ...defaults, ...input });
}

const place = 'arn:aws:kms:eu-central-1:111122223333';

describe('a key', () => {
  it('is found by its id, its ARN, its alias and the ARN of its alias, and answers by its ARN', async () => {
    const ids = [key.keyId, key.arn, 'alias/agent-card', `${place}:alias/agent-card`];
    for (const KeyId of ids) {
      expect((await client.send(sign({ KeyId }))).KeyId).toBe(key.arn);
      expect((await client.send(new GetPublicKeyCommand({ KeyId }))).KeyId).toBe(key.arn);
    }
  });

  it('gives its public key, its spec under both names, its usage and its algorithms', async () => {
    const { PublicKey, $metadata, ...rest } = await client.send(new GetPublicKeyCommand({ KeyId: key.arn }));
    expect(Buffer.from(PublicKey!)).toEqual(key.publicKey.export({ type: 'spki', format: 'der' }));
    expect(key.pem).toBe(key.publicKey.export({ type: 'spki', format: 'pem' }));
    expect($metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({
      KeyId: key.arn,
      CustomerMasterKeySpec: 'ECC_NIST_P256',
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'SIGN_VERIFY',
      SigningAlgorithms: ['ECDSA_SHA_256'],
    });
  });

  it('has the metadata that KMS shows', async () => {
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: 'alias/agent-card' }));
    expect(KeyMetadata).toEqual({
      AWSAccountId: '111122223333',
      KeyId: key.keyId,
      Arn: key.arn,
      CreationDate: expect.any(Date) as Date,
      Enabled: true,
      Description: 'signs cards',
      KeyUsage: 'SIGN_VERIFY',
      KeyState: 'Enabled',
      Origin: 'AWS_KMS',
      KeyManager: 'CUSTOMER',
      CustomerMasterKeySpec: 'ECC_NIST_P256',
      KeySpec: 'ECC_NIST_P256',
      SigningAlgorithms: ['ECDSA_SHA_256'],
      MultiRegion: false,
    });
  });

  it('that is symmetric has no public key', async () => {
    const { arn } = kms.addKey({ spec: 'SYMMETRIC_DEFAULT' });
    const [name] = await refusal(client.send(new GetPublicKeyCommand({ KeyId: arn })));
    expect(name).toBe('UnsupportedOperationException');
  });

  it('that is disabled is still described, and works again when enabled', async () => {
    const { arn, keyId } = kms.addKey({ spec: 'ECC_NIST_P256' });
    await client.send(new DisableKeyCommand({ KeyId: keyId }));
    const expected = ['DisabledException', 400, `${arn} is disabled.`];
    expect(await refusal(client.send(sign({ KeyId: arn })))).toEqual(expected);
    expect(await refusal(client.send(new GetPublicKeyCommand({ KeyId: arn })))).toEqual(expected);
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: arn }));
    expect(KeyMetadata).toMatchObject({ KeyState: 'Disabled', Enabled: false });
    await client.send(new EnableKeyCommand({ KeyId: arn }));
    expect((await client.send(sign({ KeyId: arn }))).KeyId).toBe(arn);
  });

  it('that is pending deletion can only be looked at', async () => {
    const { arn, keyId } = kms.addKey({ spec: 'ECC_NIST_P256', state: 'Disabled' });
    const days = { KeyId: arn, PendingWindowInDays: 7 };
    const answer = await client.send(new ScheduleKeyDeletionCommand(days));
    expect(answer).toMatchObject({ KeyId: arn, KeyState: 'PendingDeletion', PendingWindowInDays: 7 });
    const expected = ['KMSInvalidStateException', 400, `${arn} is pending deletion.`];
    const KeyId = keyId;
    expect(await refusal(client.send(sign({ KeyId })))).toEqual(expected);
    expect(await refusal(client.send(new GetPublicKeyCommand({ KeyId })))).toEqual(expected);
    expect(await refusal(client.send(new EnableKeyCommand({ KeyId })))).toEqual(expected);
    expect(await refusal(client.send(new ScheduleKeyDeletionCommand({ KeyId })))).toEqual(expected);
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId }));
    expect(KeyMetadata?.DeletionDate?.getTime()).toBeCloseTo(Date.now() + 7 * 86_400_000, -5);
  });

  it('for several regions has the same id and material in each, and its own ARN', async () => {
    const primary = kms.addKey({ spec: 'ECC_NIST_P256', multiRegion: true });
    const other = await startKmsDouble({ region: 'us-east-1' });
    const replica = other.addKey({ spec: 'ECC_NIST_P256', replicaOf: primary });
    expect(primary.keyId).toMatch(/^mrk-[0-9a-f]{32}$/);
    expect(replica.arn).toBe(primary.arn.replace('eu-central-1', 'us-east-1'));
    const { Signature } = await connectKms(other).send(sign({ KeyId: primary.keyId }));
    expect(verify('sha256', message, primary.publicKey, Signature!)).toBe(true);
    const { KeyMetadata } = await connectKms(other).send(new DescribeKeyCommand({ KeyId: replica.arn }));
    expect(KeyMetadata?.MultiRegionConfiguration).toMatchObject({
      MultiRegionKeyType: 'REPLICA',
      PrimaryKey: { Arn: primary.arn, Region: 'eu-central-1' },
    });
    await other.close();
  });

  it('is made with tags and a description, and takes more tags', async () => {
    const Tags = [{ TagKey: 'made-by', TagValue: 'a test' }];
    const input = {
      KeySpec: 'RSA_2048',
      KeyUsage: 'SIGN_VERIFY',
      MultiRegion: true,
      Description: 'new',
      Tags,
    } as const;
    const { KeyMetadata } = await client.send(new CreateKeyCommand({ ...input, Tags }));
    const KeyId = KeyMetadata?.KeyId;
    expect(KeyMetadata).toMatchObject({ KeySpec: 'RSA_2048', Description: 'new', MultiRegion: true });
    await client.send(new TagResourceCommand({ KeyId, Tags: [{ TagKey: 'b', TagValue: '' }] }));
    const listed = await client.send(new ListResourceTagsCommand({ KeyId }));
    expect(listed.Tags).toEqual([...Tags, { TagKey: 'b', TagValue: '' }]);
  });

  it.each<[string, object, string]>([
    ['a usage that the spec has not', { KeySpec: 'ECC_NIST_P256' }, 'ValidationException'],
    [
      'both names of the spec',
      { KeySpec: 'RSA_2048', CustomerMasterKeySpec: 'RSA_2048' },
      'ValidationException',
    ],
    ['a tag of AWS', { Tags: [{ TagKey: 'aws:x', TagValue: '' }] }, 'TagException'],
  ])('is not made with %s', async (_, input, name) => {
    const command = new CreateKeyCommand(input);
    expect((await refusal(client.send(command)))[0]).toBe(name);
  });
});

describe('an alias', () => {
  it('is made, listed by key, and moved', async () => {
    const [first, second] = [kms.addKey({ spec: 'ECC_NIST_P256' }), kms.addKey({ spec: 'ECC_NIST_P256' })];
    const AliasName = 'alias/moving';
    await client.send(new CreateAliasCommand({ AliasName, TargetKeyId: first.arn }));
    const { Aliases } = await client.send(new ListAliasesCommand({ KeyId: first.keyId }));
    expect(Aliases).toMatchObject([
      { AliasName, AliasArn: `${place}:${AliasName}`, TargetKeyId: first.keyId },
    ]);
    await client.send(new UpdateAliasCommand({ AliasName, TargetKeyId: second.keyId }));
    expect((await client.send(sign({ KeyId: AliasName }))).KeyId).toBe(second.arn);
    kms.pointAlias('moving', first.keyId);
    expect((await client.send(sign({ KeyId: AliasName }))).KeyId).toBe(first.arn);
  });

  it('list comes in pages', async () => {
    const names: (string | undefined)[] = [];
    let marker: string | undefined;
    do {
      const page = await client.send(new ListAliasesCommand({ Limit: 1, ...(marker && { Marker: marker }) }));
      names.push(...(page.Aliases ?? []).map(({ AliasName }) => AliasName));
      marker = page.NextMarker;
    } while (marker !== undefined);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('alias/agent-card');
  });

  it.each([
    ['alias/agent-card', 'AlreadyExistsException'],
    ['agent-card', 'ValidationException'],
    ['alias/with space', 'ValidationException'],
    ['alias/aws/mine', 'NotAuthorizedException'],
  ])('%s cannot be made', async (AliasName, name) => {
    const command = new CreateAliasCommand({ AliasName, TargetKeyId: key.keyId });
    expect((await refusal(client.send(command)))[0]).toBe(name);
  });

  it('is no target of an alias', async () => {
    const command = new CreateAliasCommand({ AliasName: 'alias/b', TargetKeyId: 'alias/agent-card' });
    expect((await refusal(client.send(command)))[2]).toBe('Aliases must refer to keys. Not aliases');
  });
});
