/** Knows every file that is generated from the protobuf schema, and what each is made of. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, generateDescriptors } from './buf.js';
import { readSchema } from './descriptors.js';
import { toEncoders } from './encoders.js';
import { toJsonSchema } from './json-schema.js';
import { toTable } from './table.js';
import { generatedFolder, listFiles, type Files } from './working-tree.js';

/** Makes every generated file in memory; throws when buf refuses the schema or the schema has a new kind of field. */
export function produceFiles(root: string): Files {
  const messages = readSchema(buildImage(root), 'lf.a2a.v1.AgentCard');
  return new Map([
    ...readGenerated(root),
    ['src/card/schema.generated.ts', toTable(messages)],
    ['src/canonical/forms/regular.generated.ts', toEncoders(messages)],
    ['schemas/agent-card.schema.json', toJsonSchema(messages)],
  ]);
}

function readGenerated(root: string): [string, string][] {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-generate-'));
  try {
    generateDescriptors(root, folder);
    return listFiles(folder, generatedFolder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
