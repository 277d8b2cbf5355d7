/** Knows in what local-kms and moto are like AWS KMS and in what they aren't, so that we notice when it changes. */
import { constants, createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import {
  CreateAliasCommand,
  CreateKeyCommand,
  DescribeKeyCommand,
  DisableKeyCommand,
  GetPublicKeyCommand,
  ListAliasesCommand,
  ListResourceTagsCommand,
  ScheduleKeyDeletionCommand,
  SignCommand,
  type CreateKeyCommandInput,
  type KMSClient,
  type SignCommandInput,
  type SigningAlgorithmSpec,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { connectKms, refusal } from '../support/kms-client.js';
import { hasLocalKms, hasMoto, startLocalKms, startMoto, type KmsServer } from '../support/kms-servers.js';

const message = Buffer.from('what is signed');
const unknown = '00000000-0000-4000-8000-000000000000';

/** What both servers are asked; `key` is one of P-256 that all tests share. */
type Bench = { server: KmsServer; client: KMSClient; key: { KeyId: string; Arn: string } };

async function startBench(start: () => Promise<KmsServer>): Promise<Bench> {
  const server = await start();
  const client = connectKms(server);
  return { server, client, key: await createKey(client) };
}

async function createKey(client: KMSClient, input: CreateKeyCommandInput = {}): Promise<Bench['key']> {
  const defaults = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' } as const;
  const { KeyMetadata } = await client.send(new CreateKeyCommand({ ...defaults, ...input }));
  return KeyMetadata as Bench['key'];
}

function sign(
  { client, key }: Bench,
  input: Partial<SignCommandInput> = {},
): Promise<{ KeyId?: string | undefined }> {
  const Message = createHash('sha256').update(message).digest();
  const defaults = { MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256', Message } as const;
  return client.send(new SignCommand({ KeyId: key.Arn, ...defaults, ...input }));
}

/** What the signature of a digest is a signature of, and for PSS with which salt. */
async function judgeDigest(
  { client }: Bench,
  KeySpec: CreateKeyCommandInput['KeySpec'],
  name: SigningAlgorithmSpec,
): Promise<string> {
  const { Arn } = await createKey(client, { KeySpec });
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: Arn }));
  const key = createPublicKey({ key: Buffer.from(PublicKey!), type: 'spki', format: 'der' });
  const hash = `sha${name.slice(-3)}`;
  const Message = createHash(hash).update(message).digest();
  const input = { KeyId: Arn, SigningAlgorithm: name, MessageType: 'DIGEST', Message } as const;
  const { Signature } = await client.send(new SignCommand(input));
  const of = describeSignature(name, hash, { key, signature: Signature! });
  return of(message) ?? of(Message)?.replace('the message', 'its digest, hashed again') ?? 'of nothing';
}

function describeSignature(
  name: string,
  hash: string,
  { key, signature }: { key: KeyObject; signature: Uint8Array },
): (data: Uint8Array) => string | undefined {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_MAX_SIGN } = constants;
  return (data) => {
    if (!name.includes('PSS')) return verify(hash, data, key, signature) ? 'of the message' : undefined;
    const fits = (saltLength: number): boolean => verify(hash, data, { key, padding, saltLength }, signature);
    if (fits(RSA_PSS_SALTLEN_DIGEST)) return 'of the message';
    return fits(RSA_PSS_SALTLEN_MAX_SIGN) ? 'of the message, with the longest salt' : undefined;
  };
}

const ecdsaAndPkcs1 = [
  ['ECC_NIST_P256', 'ECDSA_SHA_256'],
  ['ECC_NIST_P384', 'ECDSA_SHA_384'],
  ['ECC_NIST_P521', 'ECDSA_SHA_512'],
  ['RSA_2048', 'RSASSA_PKCS1_V1_5_SHA_256'],
  ['RSA_2048', 'RSASSA_PKCS1_V1_5_SHA_512'],
] as const;
const pss = ['RSASSA_PSS_SHA_256', 'RSASSA_PSS_SHA_384', 'RSASSA_PSS_SHA_512'] as const;

