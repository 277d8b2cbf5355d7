/** Knows how a card is signed: what is written, what becomes of entries that are there, and that all of it verifies. */
import { normalizeForSigning, type SigningContent } from '../card/signable.js';
import { jcs } from '../canonical/forms/jcs.js';
import { findFormDifferences } from '../canonical/form-findings.js';
import { specificationForm } from '../canonical/index.js';
import { NotPortableError } from '../canonical/not-portable.js';
import type { Finding } from '../findings.js';
import { toCardText } from '../card/text.js';
import { defaultMaxBytes } from '../json/read.js';
import { CardctlError } from '../errors.js';
import type { JsonObject } from '../json/value.js';
import { planEntries, type EntryPlan } from './existing-entries.js';
import { assertEntryCount, toSigningInput, type SignatureEntry } from './entry.js';
import { createPayloads, type Payload } from './payloads.js';
import { writeProtectedHeader } from './protected-header.js';
import { assertOwnSignature } from './own-signature.js';
import { describeKept, describeNew, type SignedEntry } from './signed-entry.js';
import { toSigningForms, type SigningForm, type SigningForms } from './signing-forms.js';
import { toSigningKeys, type SignCardOptions, type SigningKey } from './signing-keys.js';

export type SignedCard = {
  /** The signed card as text: JSON, indented by two spaces unless that makes it too large, a newline at the end. */
  readonly text: string;
  /** The payload of the form `a2a-1.0`, which all new entries but those for SDKs are over. */
  readonly payload: Uint8Array;
  readonly entries: readonly SignedEntry[];
  /** The forms that were asked for by `for` and have no entry: the one in `a2a-1.0` is over their text, too. */
  readonly servedForms: readonly string[];
  /** How many entries that were there are gone. */
  readonly removedEntries: number;
  /** Those among them that were the keys' own, in a form of SDKs that this call makes no entry in. */
  readonly droppedForms: readonly { readonly kid: string; readonly form: string }[];
  /**
   * JSON Pointers, in the source, of members of kept entries that are not written, the unprotected `header` above all:
   * no signature covers them.
   */
  readonly uncovered: readonly string[];
  readonly content: Omit<SigningContent, 'card' | 'signatures'>;
};

/**
 * Signs a card given as JSON text (A2A 8.4.2). The result holds no defaults, nulls or proto names, so its form
 * `a2a-1.0`, which each new entry names in its protected header, equals its form `jcs`. Where `for` names SDKs that take
 * the card for another text, each key has a further entry over each of those texts, which names that form.
 *
 * Throws `CardctlError`: `card-invalid` and other codes of the kind `card`, `entry-unverified`, codes of the kind
 * `provider`, `usage` for options that contradict each other and SDKs that there are not, `algorithm-mismatch`;
 * `FormError` where such an SDK refuses the card, `NotPortableError` where `requirePortable` stands against it; and `TypeError` for options that make no sense. Never returns a part of
 * the signatures.
 */
export async function signCard(bytes: Uint8Array, options: SignCardOptions): Promise<SignedCard> {
  const keys = await toSigningKeys(options);
  const content = normalizeForSigning(bytes, options);
  const payloads = createPayloads(content.card);
  const own = assertOnePayload(payloads.get(specificationForm.name), payloads.get(jcs.name));
  const { forms, served } = toSigningForms(content.card, { payloads, own, sdks: options.for });
  const differences = findDifferences(bytes, content, forms);
  if (options.requirePortable === true && differences.length > 0) throw new NotPortableError(differences);
  const plan = await planEntries(content.signatures, { keys, payloads, options, forms });
  const signed: NewEntry[] = [];
  for (const { key, form } of listPlaces(keys, forms)) {
    if (findKept(plan, key, form) !== undefined) continue;
    signed.push({ key, form, entry: await signPayload(key, form, options) });
  }
  return assemble({
    content: { ...content, findings: [...content.findings, ...differences] },
    forms: { forms, served },
    keys,
    plan,
    signed,
    limit: Math.max(defaultMaxBytes, options.maxBytes ?? 0),
    expiresAt: toDates(options).expiresAt,
  });
}

/** What SDKs take the card for otherwise, entries of their own or not. */
function findDifferences(
  bytes: Uint8Array,
  { card, renamed, unknown, unknownAction }: SigningContent,
  forms: readonly SigningForm[],
): Finding[] {
  const written = { card, renamed, unknown: unknownAction === 'kept' ? unknown : [] };
  return findFormDifferences(written, { bytes, signedFor: forms.flatMap(({ sdk }) => sdk?.forms ?? []) });
}

type EntryPlace = { readonly key: SigningKey; readonly form: SigningForm };

/** One entry of a key for each form: those of one key side by side, our own form first. */
function listPlaces(keys: readonly SigningKey[], forms: readonly SigningForm[]): EntryPlace[] {
  return keys.flatMap((key) => forms.map((form) => ({ key, form })));
}

