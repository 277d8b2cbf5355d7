/** Knows what is told of each entry of a card that was signed. */
import type { SdkName } from '../canonical/sdk/form.js';
import { toTime } from '../time.js';
import type { RemovedEntry } from './existing-entries.js';
import type { KeptEntry } from './kept-entry.js';
import type { SdkEntry, SigningForm } from './signing-forms.js';
import type { SigningKey } from './signing-keys.js';

export type SignedEntry = {
  readonly index: number;
  /** Absent, as `alg` is, in an unverified entry that cannot be read. */
  readonly kid?: string;
  readonly alg?: string;
  /** The canonical form that its protected header names; absent where it names none. */
  readonly form?: string;
  /** `signed` anew, or `kept`: the key's own entry still holds, or another key's that verifies. */
  readonly action: 'signed' | 'kept' | 'kept-unverified';
  /** That the key it names did not make it: who trusts that key sees a tampered card. */
  readonly isForged?: true;
  /** RFC 3339, UTC; absent where it does not expire. */
  readonly expiresAt?: string;
  /** Of the same key's earlier entry whose place it takes, where that one had an expiry; RFC 3339, UTC. */
  readonly replacedExpiry?: string;
  /** Of that earlier entry, where it was under another kid. */
  readonly replacedKid?: string;
  /** The SDKs whose users it is for; in an entry for SDKs alone, as `forms` and `uncovered` are. */
  readonly for?: readonly SdkName[];
  /** Of the forms that were asked for, those that it is over: they have one text for this card. */
  readonly forms?: readonly string[];
  /** JSON Pointers, in the card that is written, of what it does not cover for those users. */
  readonly uncovered?: readonly string[];
};

/** An own entry of the key before its place in the card is known. */
export function describeNew(
  { kid, algorithm }: SigningKey,
  { form, sdk }: SigningForm,
  { replaced, expiresAt }: { replaced: RemovedEntry | undefined; expiresAt: number | undefined },
): Omit<SignedEntry, 'index'> {
  return {
    kid,
    alg: algorithm,
    form,
    action: 'signed',
    ...toExpiry('expiresAt', expiresAt),
    ...toExpiry('replacedExpiry', replaced?.expiresAt),
    ...(replaced === undefined || replaced.kid === kid ? {} : { replacedKid: replaced.kid }),
    ...describeSdk(sdk),
  };
}

/** Likewise of one that stays; `sdk` where it is one of those that were asked for. */
export function describeKept(kept: KeptEntry, sdk?: SdkEntry): Omit<SignedEntry, 'index'> {
  const { kid, alg, form, isVerified, isForged, expiresAt } = kept;
  return {
    ...(kid === undefined ? {} : { kid }),
    ...(alg === undefined ? {} : { alg }),
    ...(form === undefined ? {} : { form }),
    action: isVerified ? 'kept' : 'kept-unverified',
    ...(isForged ? { isForged } : {}),
    ...toExpiry('expiresAt', expiresAt),
    ...describeSdk(sdk),
  };
}

function describeSdk(sdk: SdkEntry | undefined): Pick<SignedEntry, 'for' | 'forms' | 'uncovered'> {
  return sdk === undefined ? {} : { for: sdk.for, forms: sdk.forms, uncovered: sdk.uncovered };
}

function toExpiry<N extends string>(name: N, seconds: number | undefined): Partial<Record<N, string>> {
  return seconds === undefined ? {} : ({ [name]: toTime(seconds) } as Record<N, string>);
}
