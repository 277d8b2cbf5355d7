/** Knows what to tell the publisher of a card that SDKs take for another text: what differs, and what would end it. */
import type { Cause, CauseKind } from './cause.js';

/** Pointers that one message lists. */
const listed = 8;
/** Pointers of one piece of advice. */
const advised = 3;

/** What to do about each kind that something can be done about; in the order in which it is told. */
const remedies: readonly (readonly [CauseKind, (list: string) => string])[] = [
  ['leave-out', (list) => `leave out ${list}`],
  ['unknown', (list) => `leave out ${list}, which SDKs drop`],
  ['params', (list) => `leave out ${list}, or say it by a value that is not empty`],
  ['fill', (list) => `fill ${list}`],
  ['describe', (list) => `give ${list} a description`],
  ['streaming', (list) => `add "streaming": false to ${list}, or true where it streams`],
  ['rename', (list) => `give ${list} another name`],
];

/** What no change of the card mends that would leave it as it is meant. */
const facts: readonly (readonly [CauseKind, (list: string) => string])[] = [
  ['requirement', (list) => `a requirement without scopes (${list})`],
  ['not-ascii', (list) => `text beyond ASCII (${list})`],
  ['number', (list) => `a number (${list})`],
];

/** `leave out /iconUrl; fill /description; then one entry serves a2a-js`. */
export function advise(causes: readonly Cause[], whom: { sdks: string; option: string | undefined }): string {
  const { sdks, option } = whom;
  const pieces = collect(remedies, causes);
  const rest = collect(facts, causes);
  const another =
    option === undefined ? 'the entry in their form is for them' : `sign with --for ${option}, too`;
  if (rest.length === 0) {
    const until = option === undefined ? '' : `; else ${another}`;
    return `${pieces.join('; ')}; then one entry serves ${sdks}${until}`;
  }
  const reason = `no single entry holds ${rest.join(' or ')} for ${sdks}: ${another}`;
  return [...pieces, reason].join('; ');
}

function collect(
  table: readonly (readonly [CauseKind, (list: string) => string])[],
  causes: readonly Cause[],
): string[] {
  return table.flatMap(([kind, say]) => {
    const paths = causes.filter((cause) => cause.kind === kind).map(({ path }) => path);
    return paths.length === 0 ? [] : [say(listPaths(paths, advised))];
  });
}

/** What an SDK leaves out, and what it writes otherwise: eight places at most. */
export function describeDifference(left: readonly string[], written: readonly string[]): string {
  const shownLeft = left.length === 0 ? [] : [`without ${listPaths(left, listed)}`];
  const room = Math.max(1, listed - left.length);
  const shownWritten = written.length === 0 ? [] : [`with ${listPaths(written, room)} written otherwise`];
  return [...shownLeft, ...shownWritten].join(' and ');
}

/** The first of the pointers, and how many more there are. */
function listPaths(paths: readonly string[], limit: number): string {
  const shown = paths
    .slice(0, limit)
    .map((path) => (path.length > 120 ? `${path.slice(0, 80)}...${path.slice(-40)}` : path));
  const more = paths.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
