/** Knows what is said of a card whoever signed it: its entries by their forms and times, and what SDKs make of it. */
import { checkCardAndForms } from '../canonical/form-findings.js';
import { isSdkForm, sdkFormNames } from '../canonical/form-names.js';
import { defaultFormNames, describeForm } from '../canonical/index.js';
import { createLiterals } from '../json/literals.js';
import type { JsonArray, JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet } from '../keys/key-set.js';
import type { Symptom } from '../keys/symptom.js';
import { toTime } from '../time.js';
import { maximumEntries } from './entry.js';
import type { Match, MatchContext } from './match-entry.js';
import { createPayloads, listTwins, type Payloads } from './payloads.js';

export type ExaminedCard = {
  readonly value: JsonObject;
  /** Its name in what is said. */
  readonly source: string;
  /** The text that it was read from: what SDKs make of the card is told where it is given. */
  readonly bytes?: Uint8Array;
};

/** The entries; or what stands against looking at them. */
export function listSignatures({ value, source }: ExaminedCard): JsonArray | Symptom {
  const { signatures } = value;
  if (!Array.isArray(signatures) || signatures.length === 0) {
    return { level: 'doubtful', subject: 'card', text: `${source} has no signatures`, hint: 'sign it' };
  }
  if (signatures.length <= maximumEntries) return signatures;
  return bad(
    `${source} has ${signatures.length} signatures; verifiers take ${maximumEntries}`,
    'remove those that are of no use any more',
  );
}

/** What its entries can be over. */
export function toPayloads({ value, bytes }: ExaminedCard): Payloads {
  return createPayloads(value, bytes === undefined ? undefined : createLiterals(bytes));
}

/** As `verify` looks at an entry: in the forms of SDKs, too, so that what it is over can be said. */
export function toContext(payloads: Payloads, keySet: KeySet, crypto: CryptoPort): MatchContext {
  return { keySet, payloads, acceptedForms: defaultFormNames, otherForms: sdkFormNames, crypto };
}

/** A symptom of a card that something is wrong with. */
export function bad(text: string, hint: string): Symptom {
  return { level: 'bad', subject: 'card', text, hint };
}

/** Whether an entry is over what an SDK makes of the card, which leaves something of it out. */
export function isForSdk({ payload }: Match): boolean {
  return isSdkForm(payload.form);
}

/** All forms of SDKs that have the text that the entry is over. */
export function listServed({ payload }: Match, payloads: Payloads): string[] {
  return [payload.form, ...listTwins(payload, payloads)];
}

/** What an entry is said to be, with the form where that is an SDK's. */
export function withForm(text: string, match: Match): string {
  return isForSdk(match) ? `${text}, in form ${describeForm(match.payload.form)}` : text;
}

/** An entry that is genuine, and in time or not. */
export function judgeTime(text: string, expiresAt: number | undefined, now: Date): Symptom {
  if (expiresAt === undefined) return { level: 'good', subject: 'card', text };
  return expiresAt <= now.getTime() / 1000
    ? bad(`${text}, and expired at ${toTime(expiresAt)}`, 'sign the card again')
    : { level: 'good', subject: 'card', text: `${text}, until ${toTime(expiresAt)}` };
}

/** What `check` finds: the SDKs that take the card for another text. `signedFor` names the forms with entries of their own. */
export function examineForms({ source, bytes }: ExaminedCard, signedFor: readonly string[]): Symptom[] {
  if (bytes === undefined) return [];
  const findings = checkCardAndForms(bytes, { maxBytes: Number.MAX_SAFE_INTEGER, signedFor });
  return findings
    .filter(({ code }) => code === 'form-differs')
    .map(({ code, line, column, message, hint }) => ({
      level: 'doubtful',
      subject: code,
      text: `${source}:${line}:${column}: ${message}`,
      ...(hint === undefined ? {} : { hint }),
    }));
}
