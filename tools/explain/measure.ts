/**
 * Knows the command that measures how well `explain` names causes, and writes the confusion matrix into its page. With
 * words behind it, only the faults that have one of them in their name, and then it shows what went wrong instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSdks } from '../../test/peers/sdks.js';
import { createChance } from '../../test/support/faults/chance.js';
import { explainFaulty, namedCauses } from '../../test/support/faults/explain.js';
import type { Fault, Subject } from '../../test/support/faults/fault.js';
import { faults, noFaults } from '../../test/support/faults/index.js';
import { makeSubjects } from '../../test/support/faults/subject.js';
import { findShortfalls, sayCauses, toTable, type Row } from './matrix.js';
import { startSdkFaults } from './sdk-faults.js';

const page = join(import.meta.dirname, '../../docs/EXPLAIN.md');
const words = process.argv.slice(2);
const cardsPerFault = 200;
const seed = 20;

/** More than are needed: some faults change nothing of some cards. */
const subjects = makeSubjects(5 * cardsPerFault, seed);

async function measureFault({ id, causes, apply }: Fault, cards: readonly Subject[]): Promise<Row> {
  const chance = createChance(seed);
  const named = new Map<string, number>();
  let count = 0;
  for (const subject of cards) {
    if (count === cardsPerFault) break;
    const faulty = await apply(subject, chance);
    if (faulty === undefined) continue;
    const report = await explainFaulty(faulty);
    // An SDK whose form is ours for a card has done nothing wrong with it.
    if (causes.includes('sdk-form') && report.verdict === 'trusted') continue;
    count++;
    const set = sayCauses(namedCauses(report));
    named.set(set, (named.get(set) ?? 0) + 1);
    if (words.length > 0 && set !== sayCauses(causes)) console.error(JSON.stringify({ id, set, faulty }));
  }
  return { fault: id, due: sayCauses(causes), cards: count, named };
}

async function measureAll(): Promise<Row[]> {
  const sdks = await startSdkFaults(20 * cardsPerFault);
  try {
    const rows: Row[] = [];
    const all = [...sdks.faults, ...faults, ...noFaults];
    const wanted = ({ id }: Fault) => words.length === 0 || words.some((word) => id.includes(word));
    for (const fault of all.filter(wanted)) {
      const row = await measureFault(fault, subjects);
      rows.push(row);
      console.log(`${row.fault}: ${JSON.stringify([...row.named])}`);
    }
    return rows;
  } finally {
    await sdks.close();
  }
}

/** What stands between the two marks of the page. */
function replaceTable(text: string, table: string): string {
  return text.replace(
    /(<!-- measured -->\n)[\s\S]*(\n<!-- \/measured -->)/,
    (_all, start: string, end: string) => [start, table, end].join('\n'),
  );
}

if (!hasSdks()) {
  console.error('the SDKs are not installed: run test/peers/setup-sdks.sh first');
  process.exitCode = 1;
} else {
  const rows = await measureAll();
  if (words.length === 0) writeFileSync(page, replaceTable(readFileSync(page, 'utf8'), toTable(rows)));
  const shortfalls = findShortfalls(rows, cardsPerFault);
  for (const shortfall of shortfalls) console.error(shortfall);
  if (shortfalls.length > 0) process.exitCode = 1;
}
