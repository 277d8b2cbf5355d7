/** Knows how a card is signed: what is written, what becomes of entries that are there, and that all of it verifies. */
import { normalizeForSigning, type SigningContent } from '../card/signable.js';
import { jcs } from '../canonical/forms/jcs.js';
import { specificationForm } from '../canonical/index.js';
import { toCardText } from '../card/text.js';
import { defaultMaxBytes } from '../json/read.js';
import { CardctlError } from '../errors.js';
import type { JsonObject } from '../json/value.js';
import { planEntries, type EntryPlan, type KeptEntry, type ReplacedEntry } from './existing-entries.js';
import { assertEntryCount, toSigningInput, type SignatureEntry } from './entry.js';
import { toTime } from '../time.js';
import { createPayloads } from './payloads.js';
import { writeProtectedHeader } from './protected-header.js';
import { assertOwnSignature } from './own-signature.js';
import { toSigningKeys, type SignCardOptions, type SigningKey } from './signing-keys.js';

export type SignedEntry = {
  readonly index: number;
  /** Absent, as `alg` is, in an unverified entry that cannot be read. */
  readonly kid?: string;
  readonly alg?: string;
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
};

export type SignedCard = {
  /** The signed card as text: JSON, indented by two spaces unless that makes it too large, a newline at the end. */
  readonly text: string;
  /** The payload that all new entries are over. */
  readonly payload: Uint8Array;
  readonly entries: readonly SignedEntry[];
  /** How many entries that were there are gone. */
  readonly removedEntries: number;
  /**
   * JSON Pointers, in the source, of members of kept entries that are not written, the unprotected `header` above all:
   * no signature covers them.
   */
  readonly uncovered: readonly string[];
  readonly content: Omit<SigningContent, 'card' | 'signatures'>;
};

/**
 * Signs a card given as JSON text (A2A 8.4.2). The result holds no defaults, nulls or proto names, so its form
 * `a2a-1.0`, which each new entry names in its protected header, equals its form `jcs`.
 *
 * Throws `CardctlError`: `card-invalid` and other codes of the kind `card`, `entry-unverified`, codes of the kind
 * `provider`, `usage` for options that contradict each other, `algorithm-mismatch`; and `TypeError` for options that make
 * no sense. Never returns a part of the signatures.
 */
export async function signCard(bytes: Uint8Array, options: SignCardOptions): Promise<SignedCard> {
  const keys = await toSigningKeys(options);
  const content = normalizeForSigning(bytes, options);
  const payloads = createPayloads(content.card);
  const payload = assertOnePayload(payloads.get(specificationForm.name), payloads.get(jcs.name));
  const plan = await planEntries(content.signatures, { keys, payloads, options });
  const signed = new Map<SigningKey, SignatureEntry>();
  for (const key of keys) {
    if (!plan.kept.some(({ owner }) => owner === key))
      signed.set(key, await signPayload(key, payload, options));
  }
  return assemble({
    content,
    payload,
    plan,
    signed,
    limit: Math.max(defaultMaxBytes, options.maxBytes ?? 0),
    expiresAt: toDates(options).expiresAt,
  });
}

type MaybePayload = ReturnType<ReturnType<typeof createPayloads>['get']>;

/** What holds of every card that is written: one payload under both forms. */
function assertOnePayload(specification: MaybePayload, jcs: MaybePayload): Uint8Array {
  if (specification instanceof Error) throw specification;
  if ('bytes' in jcs && specification.text === jcs.text) return specification.bytes;
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
  payload: Uint8Array,
  options: SignCardOptions,
): Promise<SignatureEntry> {
  const protectedText = writeProtectedHeader({
    alg: key.algorithm,
    kid: key.kid,
    form: specificationForm.name,
    jku: options.jku,
    ...toDates(options),
  });
  const signature = await key.signer.sign(key.algorithm, toSigningInput(protectedText, payload));
  return assertOwnSignature({
    signer: key.signer,
    protectedText,
    signature,
    payload,
    crypto: options.crypto,
  });
}

type Parts = {
  readonly content: SigningContent;
  readonly payload: Uint8Array;
  readonly plan: EntryPlan;
  readonly signed: ReadonlyMap<SigningKey, SignatureEntry>;
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

/** Kept entries stay where they are; a new one takes the place of the same key's old one, or goes to the end. */
function assemble({ content, payload, plan, signed, limit, expiresAt }: Parts): SignedCard {
  const { card, signatures: before, ...rest } = content;
  const placed: PlacedEntry[] = [
    ...plan.kept.map((kept) => ({ at: kept.index, entry: kept.entry, report: describeKept(kept) })),
    ...[...signed].map(([key, entry]) => ({
      at: plan.replaced.get(key)?.index ?? Number.POSITIVE_INFINITY,
      entry: { ...entry },
      report: describeNew(key, plan.replaced.get(key), expiresAt),
    })),
  ];
  placed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
  assertEntryCount(
    placed.length,
    'remove those that are of no use any more; --drop-others removes those of other keys',
  );
  const result: JsonObject = { ...card, signatures: placed.map(({ entry }) => entry) };
  return {
    text: assertReadable(toCardText(result), limit),
    payload,
    entries: placed.map(({ report }, index) => ({ index, ...report })),
    removedEntries: before.length - plan.kept.length,
    uncovered: plan.kept.flatMap(({ uncovered }) => uncovered),
    content: rest,
  };
}

function describeNew(
  { kid, algorithm }: SigningKey,
  replaced: ReplacedEntry | undefined,
  expiresAt: number | undefined,
): PlacedEntry['report'] {
  return {
    kid,
    alg: algorithm,
    action: 'signed',
    ...toExpiry('expiresAt', expiresAt),
    ...toExpiry('replacedExpiry', replaced?.expiresAt),
    ...(replaced === undefined || replaced.kid === kid ? {} : { replacedKid: replaced.kid }),
  };
}

function describeKept({ kid, alg, isVerified, isForged, expiresAt }: KeptEntry): PlacedEntry['report'] {
  return {
    ...(kid === undefined ? {} : { kid }),
    ...(alg === undefined ? {} : { alg }),
    action: isVerified ? 'kept' : 'kept-unverified',
    ...(isForged ? { isForged } : {}),
    ...toExpiry('expiresAt', expiresAt),
  };
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

function toExpiry<N extends string>(name: N, seconds: number | undefined): Partial<Record<N, string>> {
  return seconds === undefined ? {} : ({ [name]: toTime(seconds) } as Record<N, string>);
}
