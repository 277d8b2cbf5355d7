/** Knows what a row of the table is: a rule, the source that enforces it, and an attack that needs it gone. */
import type * as index from '../../../src/index.js';

export type Library = typeof index;

export type Edit = {
  /** Below src. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};

export type Rule = Edit & {
  readonly rule: string;
  /** The clause, and what the attack gains; where another library stands behind the rule, which double takes its place. */
  readonly why: string;
  /** A second line of defence that has to go as well before anything is seen. */
  readonly behind?: readonly Edit[];
  /** What the library does without the rule. */
  readonly without: 'accepts' | 'crashes';
  /** Whether the library takes what the rule is against. */
  readonly attack: (library: Library) => Promise<boolean>;
};
