/** Knows all cards of the vectors: those of `a2a-1.0`, those written by hand, those generated from a seed. */
import fc from 'fast-check';
import { cards } from '../../test/arbitraries/card.js';
import { legacyCards } from '../../test/arbitraries/legacy-card.js';
import type { SdkRelease } from '../../test/peers/sdks.js';
import canonicalVectors from '../../test/vectors/canonical-1.0.json' with { type: 'json' };
import type { WrittenCards } from './cards/card-text.js';
import { coercions } from './cards/coercions.js';
import { depth, legacyDepth } from './cards/depth.js';
import { examples } from './cards/examples.js';
import { legacy } from './cards/legacy.js';
import { legacyTypes } from './cards/legacy-types.js';
import { names } from './cards/names.js';
import { legacyNumbers, numbers } from './cards/numbers.js';
import { translation } from './cards/translation.js';
import { unsigned } from './cards/unsigned.js';

type Protocol = SdkRelease['protocol'];

/** A card under a name of its own; `card` is its JSON text, or what stands for one. */
export type NamedCard = {
  readonly id: string;
  readonly why: string;
  readonly card: string;
  readonly protocol: Protocol;
};

/** Those that the form `a2a-1.0` has vectors for. */
export const publishedCards: readonly NamedCard[] = canonicalVectors.map(({ id, why, input }) => ({
  id,
  why,
  card: input,
  protocol: '1.0',
}));

export const writtenCards: readonly NamedCard[] = [
  ...toNamed('1.0', unsigned, examples, numbers, names, coercions, depth, translation),
  ...toNamed('0.3', legacy, legacyTypes, legacyNumbers, legacyDepth),
];

function toNamed(protocol: Protocol, ...groups: readonly WrittenCards[]): NamedCard[] {
  return groups.flatMap((group) =>
    Object.entries(group).map(([id, [why, card]]) => ({
      id,
      why,
      card: typeof card === 'string' ? card : JSON.stringify(card),
      protocol,
    })),
  );
}

/** Whether releases for one protocol make something of cards for another: those for 1.0 translate or thin out older ones. */
export function takesCardsOf(form: Protocol, card: Protocol): boolean {
  return form === '1.0' || card === '0.3';
}

/** Always the same. */
export function generateCards(protocol: Protocol): string[] {
  return protocol === '1.0' ? generateCurrentCards() : fc.sample(legacyCards, { seed: 200, numRuns: 510 });
}

/** Of all kinds, with proto names, without unknown members, without defaults. */
function generateCurrentCards(): string[] {
  const kinds = [
    { arbitrary: cards(), numRuns: 210 },
    { arbitrary: cards({ aliases: true }), numRuns: 170 },
    { arbitrary: cards({ unknown: false }), numRuns: 50 },
    { arbitrary: cards({ defaults: false }), numRuns: 80 },
  ];
  return kinds.flatMap(({ arbitrary, numRuns }, index) =>
    fc.sample(arbitrary, { seed: 100 + index, numRuns }).map((card) => JSON.stringify(card)),
  );
}
