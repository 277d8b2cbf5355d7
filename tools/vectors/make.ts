/** Knows what the files of vectors hold, and makes them by running the SDKs. */
import { vectorForms, type VectorForm } from './forms.js';
import { generateCards, publishedCards, takesCardsOf, writtenCards, type NamedCard } from './inputs.js';
import { runForm, toComparable, toDigest, type Digest, type Outcome } from './run.js';

/** By the card's id. */
type Outcomes = Record<string, Outcome>;

/** Cards with names, by form; the cards themselves are in `cards`, or elsewhere. */
export type NamedVectors = {
  readonly cards?: readonly { readonly id: string; readonly why: string; readonly card: string }[];
  readonly forms: Record<string, Outcomes>;
  /** Where another release of the form makes another text: by form, and by version. */
  readonly differs: Record<string, Record<string, Outcomes>>;
};

/** Cards without names: the digests of each form are in their order. No release of a form differs from another. */
export type GeneratedVectors = {
  readonly cards: readonly string[];
  readonly forms: Record<string, readonly Digest[]>;
};

/** Makes the content of each file, by its name, one after the other. */
export const vectorFiles: Readonly<Record<string, () => Promise<NamedVectors | GeneratedVectors>>> = {
  'canonical-1.0.json': () => makeNamed(publishedCards),
  'written.json': async () => ({
    cards: writtenCards.map(({ id, why, card }) => ({ id, why, card })),
    ...(await makeNamed(writtenCards)),
  }),
  'generated-1.0.json': () => makeGenerated('1.0'),
  'generated-0.3.json': () => makeGenerated('0.3'),
};

async function makeNamed(all: readonly NamedCard[]): Promise<NamedVectors> {
  const made: NamedVectors = { forms: {}, differs: {} };
  for (const form of vectorForms) {
    const cards = all.filter(({ protocol }) => takesCardsOf(form.release.protocol, protocol));
    if (cards.length === 0) continue;
    const texts = cards.map(({ card }) => card);
    const outcomes = await runForm(form, texts);
    made.forms[form.name] = Object.fromEntries(cards.map(({ id }, index) => [id, outcomes[index]!]));
    for (const { version, others } of await runAlike(form, texts)) {
      const rows = cards.map(({ id }, index) => [id, others[index]!] as const);
      const other = rows.filter(([, outcome], index) => isOther(outcome, outcomes[index]!));
      if (other.length > 0) (made.differs[form.name] ??= {})[version] = Object.fromEntries(other);
    }
  }
  return made;
}

async function makeGenerated(protocol: '1.0' | '0.3'): Promise<GeneratedVectors> {
  const cards = generateCards(protocol);
  const made: GeneratedVectors = { cards, forms: {} };
  for (const form of vectorForms) {
    if (!takesCardsOf(form.release.protocol, protocol)) continue;
    const outcomes = await runForm(form, cards);
    for (const { version, others } of await runAlike(form, cards)) {
      const at = others.findIndex((other, index) => isOther(other, outcomes[index]!));
      if (at >= 0) throw new Error(`${form.name}: ${version} differs for ${cards[at] ?? ''}`);
    }
    made.forms[form.name] = outcomes.map(toDigest);
  }
  return made;
}

async function runAlike(
  form: VectorForm,
  cards: readonly string[],
): Promise<{ version: string; others: Outcome[] }[]> {
  const runs = [];
  for (const release of form.alike) {
    runs.push({ version: release.version, others: await runForm(form, cards, release) });
  }
  return runs;
}

/** Any two errors are one outcome: releases word and class them otherwise. */
function isOther(one: Outcome, other: Outcome): boolean {
  return !('error' in one && 'error' in other) && toComparable(one) !== toComparable(other);
}
