/** Knows what each operation of KMS answers. */
import { createAlias, listAliases, updateAlias } from './alias-operations.js';
import { KmsError } from './errors.js';
import { algorithmsMember, keySpecRow, keySpecs, type KeySpec } from './key-specs.js';
import { assertStays, assertUsable } from './key-states.js';
import { findKey, resolveKey } from './key-ids.js';
import { setKeyState, type KeyStore, type StoredKey } from './key-store.js';
import { readBoolean, readInteger, readOptionalString, readString, readTags } from './members.js';
import { signOperation } from './sign-operation.js';
import type { Members, Operation } from './types.js';

/** Gives the members of the answer, or none where the answer has no body; throws a `KmsError`. */
type Handler = (store: KeyStore, input: Members) => Members | undefined | Promise<Members>;

export const operations: Readonly<Record<Operation, Handler>> = {
  Sign: signOperation,
  GetPublicKey: getPublicKey,
  DescribeKey: (store, input) => {
    const id = readString(input, 'KeyId');
    const key = resolveKey(store, id, { operation: 'DescribeKey', aliases: true, invalidArn: true });
    return { KeyMetadata: toMetadata(store, key) };
  },
  CreateKey: createKey,
  CreateAlias: createAlias,
  UpdateAlias: updateAlias,
  ListAliases: listAliases,
  ListResourceTags: (store, input) => {
    const tags = [...findKey(store, input, 'ListResourceTags').tags];
    return { Tags: tags.map(([TagKey, TagValue]) => ({ TagKey, TagValue })), Truncated: false };
  },
  TagResource: (store, input) => {
    const key = findKey(store, input, 'TagResource');
    const tags = readTags(input);
    assertStays(key);
    for (const [name, value] of tags) key.tags.set(name, value);
    return undefined;
  },
  EnableKey: (store, input) => {
    setEnabled(findKey(store, input, 'EnableKey'), 'Enabled');
    return undefined;
  },
  DisableKey: (store, input) => {
    setEnabled(findKey(store, input, 'DisableKey'), 'Disabled');
    return undefined;
  },
  ScheduleKeyDeletion: scheduleKeyDeletion,
};

function getPublicKey(store: KeyStore, input: Members): Members {
  const id = readString(input, 'KeyId');
  const key = resolveKey(store, id, { operation: 'GetPublicKey', aliases: true, invalidArn: true });
  if (key.shown.publicKeyDer.length === 0)
    throw new KmsError(
      'UnsupportedOperationException',
      `${key.shown.arn} key spec is ${key.spec} which is not valid for GetPublicKey.`,
    );
  assertUsable(key);
  return {
    KeyId: key.shown.arn,
    PublicKey: key.shown.publicKeyDer.toString('base64'),
    ...describeMaterial(key),
  };
}

/** The deprecated member has what `KeySpec` has, also for specs that are younger than its deprecation. */
function describeMaterial({ spec, usage }: StoredKey): Members {
  return { CustomerMasterKeySpec: spec, KeySpec: spec, KeyUsage: usage, ...algorithmsMember(spec, usage) };
}

function toMetadata({ place }: KeyStore, key: StoredKey): Members {
  const { arn, keyId } = key.shown;
  return {
    AWSAccountId: place.account,
    KeyId: keyId,
    Arn: arn,
    CreationDate: key.created,
    Enabled: key.state === 'Enabled',
    Description: key.description,
    KeyState: key.state,
    ...(key.deletion !== undefined && { DeletionDate: key.deletion }),
    Origin: 'AWS_KMS',
    KeyManager: 'CUSTOMER',
    ...describeMaterial(key),
    MultiRegion: key.multiRegion,
    ...(key.multiRegion && { MultiRegionConfiguration: toMultiRegion(key, place.region) }),
  };
}

function toMultiRegion({ shown, primaryArn }: StoredKey, region: string): Members {
  const isPrimary = primaryArn === shown.arn;
  return {
    MultiRegionKeyType: isPrimary ? 'PRIMARY' : 'REPLICA',
    PrimaryKey: { Arn: primaryArn, Region: primaryArn.split(':')[3] },
    ReplicaKeys: isPrimary ? [] : [{ Arn: shown.arn, Region: region }],
  };
}

function createKey(store: KeyStore, input: Members): Members {
  const values = Object.keys(keySpecs);
  const deprecated = readOptionalString(input, 'CustomerMasterKeySpec', { values });
  const asked = readOptionalString(input, 'KeySpec', { values });
  if (asked !== undefined && deprecated !== undefined)
    throw new KmsError(
      'ValidationException',
      'You cannot specify KeySpec and CustomerMasterKeySpec in the same request. CustomerMasterKeySpec is deprecated.',
    );
  const spec = (asked ?? deprecated ?? 'SYMMETRIC_DEFAULT') as KeySpec;
  const usage = readOptionalString(input, 'KeyUsage') ?? 'ENCRYPT_DECRYPT';
  if (!keySpecRow(spec).usages.includes(usage))
    throw new KmsError('ValidationException', `KeyUsage ${usage} is not compatible with KeySpec ${spec}`);
  const tags = Object.fromEntries(readTags(input));
  const multiRegion = readBoolean(input, 'MultiRegion');
  const description =
    input['Description'] === '' ? '' : readOptionalString(input, 'Description', { max: 8192 });
  const key = store.add({ spec, usage, tags, multiRegion, ...(description && { description }) });
  return { KeyMetadata: toMetadata(store, key) };
}

function setEnabled(key: StoredKey, state: 'Enabled' | 'Disabled'): void {
  assertStays(key);
  setKeyState(key, state);
}

function scheduleKeyDeletion(store: KeyStore, input: Members): Members {
  const days = readInteger(input, 'PendingWindowInDays', { least: 7, most: 30, otherwise: 30 });
  const key = findKey(store, input, 'ScheduleKeyDeletion');
  assertStays(key);
  setKeyState(key, 'PendingDeletion', days);
  return {
    KeyId: key.shown.arn,
    DeletionDate: key.deletion,
    KeyState: key.state,
    PendingWindowInDays: days,
  };
}
