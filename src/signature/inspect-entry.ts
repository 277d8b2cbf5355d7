/** Knows what can be told of an entry without any key: what it claims, and whether it could be read at all. */
import type { JsonValue } from '../json/value.js';
import { readEntry } from './entry.js';
import { isRefusal, type Outcome } from './outcomes.js';
import { formParameter } from './protected-header.js';

export type EntryInspection = {
  readonly index: number;
  /** Why verification would refuse it, with any key. */
  readonly refusal?: { readonly outcome: Outcome; readonly message: string };
  /** What the protected header claims; nothing of it is verified. */
  readonly claims?: {
    readonly alg: string;
    readonly kid: string;
    readonly typ?: string;
    readonly jku?: string;
    readonly form?: string;
    /** NumericDate: seconds since the epoch. */
    readonly iat?: number;
    readonly exp?: number;
    /** Names of header members that cardctl gives no meaning to. */
    readonly others: readonly string[];
  };
};

const knownNames = new Set(['alg', 'kid', 'typ', 'jku', 'iat', 'exp', formParameter]);

/** Inspects one element of `signatures`. Throws nothing. */
export function inspectEntry(value: JsonValue, index: number): EntryInspection {
  const entry = readEntry(value);
  if (isRefusal(entry)) return { index, refusal: { outcome: entry.outcome, message: entry.message } };
  const { algorithm, kid, typ, jku, form, issuedAt, expiresAt, names } = entry.header;
  return {
    index,
    claims: {
      alg: algorithm.name,
      kid,
      ...(typ === undefined ? {} : { typ }),
      ...(jku === undefined ? {} : { jku }),
      ...(form === undefined ? {} : { form }),
      ...(issuedAt === undefined ? {} : { iat: issuedAt }),
      ...(expiresAt === undefined ? {} : { exp: expiresAt }),
      others: names.filter((name) => !knownNames.has(name)),
    },
  };
}
