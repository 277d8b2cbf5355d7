/** Knows the keys and aliases of one region of one account, and makes new ones. */
import { createPublicKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { keySpecRow, type KeySpec } from './key-specs.js';
import { createSigner } from './signing.js';
import type { AddKeyOptions, DoubleSigner, KmsDoubleKey, KmsDoubleOptions, KeyState } from './types.js';

/** Where the double stands. */
export type Place = Required<Pick<KmsDoubleOptions, 'region' | 'account' | 'partition'>>;

/** A key as the operations see it; times are in seconds. */
export type StoredKey = {
  readonly shown: KmsDoubleKey;
  readonly spec: KeySpec;
  readonly usage: string;
  readonly multiRegion: boolean;
  readonly primaryArn: string;
  readonly description: string;
  readonly created: number;
  readonly tags: Map<string, string>;
  readonly sign: DoubleSigner;
  state: KeyState;
  deletion: number | undefined;
};

export type Alias = { readonly name: string; target: string; readonly created: number; updated: number };

export type KeyStore = {
  readonly place: Place;
  readonly keys: ReadonlyMap<string, StoredKey>;
  readonly aliases: ReadonlyMap<string, Alias>;
  add(options: AddKeyOptions): StoredKey;
  point(alias: string, keyId: string): void;
};

/** The name with `alias/` in front. */
export function toAliasName(alias: string): string {
  return alias.startsWith('alias/') ? alias : `alias/${alias}`;
}

/** The time as KMS writes it: seconds since 1970, with three digits after the point. */
export function nowInSeconds(): number {
  return Date.now() / 1000;
}

/** The ARN of a key id or of an alias name. */
export function toArn({ partition, region, account }: Place, resource: string): string {
  return `arn:${partition}:kms:${region}:${account}:${resource}`;
}

export function createKeyStore(place: Place, digests: 'node' | 'openssl'): KeyStore {
  const keys = new Map<string, StoredKey>();
  const aliases = new Map<string, Alias>();
  const point = (alias: string, keyId: string): void => {
    const name = toAliasName(alias);
    const now = nowInSeconds();
    const known = aliases.get(name);
    aliases.set(name, { name, target: keyId, created: known?.created ?? now, updated: now });
  };
  const add = (options: AddKeyOptions): StoredKey => {
    const key = createKey(place, options, digests);
    keys.set(key.shown.keyId, key);
    for (const alias of options.aliases ?? []) point(alias, key.shown.keyId);
    return key;
  };
  return { place, keys, aliases, add, point };
}

/** Puts a key into a state; one that goes is deleted after `days`, as long as KMS waits where it isn't told. */
export function setKeyState(key: StoredKey, state: KeyState, days = 30): void {
  key.state = state;
  key.deletion = state === 'PendingDeletion' ? nowInSeconds() + days * 86_400 : undefined;
}

// A replica shares the key material; nothing but the double that makes one sees the private half.
const signers = new WeakMap<KmsDoubleKey, { sign: DoubleSigner; arn: string }>();

function createKey(place: Place, options: AddKeyOptions, digests: 'node' | 'openssl'): StoredKey {
  const { spec, replicaOf, state = 'Enabled' } = options;
  const multiRegion = replicaOf !== undefined || (options.multiRegion ?? false);
  const keyId = replicaOf?.keyId ?? (multiRegion ? `mrk-${randomBytes(16).toString('hex')}` : randomUUID());
  const { publicKeyDer, sign } = createMaterial(options, digests);
  const shown = toShownKey(toArn(place, `key/${keyId}`), keyId, publicKeyDer);
  const primaryArn = (replicaOf && signers.get(replicaOf)?.arn) ?? shown.arn;
  signers.set(shown, { sign, arn: primaryArn });
  const key: StoredKey = {
    shown,
    spec,
    usage: options.usage ?? keySpecRow(spec).usages[0]!,
    multiRegion,
    primaryArn,
    description: options.description ?? '',
    created: nowInSeconds(),
    tags: new Map(Object.entries(options.tags ?? {})),
    sign,
    state: 'Enabled',
    deletion: undefined,
  };
  setKeyState(key, state);
  return key;
}

function createMaterial(
  options: AddKeyOptions,
  digests: 'node' | 'openssl',
): { publicKeyDer: Buffer; sign: DoubleSigner } {
  const { spec, signer, replicaOf } = options;
  const unable: DoubleSigner = () => {
    throw new Error(`a key of ${spec} has no signer`);
  };
  if (replicaOf) {
    const sign = signer ?? signers.get(replicaOf)?.sign ?? unable;
    return { publicKeyDer: replicaOf.publicKeyDer, sign };
  }
  if (options.publicKeyDer)
    return { publicKeyDer: Buffer.from(options.publicKeyDer), sign: signer ?? unable };
  const pair = keySpecRow(spec).generate?.();
  if (!pair) return { publicKeyDer: Buffer.alloc(0), sign: signer ?? unable };
  const publicKeyDer = pair.publicKey.export({ type: 'spki', format: 'der' });
  return { publicKeyDer, sign: signer ?? createSigner(pair.privateKey, digests) };
}

function toShownKey(arn: string, keyId: string, publicKeyDer: Buffer): KmsDoubleKey {
  const base64 = publicKeyDer.toString('base64').replace(/.{64}(?!$)/g, '$&\n');
  return {
    arn,
    keyId,
    publicKeyDer,
    pem: publicKeyDer.length ? `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n` : '',
    get publicKey(): KeyObject {
      return createPublicKey({ key: publicKeyDer, type: 'spki', format: 'der' });
    },
  };
}
