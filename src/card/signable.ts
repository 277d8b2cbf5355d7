/** Knows what may be signed: a card that is valid, exact, and holds only what its signer means it to hold. */
import { CardctlError } from '../errors.js';
import type { Finding } from '../findings.js';
import { JsonError } from '../json/error.js';
import { tryReadJson, type JsonDocument } from '../json/read.js';
import { pointerAt } from '../json/position.js';
import type { JsonArray, JsonObject } from '../json/value.js';
import { withoutSignatures } from './content.js';
import { isFlawless } from './flawless.js';
import type { Draft } from './checks/check.js';
import { mayDemand } from './demands.js';
import { listErrors, listFindings } from './checks/index.js';
import { normalizeCard } from './presence.js';

export type SignableOptions = {
  /** What to do with members that the schema does not have: `refuse` by default. */
  readonly unknown?: 'refuse' | 'keep' | 'drop' | undefined;
  /** Caps what is read, in bytes; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
};

export type SigningContent = {
  /** Normalised, without `signatures`. */
  readonly card: JsonObject;
  /** The entries that were there. */
  readonly signatures: JsonArray;
  /** JSON Pointers of nulls and defaults that are not written. */
  readonly leftOut: readonly string[];
  /** JSON Pointers of members written under their JSON name instead. */
  readonly renamed: readonly string[];
  /** JSON Pointers of members that the schema does not have, and whether they are signed as they are or dropped. */
  readonly unknown: readonly string[];
  readonly unknownAction: 'none' | 'kept' | 'dropped';
  /** Of the check, and, in what `signCard` gives, of the forms of SDKs; none of them stands in the way. */
  readonly findings: readonly Finding[];
};

/** A card with errors; `findings` has them all. */
export class InvalidCardError extends CardctlError {
  override readonly name = 'InvalidCardError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const count = findings.length;
    super('card-invalid', `the card has ${count === 1 ? 'an error' : `${count} errors`}; it was not signed`, {
      hint: 'mend the card; `cardctl check` lists the same findings',
    });
    this.findings = findings;
  }
}

/**
 * Reads, checks and normalises a card for signing. Throws `InvalidCardError`, or `CardctlError` with the code
 * `number-inexact` or `unknown-members`.
 */
export function normalizeForSigning(bytes: Uint8Array, options: SignableOptions): SigningContent {
  const { unknown = 'refuse', maxBytes } = options;
  const document = tryReadJson(bytes, { maxBytes });
  if (document instanceof JsonError) throw new InvalidCardError([document.toFinding()]);
  const flawless = isFlawless(document);
  const errors = flawless ? [] : listErrors(document, (draft) => stopsSigning(draft, unknown));
  if (errors.length > 0) throw new InvalidCardError(errors);
  assertExactNumbers(document);
  const source = document.value as JsonObject;
  const signatures = source['signatures'];
  const normalized = normalizeCard(withoutSignatures(source), {
    aliases: true,
    dropUnknown: unknown === 'drop',
  });
  if (unknown === 'refuse') assertNoUnknown(normalized.unknown);
  if (unknown === 'drop') assertNoDemand(normalized.unknown);
  return {
    ...normalized,
    signatures: Array.isArray(signatures) ? signatures : [],
    unknownAction: normalized.unknown.length === 0 ? 'none' : unknown === 'drop' ? 'dropped' : 'kept',
    findings: flawless ? [] : listFindings(document),
  };
}

/** Findings that only say "the schema does not have this" are the caller's to decide, by `unknown`. */
const aboutUnknown = new Set(['card-mixed-shape', 'member-legacy', 'member-misspelt', 'member-unknown']);

function stopsSigning({ code, path }: Draft, unknown: string): boolean {
  // Entries are judged one by one when it is known whose they are.
  if (path.startsWith('/signatures/')) return false;
  // What asks callers for something is not dropped, wherever and however it is written: without it, anyone may call.
  if (unknown === 'drop' && /security/i.test(path)) return true;
  return unknown === 'refuse' || !aboutUnknown.has(code);
}

/** A number that readers would round is not what the signer wrote (RFC 7493 2.2). */
function assertExactNumbers(document: JsonDocument): void {
  const [offset] = document.inexactIntegers;
  if (offset === undefined) return;
  const path = pointerAt(document.bytes, offset);
  throw new CardctlError('number-inexact', `the integer at ${path} has more digits than a double keeps`, {
    hint: 'write it as a string: every reader would round it, and the signature would cover the rounded one',
  });
}

/** Without what asks callers for something, anyone may call: that is for a person to take out. */
function assertNoDemand(unknown: readonly string[]): void {
  const found = unknown.filter((pointer) => mayDemand(pointer.slice(pointer.lastIndexOf('/'))));
  if (found.length === 0) return;
  const shown = found.slice(0, 10).join(', ');
  throw new CardctlError('unknown-members', `${shown} may ask callers for something, and is not dropped`, {
    hint: 'say it in securitySchemes and securityRequirements, or take it out yourself',
  });
}

function assertNoUnknown(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  const shown =
    unknown.slice(0, 10).join(', ') + (unknown.length > 10 ? ` and ${unknown.length - 10} more` : '');
  throw new CardctlError('unknown-members', `the card has members that the schema does not have: ${shown}`, {
    hint: '--unknown keep signs them as they are, --unknown drop leaves them out',
  });
}
