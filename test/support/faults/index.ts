/** Knows which faults there are: the table that the tests and the measurement of `explain` go over. */
import { cardFaults } from './card-faults.js';
import { doubleFaults } from './double-faults.js';
import { encodingFaults } from './encoding-faults.js';
import type { Fault } from './fault.js';
import { keyFaults } from './key-faults.js';
import { noFaults } from './no-faults.js';
import { printedFaults } from './printed-faults.js';
import { translated } from './translated.js';

export const faults: readonly Fault[] = [
  ...cardFaults,
  ...keyFaults,
  ...encodingFaults,
  ...printedFaults,
  translated,
  ...doubleFaults,
];

/** Healthy cards, and damage that has no cause of its own: nothing is to be named for them. */
export { noFaults };
