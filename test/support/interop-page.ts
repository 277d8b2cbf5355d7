/** Knows how the page about interoperability is written from what signers and verifiers really did. */

/** How one verifier judged one signer's cards: the names of the cards that it accepted, and why not the others. */
export type Cell = {
  readonly accepted: readonly string[];
  /** Of cardctl: genuine, and not trusted by default. */
  readonly genuine: readonly string[];
  readonly refused: readonly string[];
};

export type Matrix = {
  readonly signers: readonly string[];
  readonly verifiers: readonly string[];
  readonly cards: readonly string[];
  readonly cells: ReadonlyMap<string, Cell>;
};

export function toCellKey(signer: string, verifier: string): string {
  return `${signer} -> ${verifier}`;
}

/** The table, with equal rows and equal columns told together; below it the cards of each cell that is not all of them. */
export function renderMatrix(matrix: Matrix): string {
  const { cards } = matrix;
  const columns = group(matrix.verifiers, (verifier) =>
    matrix.signers.map((signer) => find(matrix, signer, verifier)),
  );
  const rows = group(matrix.signers, (signer) =>
    matrix.verifiers.map((verifier) => find(matrix, signer, verifier)),
  );
  const cellOf = (row: Group, column: Group) => find(matrix, row.members[0] ?? '', column.members[0] ?? '');
  const lines = rows.map((row) =>
    [row.label, ...columns.map((column) => showCell(cellOf(row, column), cards.length))].join(' | '),
  );
  return [
    `| signed by \\ verified by | ${columns.map(({ label }) => label).join(' | ')} |`,
    `| ${['---', ...columns.map(() => '---')].join(' | ')} |`,
    ...lines.map((line) => `| ${line} |`),
    '',
    ...rows.flatMap((row) => columns.flatMap((column) => sayShort(row, column, cellOf(row, column)))),
  ].join('\n');
}

/** Names with equal results. */
type Group = { readonly label: string; readonly members: readonly string[] };

function group(names: readonly string[], resultsOf: (name: string) => unknown): Group[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = JSON.stringify(resultsOf(name));
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()].map((members) => ({ label: toLabel(members), members }));
}

/** `a2a-js 1.0.1, 1.3.0` for two releases of one SDK. */
function toLabel(members: readonly string[]): string {
  const bySdk = new Map<string, string[]>();
  for (const name of members) {
    const [, sdk = name, version = '', client] = /^(a2a-\w+) (\S+?)(, its client)?$/.exec(name) ?? [];
    const key = client === undefined ? sdk : `client of ${sdk}`;
    bySdk.set(key, [...(bySdk.get(key) ?? []), version]);
  }
  return [...bySdk].map(([sdk, versions]) => `${sdk} ${versions.join(', ')}`.trim()).join('; ');
}

function find({ cells }: Matrix, signer: string, verifier: string): Cell {
  const cell = cells.get(toCellKey(signer, verifier));
  if (cell === undefined) throw new Error(`no result of ${toCellKey(signer, verifier)}`);
  return cell;
}

function showCell({ accepted, genuine }: Cell, total: number): string {
  const all = accepted.length === total ? 'all' : `${accepted.length} of ${total}`;
  return genuine.length === 0 ? all : `${all}, ${genuine.length} genuine`;
}

function sayShort(row: Group, column: Group, { refused, genuine }: Cell): string[] {
  return [
    ...(refused.length === 0
      ? []
      : [`- Signed by ${row.label}, refused by ${column.label}: ${refused.join('; ')}.`]),
    ...(genuine.length === 0
      ? []
      : [`- Signed by ${row.label}, genuine to ${column.label}: ${genuine.join('; ')}.`]),
  ];
}