describePeer('local-kms', { found: hasLocalKms(), why: 'run test/peers/setup-local-kms.sh' }, () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(startLocalKms);
  });
  afterAll(() => bench.server.close());

  it.each(ecdsaAndPkcs1)('signs digests by %s with %s as AWS does', async (spec, algorithm) => {
    expect(await judgeDigest(bench, spec, algorithm)).toBe('of the message');
  });

  it.each(pss)(
    'signs with %s and the longest salt, where that of AWS is as long as the hash',
    async (name) => {
      expect(await judgeDigest(bench, 'RSA_2048', name)).toBe('of the message, with the longest salt');
    },
  );

  it.each(['ECC_NIST_EDWARDS25519', 'ML_DSA_65'] as const)(
    'makes no key of %s, as AWS does',
    async (KeySpec) => {
      expect((await refusal(createKey(bench.client, { KeySpec })))[0]).toBe('ValidationException');
    },
  );

  it('makes a key with tags and finds it by alias and ARN, as AWS does', async () => {
    const { client } = bench;
    const Tags = [{ TagKey: 'made-by', TagValue: 'a test' }];
    const { Arn, KeyId } = await createKey(client, { Tags });
    const { region, account } = bench.server;
    expect(Arn).toBe(`arn:aws:kms:${region}:${account}:key/${KeyId}`);
    expect((await client.send(new ListResourceTagsCommand({ KeyId }))).Tags).toEqual(Tags);
    await client.send(new CreateAliasCommand({ AliasName: 'alias/card', TargetKeyId: KeyId }));
    const ids = [KeyId, Arn, 'alias/card', `arn:aws:kms:${region}:${account}:alias/card`];
    for (const id of ids) {
      expect((await client.send(new GetPublicKeyCommand({ KeyId: id }))).KeyId).toBe(Arn);
      expect((await sign(bench, { KeyId: id })).KeyId).toBe(Arn);
    }
  });

  it('refuses unknown keys, disabled ones, wrong digests and algorithms in the words of AWS', async () => {
    const { client } = bench;
    const { Arn } = await createKey(client);
    const place = Arn.slice(0, Arn.indexOf('key/'));
    const notFound = ['NotFoundException', 400];
    expect(await refusal(sign(bench, { KeyId: unknown }))).toEqual([
      ...notFound,
      `Key '${place}key/${unknown}' does not exist`,
    ]);
    expect(await refusal(sign(bench, { KeyId: 'alias/none' }))).toEqual([
      ...notFound,
      `Alias ${place}alias/none is not found.`,
    ]);
    expect(await refusal(sign(bench, { Message: Buffer.alloc(20) }))).toEqual([
      'ValidationException',
      400,
      'Digest is invalid length for algorithm ECDSA_SHA_256.',
    ]);
    expect(await refusal(sign(bench, { SigningAlgorithm: 'ECDSA_SHA_384' }))).toEqual([
      'InvalidKeyUsageException',
      400,
      'Algorithm ECDSA_SHA_384 is incompatible with key spec ECC_NIST_P256.',
    ]);
    await client.send(new DisableKeyCommand({ KeyId: Arn }));
    expect(await refusal(sign(bench, { KeyId: Arn }))).toEqual([
      'DisabledException',
      400,
      `${Arn} is disabled.`,
    ]);
    await client.send(new ScheduleKeyDeletionCommand({ KeyId: Arn, PendingWindowInDays: 7 }));
    expect(await refusal(sign(bench, { KeyId: Arn }))).toEqual([
      'KMSInvalidStateException',
      400,
      `${Arn} is pending deletion.`,
    ]);
  });

  it('knows no dry run: it signs, where AWS answers DryRunOperationException', async () => {
    expect((await sign(bench, { DryRun: true })).KeyId).toBe(bench.key.Arn);
  });

  it('makes a key for several regions like any other, where AWS gives it an id with mrk-', async () => {
    const { KeyId } = await createKey(bench.client, { MultiRegion: true });
    expect(KeyId).toMatch(/^[0-9a-f]{8}-/);
  });

  it('says that a key of another region does not exist, where AWS says "Invalid arn" and the region', async () => {
    const KeyId = bench.key.Arn.replace('eu-central-1', 'us-east-1');
    const text = `Key '${KeyId}' does not exist`;
    expect(await refusal(sign(bench, { KeyId }))).toEqual(['NotFoundException', 400, text]);
  });

  it('takes a request that is signed for another region, which AWS refuses', async () => {
    const client = connectKms(bench.server, { region: 'us-east-1' });
    expect((await sign({ ...bench, client })).KeyId).toBe(bench.key.Arn);
  });
});

