/** Knows the command that makes everything generated from the protobuf schema, or with `--check` proves it fresh. */
import { parseArgs } from 'node:util';
import { produceFiles } from './schema/outputs.js';
import { findStaleFiles, updateFiles } from './schema/working-tree.js';

const root = import.meta.dirname + '/..';
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = produceFiles(root);

if (!values.check) {
  for (const path of updateFiles(root, files)) console.log(`wrote ${path}`);
} else {
  const stale = findStaleFiles(root, files);
  for (const path of stale) console.error(`${path} is not what the schema generates: npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}
