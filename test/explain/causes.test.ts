/** Knows that the page of causes has each of them, in their order and in their words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { causes } from '../../src/explain/causes.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/EXPLAIN.md'), 'utf8');

it('has a row for each cause in docs/EXPLAIN.md', () => {
  const [, section = ''] = page.split('## Causes');
  const rows = [...section.matchAll(/^\| `([a-z0-9-]+)` +\| (.*?) +\| (.*?) +\|$/gm)];
  expect(rows.map(([, code, title, next]) => [code, title, next])).toEqual(
    Object.entries(causes).map(([code, { title, next }]) => [code, title, next]),
  );
});
