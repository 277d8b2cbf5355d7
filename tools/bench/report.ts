/** Knows how measured rows are shown: a line for each as it comes, and a page that says how they were made. */
import type { Row } from './compare.js';

/** One line of the terminal's table. */
export function toLine(row: Row): string {
  return [
    row.name.padEnd(58),
    row.ratio.toFixed(2).padStart(6),
    sayLimit(row).padEnd(9),
    sayVerdict(row).padEnd(5),
    row.note,
  ].join('  ');
}

/** docs/BENCHMARKS.md. Times say something of one machine, ratios of most: only those are in it. */
export function toPage(rows: readonly Row[], { version, date }: { version: string; date: Date }): string {
  return `# Benchmarks

Measured on ${date.toISOString().slice(0, 10)} with Node.js ${version} by \`npm run bench -- --write\`.

Each row is the median of the ratios of paired rounds: both works in turn, in random order, so that whatever else
the machine does meets both. Child processes start with nothing but \`PATH\` in their environment. Cards are of about
2 kB unless a row says otherwise. A limit is what the project aims at; rows without one are for comparison.

| what is compared | ratio | limit | |
| --- | ---: | --- | --- |
${rows.map((row) => `| ${row.name} | ${row.ratio.toFixed(2)} | ${sayLimit(row)} | ${sayVerdict(row)} |`).join('\n')}
`;
}

function sayLimit({ atMost, atLeast }: Row): string {
  if (atMost !== undefined) return `at most ${atMost}`;
  return atLeast === undefined ? '' : `at least ${atLeast}`;
}

/** No test asserts a time; a row outside its limit is there to be seen. */
function sayVerdict({ ratio, atMost, atLeast }: Row): string {
  if (atMost === undefined && atLeast === undefined) return '';
  if (ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? 0)) return 'ok';
  return atMost === undefined ? 'under' : 'over';
}
