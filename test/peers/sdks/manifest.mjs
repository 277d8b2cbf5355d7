/** Knows which package.json installs the pinned releases of the JavaScript SDK beside each other; prints it. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { javascript } = JSON.parse(readFileSync(new URL('releases.json', import.meta.url), 'utf8'));
const releases = [...new Set([...javascript.fixed, javascript.newest])];
const dependencies = Object.fromEntries(
  releases.map((version) => [`sdk-${version}`, `npm:${javascript.package}@${version}`]),
);
process.stdout.write(`${JSON.stringify({ name: 'sdks', private: true, dependencies }, null, 2)}\n`);
