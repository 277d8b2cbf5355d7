/** Knows what a file is called until all of it is on the disk. */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** Characters of the file's own name: with what is added, file systems still take it (255 bytes on most). */
const keptCharacters = 60;

/** A hidden name in the same folder, which no other call has. */
export function toTemporaryPath(path: string): string {
  const start = Array.from(basename(path)).slice(0, keptCharacters).join('');
  return join(dirname(path), `.${start}.${randomBytes(6).toString('hex')}.tmp`);
}
