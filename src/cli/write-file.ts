/** Knows how a file is replaced so that it is always the old or the new one, whole. */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CardctlError } from '../errors.js';
import { defaultMaxBytes } from '../json/read.js';
import { holdsPrivateKey } from '../keys/holds-private-key.js';
import { readFileTo } from '../read-file.js';
import { toTemporaryPath } from '../temporary-path.js';

/**
 * Writes a temporary file beside the target, syncs it, and renames it over the target; the folder is synced too,
 * so that the new name survives a power cut. A symbolic link stays, and what it points to is replaced. The mode
 * of an existing file stays. Throws `file-unwritable`; then the old file is as it was.
 */
export function replaceFile(path: string, bytes: Uint8Array): void {
  let temporary: string | undefined;
  if (path === '') throw new CardctlError('usage', '--out is empty', { hint: 'give the name of a file' });
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    // A device or a pipe has no old content to keep, and must not be replaced by a file.
    if (stats !== undefined && !stats.isFile()) {
      writeFileSync(path, bytes);
      return;
    }
    const target = resolveLink(path);
    temporary = toTemporaryPath(target);
    if (stats !== undefined) assertReplaceable(path, target);
    // What is there already is left alone, with its times and its links.
    if (stats?.size === bytes.length && Buffer.compare(readFileSync(target), bytes) === 0) return;
    writeSynced(temporary, bytes, stats === undefined ? undefined : stats.mode & 0o777);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (cause) {
    if (temporary !== undefined) removeQuietly(temporary);
    throw explain(path, cause);
  }
}

/** A file that its owner made read-only stays, and so does one that holds a private key: it may be the only copy. */
function assertReplaceable(path: string, target: string): void {
  accessSync(target, constants.W_OK);
  if (!holdsPrivateKey(readFileTo(target, defaultMaxBytes))) return;
  throw new CardctlError('file-exists', `${path} holds a private key, which is never written over`, {
    hint: 'name another file',
  });
}

/** The reason why the file could not be written is the one to tell. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** What the path stands for: a link that points to a file not made yet is followed too. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  }
}

function writeSynced(temporary: string, bytes: Uint8Array, mode: number | undefined): void {
  const file = openSync(temporary, 'wx', mode ?? 0o666);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    if (mode !== undefined) fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Some systems cannot open a folder; there the rename is all that can be had. */
function syncFolder(folder: string): void {
  let file: number | undefined;
  try {
    file = openSync(folder, 'r');
    fsyncSync(file);
  } catch {
    return;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function explain(path: string, cause: unknown): CardctlError {
  if (cause instanceof CardctlError) return cause;
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const reason =
    code === 'EISDIR'
      ? 'is a directory'
      : code === 'ENOENT'
        ? 'is in a folder that does not exist'
        : `cannot be written (${code})`;
  return new CardctlError('file-unwritable', `${path} ${reason}; what was there is unchanged`, {
    hint: 'the file and its folder must be there to be written by this user',
    cause,
  });
}