function findKept({ kept }: EntryPlan, key: SigningKey, { form }: SigningForm) {
  return kept.find((entry) => entry.owner === key && entry.form === form);
}

type MaybePayload = ReturnType<ReturnType<typeof createPayloads>['get']>;

/** What holds of every card that is written: one payload under both forms. */
function assertOnePayload(specification: MaybePayload, jcs: MaybePayload): Payload {
  if (specification instanceof Error) throw specification;
  if ('bytes' in jcs && specification.text === jcs.text) return specification;
  throw new CardctlError('defect', 'the normalised card has two canonical forms', {
    hint: 'please report this card',
  });
}

/** NumericDates (RFC 7519 2) of a new entry. */
function toDates({ now, expiresIn, issuedAt = expiresIn !== undefined }: SignCardOptions): {
  issuedAt: number | undefined;
  expiresAt: number | undefined;
} {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    issuedAt: issuedAt ? seconds : undefined,
    expiresAt: expiresIn === undefined ? undefined : seconds + expiresIn,
  };
}

async function signPayload(
  key: SigningKey,
  { form, payload }: SigningForm,
  options: SignCardOptions,
): Promise<SignatureEntry> {
  const protectedText = writeProtectedHeader({
    alg: key.algorithm,
    kid: key.kid,
    form,
    jku: options.jku,
    ...toDates(options),
  });
  const signature = await key.signer.sign(key.algorithm, toSigningInput(protectedText, payload.bytes));
  return assertOwnSignature({
    signer: key.signer,
    protectedText,
    signature,
    payload: payload.bytes,
    crypto: options.crypto,
  });
}

type NewEntry = EntryPlace & { readonly entry: SignatureEntry };

type Parts = {
  readonly content: SigningContent;
  readonly forms: SigningForms;
  readonly keys: readonly SigningKey[];
  readonly plan: EntryPlan;
  readonly signed: readonly NewEntry[];
  /** Bytes. */
  readonly limit: number;
  /** Of the new entries; NumericDate. */
  readonly expiresAt: number | undefined;
};

type PlacedEntry = {
  readonly at: number;
  readonly entry: JsonObject;
  readonly report: Omit<SignedEntry, 'index'>;
};

function assemble(parts: Parts): SignedCard {
  const { content, forms, plan, limit } = parts;
  const { card, signatures: before, ...rest } = content;
  const placed = placeEntries(parts);
  assertEntryCount(
    placed.length,
    'remove those that are of no use any more; --drop-others removes those of other keys',
  );
  const result: JsonObject = { ...card, signatures: placed.map(({ entry }) => entry) };
  return {
    text: assertReadable(toCardText(result), limit),
    payload: (forms.forms[0] as SigningForm).payload.bytes,
    entries: placed.map(({ report }, index) => ({ index, ...report })),
    servedForms: forms.served,
    removedEntries: before.length - plan.kept.length,
    droppedForms: plan.dropped.map(({ kid, form }) => ({ kid, form })),
    uncovered: plan.kept.flatMap(({ uncovered }) => uncovered),
    content: rest,
  };
}

/** Entries of others stay where they are; a key's own stand where its first one stood, or at the end. */
function placeEntries({ forms, keys, plan, signed, expiresAt }: Parts): PlacedEntry[] {
  const others = plan.kept.filter(({ owner }) => owner === undefined);
  const own = listPlaces(keys, forms.forms).map(({ key, form }): PlacedEntry => {
    const at = findPosition(plan, key, forms);
    const kept = findKept(plan, key, form);
    if (kept !== undefined) return { at, entry: kept.entry, report: describeKept(kept, form.sdk) };
    const replaced = plan.replaced.find((one) => one.owner === key && one.form === form.form);
    const entry = signed.find((one) => one.key === key && one.form === form)?.entry;
    return { at, entry: { ...entry }, report: describeNew(key, form, { replaced, expiresAt }) };
  });
  return [
    ...others.map((kept) => ({ at: kept.index, entry: kept.entry, report: describeKept(kept) })),
    ...own,
  ].sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
}

/** Where the key's entry in our own form stood, else the first that it had. */
function findPosition(
  { kept, replaced, dropped }: EntryPlan,
  key: SigningKey,
  { forms }: SigningForms,
): number {
  const isOfKey = (entry: { owner: SigningKey | undefined }) => entry.owner === key;
  const own = [...kept, ...replaced].find((entry) => isOfKey(entry) && entry.form === forms[0]?.form);
  if (own !== undefined) return own.index;
  return Math.min(...[...kept, ...replaced, ...dropped].filter(isOfKey).map(({ index }) => index));
}

/** What verifiers would refuse for its size is not written. */
function assertReadable(text: string, limit: number): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= limit) return text;
  throw new CardctlError(
    'input-too-large',
    `the signed card would be ${bytes} bytes; verifiers take ${limit}`,
    {
      hint: 'make the card smaller: numbers such as 1e20 are written in full, as RFC 8785 has them',
    },
  );
}
