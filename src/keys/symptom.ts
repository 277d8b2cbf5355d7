/** Knows what `keys doctor` says of a key, whoever found it out. */

/** One line of `keys doctor`. */
export type Symptom = {
  readonly level: 'good' | 'doubtful' | 'bad';
  /** What was looked at, in one word or two: `state`, `usage`, `kms:Sign`. */
  readonly subject: string;
  /** What is the case. */
  readonly text: string;
  /** The next step, where one is due. */
  readonly hint?: string;
};
