/** Knows how often each fault was named as what: the rows of the confusion matrix. */

export type Row = {
  readonly fault: string;
  /** The causes that are to be named, joined. */
  readonly due: string;
  readonly cards: number;
  /** How often each set of causes was named. */
  readonly named: ReadonlyMap<string, number>;
};

/** Of what stands in a row, how much is right: from 0 to 1. */
export function shareRight({ due, cards, named }: Row): number {
  return cards === 0 ? 0 : (named.get(due) ?? 0) / cards;
}

const nothing = 'none';

/** A set of causes as it stands in the matrix. */
export function sayCauses(causes: readonly string[]): string {
  return causes.length === 0 ? nothing : [...causes].sort().join(' + ');
}

/** Why the measurement fails: fewer than 95 in 100 named right, or anything at all named where nothing is to be. */
export function findShortfalls(rows: readonly Row[], wanted: number): string[] {
  return rows.flatMap((row) => {
    const problems = [];
    if (row.cards < wanted) problems.push(`${row.fault}: ${row.cards} cards where ${wanted} are due`);
    if (shareRight(row) < (row.due === nothing ? 1 : 0.95))
      problems.push(`${row.fault}: ${(100 * shareRight(row)).toFixed(1)} % right`);
    return problems;
  });
}

/** The matrix as a Markdown table: what was named otherwise than is due stands in the last column. */
export function toTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const others = [...row.named].filter(([causes]) => causes !== row.due);
    const wrong = others.map(([causes, count]) => `${causes}: ${count}`).join(', ');
    const right = row.named.get(row.due) ?? 0;
    return `| ${row.fault} | ${row.due} | ${row.cards} | ${right} | ${(100 * shareRight(row)).toFixed(1)} % | ${wrong} |`;
  });
  return [
    '| what was done to the cards | to be named | cards | named so | right | named otherwise |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n');
}
