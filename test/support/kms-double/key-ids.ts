/** Knows which key a `KeyId` means, and what KMS says where it means none. */
import { KmsError } from './errors.js';
import { toArn, type KeyStore, type Place, type StoredKey } from './key-store.js';
import { readString } from './members.js';
import type { Members, Operation } from './types.js';

/** What an operation makes of `KeyId`: whether it takes aliases, and whether InvalidArnException is among its errors. */
type Resolution = { operation: string; aliases: boolean; invalidArn: boolean };

/** The key that is meant; throws what KMS throws for each way in which there is none. */
export function resolveKey(store: KeyStore, id: string, resolution: Resolution): StoredKey {
  const resource = id.startsWith('arn:') ? resourceOf(store.place, id, resolution) : id;
  const bare = resource.startsWith('key/') && id !== resource ? resource.slice(4) : resource;
  if (bare.startsWith('alias/')) return resolveAlias(store, bare, id, resolution);
  if (!keyIdPattern.test(bare)) throw new KmsError('NotFoundException', `Invalid keyId '${id}'`);
  const key = store.keys.get(bare);
  if (key) return key;
  const arn = toArn(store.place, `key/${bare}`);
  throw new KmsError('NotFoundException', `Key '${arn}' does not exist`);
}

const keyIdPattern = /^(?:mrk-[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

function resolveAlias(store: KeyStore, name: string, id: string, resolution: Resolution): StoredKey {
  if (!resolution.aliases) {
    if (resolution.invalidArn && id !== name)
      throw new KmsError('InvalidArnException', 'Key Aliases are not supported for this operation');
    throw new KmsError('NotFoundException', `Invalid keyId '${id}'`);
  }
  const alias = store.aliases.get(name);
  const key = alias && store.keys.get(alias.target);
  if (key) return key;
  throw new KmsError('NotFoundException', `Alias ${toArn(store.place, name)} is not found.`);
}

/** The `key/...` or `alias/...` of an ARN of this place. */
function resourceOf(place: Place, arn: string, { operation, invalidArn }: Resolution): string {
  const parts = /^arn:([^:]+):kms:([^:]*):(\d{12}):((?:key|alias)\/.+)$/.exec(arn);
  const [, partition, region = '', account = '', resource = ''] = parts ?? [];
  if (parts === null || partition !== place.partition)
    throw new KmsError(invalidArn ? 'InvalidArnException' : 'NotFoundException', `Invalid arn ${arn}`);
  if (region !== place.region) throw new KmsError('NotFoundException', `Invalid arn ${region}`);
  if (account === place.account) return resource;
  const user = `arn:${place.partition}:iam::${place.account}:user/signer`;
  throw new KmsError(
    'AccessDeniedException',
    `User: ${user} is not authorized to perform: kms:${operation} on this resource because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access`,
  );
}

/** For the operations that take a key id or a key ARN, no alias. */
export function findKey(store: KeyStore, input: Members, operation: Operation): StoredKey {
  return resolveKey(store, readString(input, 'KeyId'), { operation, aliases: false, invalidArn: true });
}
