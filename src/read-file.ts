/** Knows how a file is read to a limit, so that a device or a wrong file is not read to its end. */
import { closeSync, openSync, readSync } from 'node:fs';

const firstBytes = 16_384;

/** The first bytes of a file, `limit` at most. Throws Node's own errors. */
export function readFileTo(path: string, limit: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    let bytes = Buffer.allocUnsafe(Math.min(limit, firstBytes));
    for (let length = 0; ;) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === limit) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = enlarge(bytes, limit);
    }
  } finally {
    closeSync(file);
  }
}

function enlarge(bytes: Uint8Array, limit: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.min(limit, bytes.length * 4));
  larger.set(bytes);
  return larger;
}
