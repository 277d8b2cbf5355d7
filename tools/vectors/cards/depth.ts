/** Knows how deep cards nest: SDKs, and what they are built on, stop at different depths. */
import { withLegacyParams, withParams, type WrittenCards } from './card-text.js';

/** Of params; around them are four containers more. Far beyond them Python's stack ends, at a depth that is its own. */
const depths = [10, 48, 49, 50, 100, 124, 125, 126, 150];

/** What nests; the last of `hollow` is empty, and goes. */
const kinds = { lists: ['[', '"x"', ']'], objects: ['{"a":', '"x"', '}'], hollow: ['[', '[]', ']'] } as const;

type Kind = keyof typeof kinds;

function nest(depth: number, kind: Kind): string {
  const [open, leaf, close] = kinds[kind];
  const around = kind === 'hollow' ? depth - 2 : depth - 1;
  return `{"a":${open.repeat(around)}${leaf}${close.repeat(around)},"b":"y"}`;
}

function toDepths(
  prefix: string,
  write: (params: string) => string,
  ...wanted: readonly Kind[]
): WrittenCards {
  const rows = depths.flatMap((depth) =>
    wanted.map(
      (kind) =>
        [`${prefix}-${kind}-${depth}`, [`params ${depth} deep: ${kind}`, write(nest(depth, kind))]] as const,
    ),
  );
  return Object.fromEntries(rows);
}

export const depth: WrittenCards = toDepths('depth', withParams, 'lists', 'objects', 'hollow');

export const legacyDepth: WrittenCards = toDepths('legacy-depth', withLegacyParams, 'lists');
