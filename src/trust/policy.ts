/** Knows what the verifier demands before it trusts a card. */
import { defaultFormNames, getForm } from '../canonical/index.js';

/** Everything has a default; the rules of a policy file will fill the same type. */
export type VerificationPolicy = {
  /** How many distinct keys must have signed the same payload; at least 1, the default. */
  readonly threshold: number;
  /** The canonical forms that count, in the order they are tried. */
  readonly acceptedForms: readonly string[];
  /** How long past its `exp` an entry still counts, in seconds, for clocks that differ; 60 by default. */
  readonly leewaySeconds: number;
};

const policyMembers: ReadonlySet<string> = new Set(['threshold', 'acceptedForms', 'leewaySeconds']);

/** A policy with the defaults filled in. Throws `TypeError` for a value that no policy can have, `form-unknown`. */
export function toPolicy(given: Partial<VerificationPolicy> = {}): VerificationPolicy {
  // What is inherited nobody asked for.
  const partial = { ...given };
  const unknown = Object.keys(partial).find((name) => !policyMembers.has(name));
  // A misspelt demand must not be none.
  if (unknown !== undefined) throw new TypeError(`a policy has no member ${unknown}`);
  const { threshold = 1, acceptedForms = defaultFormNames, leewaySeconds = 60 } = partial;
  if (!Number.isSafeInteger(threshold) || threshold < 1) {
    throw new TypeError(`threshold is ${threshold}; it must be a whole number from 1 on`);
  }
  if (!Number.isFinite(leewaySeconds) || leewaySeconds < 0) {
    throw new TypeError(`leewaySeconds is ${leewaySeconds}; it must be a number of seconds from 0 on`);
  }
  if (acceptedForms.length === 0)
    throw new TypeError('acceptedForms is empty; nothing could ever be verified');
  for (const name of acceptedForms) getForm(name);
  return { threshold, acceptedForms: Object.freeze([...acceptedForms]), leewaySeconds };
}