describePeer('moto', { found: hasMoto(), why: 'run test/peers/setup-python.sh' }, () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench(startMoto);
  });
  afterAll(() => bench.server.close());

  it.each(ecdsaAndPkcs1)(
    'hashes a digest again by %s with %s, where AWS signs it as it is',
    async (spec, algorithm) => {
      expect(await judgeDigest(bench, spec, algorithm)).toBe('of its digest, hashed again');
    },
  );

  it.each(pss)(
    'hashes a digest again with %s and takes the longest salt, where that of AWS is as long as the hash',
    async (name) => {
      expect(await judgeDigest(bench, 'RSA_2048', name)).toBe(
        'of its digest, hashed again, with the longest salt',
      );
    },
  );

  it.each(['ECC_NIST_EDWARDS25519', 'ML_DSA_65'] as const)(
    'makes no key of %s, as AWS does',
    async (KeySpec) => {
      expect((await refusal(createKey(bench.client, { KeySpec })))[0]).toBe('ValidationException');
    },
  );

  it('makes a key with tags, lists its alias, and signs by alias and ARN, as AWS does', async () => {
    const { client, server } = bench;
    const Tags = [{ TagKey: 'made-by', TagValue: 'a test' }];
    const { Arn, KeyId } = await createKey(client, { Tags });
    expect((await client.send(new ListResourceTagsCommand({ KeyId }))).Tags).toEqual(Tags);
    await client.send(new CreateAliasCommand({ AliasName: 'alias/card', TargetKeyId: KeyId }));
    const { Aliases } = await client.send(new ListAliasesCommand({ KeyId }));
    expect(Aliases).toMatchObject([{ AliasName: 'alias/card', TargetKeyId: KeyId }]);
    const AliasArn = `arn:aws:kms:${server.region}:${server.account}:alias/card`;
    for (const id of [KeyId, Arn, 'alias/card', AliasArn])
      expect((await sign(bench, { KeyId: id })).KeyId).toBe(Arn);
  });

  it('answers GetPublicKey with the id of the key and without its KeySpec, where AWS has the ARN and the spec', async () => {
    const answer = await bench.client.send(new GetPublicKeyCommand({ KeyId: bench.key.Arn }));
    expect(answer.KeyId).toBe(bench.key.KeyId);
    expect(answer).not.toHaveProperty('KeySpec');
  });

  it('makes a key for several regions with mrk- and a UUID, where AWS has 32 digits', async () => {
    const { KeyId } = await createKey(bench.client, { MultiRegion: true });
    expect(KeyId).toMatch(/^mrk-[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('refuses unknown keys in the words of AWS', async () => {
    const place = bench.key.Arn.slice(0, bench.key.Arn.indexOf('key/'));
    const notFound = ['NotFoundException', 400];
    expect(await refusal(sign(bench, { KeyId: unknown }))).toEqual([
      ...notFound,
      `Key '${place}key/${unknown}' does not exist`,
    ]);
    expect(await refusal(sign(bench, { KeyId: 'alias/none' }))).toEqual([
      ...notFound,
      `Alias ${place}alias/none is not found.`,
    ]);
  });

  it('signs with a disabled key and with one that is pending deletion, which AWS refuses', async () => {
    const { client } = bench;
    const { KeyId, Arn } = await createKey(client);
    await client.send(new DisableKeyCommand({ KeyId }));
    expect((await client.send(new DescribeKeyCommand({ KeyId }))).KeyMetadata?.KeyState).toBe('Disabled');
    expect((await sign(bench, { KeyId })).KeyId).toBe(Arn);
    await client.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: 7 }));
    expect((await sign(bench, { KeyId })).KeyId).toBe(Arn);
  });

  it('signs dry runs, messages and digests of any length, and by ARNs of other regions, which AWS refuses', async () => {
    const KeyId = bench.key.Arn.replace('eu-central-1', 'us-east-1');
    const inputs = [
      { DryRun: true },
      { Message: Buffer.alloc(20) },
      { MessageType: 'RAW', Message: Buffer.alloc(4097) },
      { KeyId },
    ] as const;
    for (const input of inputs) expect((await sign(bench, input)).KeyId).toBe(bench.key.Arn);
  });

  it('answers a wrong algorithm with ValidationException, where AWS has InvalidKeyUsageException', async () => {
    expect((await refusal(sign(bench, { SigningAlgorithm: 'ECDSA_SHA_384' })))[0]).toBe(
      'ValidationException',
    );
  });
});
