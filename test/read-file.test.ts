/** Knows that a file is read to the limit, and no further. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileTo } from '../src/read-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardctl-read-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('readFileTo', () => {
  // Around the size of the first buffer, and of those that follow.
  it.each([0, 1, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 300_000])(
    'reads all of %i bytes',
    (size) => {
      const path = join(folder, 'file');
      const content = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251));
      writeFileSync(path, content);
      expect(content.equals(readFileTo(path, 1_000_000))).toBe(true);
      expect(content.subarray(0, 20_000).equals(readFileTo(path, 20_000))).toBe(true);
      expect(readFileTo(path, 1)).toHaveLength(Math.min(size, 1));
    },
  );

  it.skipIf(process.platform === 'win32')('stops at the limit of a device that never ends', () => {
    expect(readFileTo('/dev/zero', 100_000)).toHaveLength(100_000);
  });

  it('throws what Node.js throws', () => {
    expect(() => readFileTo(join(folder, 'none'), 10)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => readFileTo(folder, 10)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });
});
