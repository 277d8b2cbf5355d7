/** Knows the payloads that the entries of a card are tried with, and how much is made of them. */
import { countFormFaults, explainForm } from './due-form.js';
import type { EntryParts } from './entry-parts.js';
import type { Draft, PayloadSource } from './payloads/draft.js';
import { listForms } from './payloads/forms.js';
import { maximumFaults } from './variant.js';
import { payloadKinds } from './payloads/index.js';
import { listWithSignatures } from './payloads/with-signatures.js';
import type { Variant } from './variant.js';

/** A payload as it is signed, with its base64url text once that was asked for. */
export type PayloadText = { readonly bytes: Uint8Array; base64url?: string };

/** The payloads of one card, each made once for all of its entries. */
export type Candidates = {
  /** Those of so many faults for an entry at its place in `signatures`, none of which has fewer. */
  list(parts: EntryParts, index: number, faults: number): readonly Variant<PayloadText>[];
  /** Whether all were made; else the card is too large. */
  isComplete(): boolean;
};

/** Characters of all payloads of a card, and of those that only one entry may be over: some dozens of the largest card. */
const maximumText = 24_000_000;
const maximumOwnText = 5_000_000;

export function createCandidates(source: PayloadSource): Candidates {
  const budget = { left: maximumText };
  let forms: readonly Draft[] | undefined;
  let others: readonly Draft[] | undefined;
  const listFormed = () => (forms ??= limit(listForms(source), budget));
  const known = new Map<string, PayloadText>();
  const ofEntry = new Map<number, readonly Draft[]>();
  const listAll = (index: number): readonly Draft[] => {
    const first = listFormed();
    others ??= payloadKinds.flatMap((list) => limit(list(source), budget));
    const own = ofEntry.get(index) ?? limit(listWithSignatures(source, index), { left: maximumOwnText });
    ofEntry.set(index, own);
    return [...first, ...others, ...own];
  };
  return {
    list: (parts, index, faults) => {
      const drafts = faults === 0 ? listFormed() : listAll(index);
      return select(drafts, { parts, faults }).map((draft) => toVariant(draft, { parts, faults, known }));
    },
    isComplete: () => budget.left > 0,
  };
}

/** The first is made whatever its size. */
function limit(drafts: Iterable<Draft>, budget: { left: number }): Draft[] {
  const made: Draft[] = [];
  if (budget.left <= 0) return made;
  for (const draft of drafts) {
    made.push(draft);
    budget.left -= draft.text.length;
    if (budget.left <= 0) break;
  }
  return made;
}

/** Each text once, where it has its fewest faults. */
function select(drafts: readonly Draft[], wanted: { parts: EntryParts; faults: number }): Draft[] {
  const fewest = new Map<string, { readonly draft: Draft; readonly faults: number }>();
  for (const draft of drafts) {
    const faults = countFaults(draft, wanted.parts);
    const found = fewest.get(draft.text);
    if (found === undefined || faults < found.faults) fewest.set(draft.text, { draft, faults });
  }
  return [...fewest.values()].filter(({ faults }) => faults === wanted.faults).map(({ draft }) => draft);
}

function countFaults({ form, faults, isAlone }: Draft, parts: EntryParts): number {
  if (isAlone === true) return maximumFaults;
  return faults.length + (form === undefined ? 0 : countFormFaults(form, parts));
}

const encoder = new TextEncoder();

type Selected = {
  readonly parts: EntryParts;
  readonly faults: number;
  readonly known: Map<string, PayloadText>;
};

function toVariant(draft: Draft, { parts, faults, known }: Selected): Variant<PayloadText> {
  const { text, form, unsigned } = draft;
  const value = known.get(text) ?? { bytes: encoder.encode(text) };
  known.set(text, value);
  const ofForm =
    form === undefined ? [] : explainForm({ form, ...(unsigned === undefined ? {} : { unsigned }) }, parts);
  return { value, faults, explain: () => [...draft.faults.map((say) => say()), ...ofForm] };
}
