/** Knows that every file generated from the protobuf schema can be made again, and that a stale one is found. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { produceFiles } from '../../tools/schema/outputs.js';
import { findStaleFiles, updateFiles } from '../../tools/schema/working-tree.js';

const root = join(import.meta.dirname, '../..');

describe('generate-schema', () => {
  const copy = mkdtempSync(join(tmpdir(), 'cardctl-generate-test-'));
  afterAll(() => {
    rmSync(copy, { recursive: true });
  });

  it('makes again what is checked in', () => {
    const args = ['--import', 'tsx', 'tools/generate-schema.ts', '--check'];
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('');
  });

  it('finds a file that was changed, one that is missing and one that is too many, and mends them', () => {
    const files = produceFiles(root);
    updateFiles(copy, files);
    writeFileSync(join(copy, 'src/card/schema.generated.ts'), 'export const messages = [] as const;\n');
    rmSync(join(copy, 'schemas/agent-card.schema.json'));
    writeFileSync(join(copy, 'tools/generated/lf/stale_pb.ts'), '');
    const stale = [
      'src/card/schema.generated.ts',
      'schemas/agent-card.schema.json',
      'tools/generated/lf/stale_pb.ts',
    ];
    expect(findStaleFiles(copy, files)).toEqual(stale);
    expect(updateFiles(copy, files)).toEqual(stale);
    expect(findStaleFiles(copy, files)).toEqual([]);
  });
});
