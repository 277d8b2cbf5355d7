/** Knows how `--jwks FILE` becomes a key set, and keeps the file from what the same call writes. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CardctlError } from '../errors.js';
import { readKeySet, type KeySet } from '../keys/key-set.js';
import { nodeCrypto } from '../keys/node-crypto.js';
import type { Io } from './io.js';
import { sourceName } from './parse-card.js';
import { defaultMaxBytes } from '../json/read.js';
import { readInput } from './read-input.js';

/** Throws `usage` where `--out` is the key set of the same call. */
export function assertNotKeySet(out: string | undefined, jwks: string | undefined): void {
  if (out === undefined || jwks === undefined || !isSameFile(out, jwks)) return;
  throw new CardctlError('usage', `--out ${out} is the key set of this call`, {
    hint: 'give another file',
  });
}

/** Under whatever names: one may be a link. */
function isSameFile(one: string, other: string): boolean {
  if (resolve(one) === resolve(other)) return true;
  const first = statSync(one, { throwIfNoEntry: false, bigint: true });
  const second = statSync(other, { throwIfNoEntry: false, bigint: true });
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** Throws `key-set-invalid` also where the file cannot be had: without its keys, nothing can be said of a card. */
export async function readKeySetOption(path: string, io: Io): Promise<KeySet> {
  const codes = { notFound: 'key-set-invalid', unreadable: 'key-set-invalid' } as const;
  const bytes = await readInput(path, io, { what: 'key set', maxBytes: defaultMaxBytes, codes });
  return readKeySet(bytes, sourceName(path), nodeCrypto);
}
