/** Knows the whole measurement: `npm run bench` prints the table, `--write` also writes docs/BENCHMARKS.md. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { benchCanonical } from './canonical.js';
import { benchCold } from './cold.js';
import type { Row } from './compare.js';
import { benchReader } from './reader.js';
import { toLine, toPage } from './report.js';
import { benchVerdict } from './verdict.js';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const rows: Row[] = [];
/** It loads the AWS client, which slows what runs in one process with it. */
const benchColdKms = async () => (await import('./cold-kms.js')).benchColdKms();
for (const bench of [benchCold, benchCanonical, benchVerdict, benchReader, benchColdKms]) {
  for (const row of await bench()) {
    rows.push(row);
    console.log(toLine(row));
  }
}
if (values.write) {
  const path = fileURLToPath(new URL('../../docs/BENCHMARKS.md', import.meta.url));
  const page = toPage(rows, { version: process.version, date: new Date() });
  writeFileSync(path, await format(page, { ...(await resolveConfig(path)), parser: 'markdown' }));
}
