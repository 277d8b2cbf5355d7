/** Knows the operations of KMS that are about aliases, and which names an alias may have. */
import { KmsError } from './errors.js';
import { findKey, resolveKey } from './key-ids.js';
import { assertStays } from './key-states.js';
import { toArn, type KeyStore, type StoredKey } from './key-store.js';
import { readInteger, readOptionalString, readString } from './members.js';
import type { Members, Operation } from './types.js';

/** Makes a name for a key. */
export function createAlias(store: KeyStore, input: Members): undefined {
  const { name, key } = readAliasAndTarget(store, input, 'CreateAlias');
  if (store.aliases.has(name))
    throw new KmsError(
      'AlreadyExistsException',
      `An alias with the name ${toArn(store.place, name)} already exists`,
    );
  store.point(name, key.shown.keyId);
}

/** Moves a name to another key. */
export function updateAlias(store: KeyStore, input: Members): undefined {
  const { name, key } = readAliasAndTarget(store, input, 'UpdateAlias');
  if (!store.aliases.has(name))
    throw new KmsError('NotFoundException', `Alias ${toArn(store.place, name)} is not found.`);
  store.point(name, key.shown.keyId);
}

/** One page of the names, of all keys or of one. */
export function listAliases(store: KeyStore, input: Members): Members {
  const limit = readInteger(input, 'Limit', { least: 1, most: 1000, otherwise: 50 });
  const marker = readOptionalString(input, 'Marker', { max: 1024 });
  const target = input['KeyId'] === undefined ? undefined : findKey(store, input, 'ListAliases').shown.keyId;
  const names = [...store.aliases.keys()].sort();
  const start = marker === undefined ? 0 : names.indexOf(Buffer.from(marker, 'base64').toString());
  if (start < 0) throw new KmsError('InvalidMarkerException', '');
  const fitting = names.slice(start).filter((name) => !target || store.aliases.get(name)?.target === target);
  const next = fitting[limit];
  return {
    Aliases: fitting.slice(0, limit).map((name) => toAliasEntry(store, name)),
    ...(next !== undefined && { NextMarker: Buffer.from(next).toString('base64') }),
    Truncated: next !== undefined,
  };
}

function toAliasEntry({ aliases, place }: KeyStore, name: string): Members {
  const { target, created, updated } = aliases.get(name)!;
  return {
    AliasName: name,
    AliasArn: toArn(place, name),
    TargetKeyId: target,
    CreationDate: created,
    LastUpdatedDate: updated,
  };
}

function readAliasAndTarget(
  store: KeyStore,
  input: Members,
  operation: Operation,
): { name: string; key: StoredKey } {
  const name = readString(input, 'AliasName', { max: 256, pattern: '^[a-zA-Z0-9:/_-]+$' });
  const target = readString(input, 'TargetKeyId');
  if (!name.startsWith('alias/')) throw new KmsError('ValidationException', 'Invalid identifier');
  if (name.startsWith('alias/aws/')) throw new KmsError('NotAuthorizedException', '');
  if (name.length === 6 || name.includes(':'))
    throw new KmsError('ValidationException', `${name} contains invalid characters for an alias`);
  if (/^(?:arn:.*:)?alias\//.test(target))
    throw new KmsError('ValidationException', 'Aliases must refer to keys. Not aliases');
  const key = resolveKey(store, target, { operation, aliases: false, invalidArn: false });
  assertStays(key);
  return { name, key };
}
