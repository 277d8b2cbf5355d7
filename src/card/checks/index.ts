/** Knows which checks there are, and runs them all over a card: the table that a new check gets one row in. */
import { severityOf, type Finding } from '../../findings.js';
import { createLocator } from '../../json/position.js';
import type { JsonDocument } from '../../json/read.js';
import { isObject, type JsonObject } from '../../json/value.js';
import { detectShape } from '../shape.js';
import { maximumDrafts, maximumFindings, type Check, type CheckContext, type Draft } from './check.js';
import { checkDocument } from './document.js';
import { checkMembers } from './members.js';
import { checkShape } from './shape.js';

/** In the order their findings are listed. */
const checks: readonly Check[] = [checkDocument, checkShape, checkMembers];

/** The findings of all checks, with their places in the text. */
export function listFindings(document: JsonDocument): Finding[] {
  const card = document.value;
  if (!isObject(card)) {
    const message = 'a card is a JSON object';
    const hint = 'is this the right file?';
    return toFindings(document, [{ code: 'card-not-object', path: '', message, hint }]);
  }
  return toFindings(document, limitDrafts(withoutExplained(draftFindings(document, card, () => true))));
}

/**
 * The errors that `counts` lets through: chosen before any is left out, so that no finding can hide another. For
 * documents that hold an object.
 */
export function listErrors(document: JsonDocument, counts: (draft: Draft) => boolean): Finding[] {
  const card = document.value;
  if (!isObject(card)) return listFindings(document);
  const isCounted = (draft: Draft) => severityOf(draft.code) === 'error' && counts(draft);
  return toFindings(document, limitDrafts(withoutExplained(draftFindings(document, card, isCounted))));
}

/** Those that `counts` lets through, the first thousand errors and the first thousand of the rest. */
function draftFindings(document: JsonDocument, card: JsonObject, counts: (draft: Draft) => boolean): Draft[] {
  const context: CheckContext = { document, card, shape: detectShape(card) };
  const drafts: Draft[] = [];
  const seen = { errors: 0, others: 0 };
  for (const check of checks) {
    for (const draft of check(context)) {
      if (!counts(draft)) continue;
      const kind = severityOf(draft.code) === 'error' ? 'errors' : 'others';
      seen[kind] += 1;
      // More errors than are listed leave no room for anything else.
      if (seen.errors > maximumDrafts) return drafts;
      if (seen[kind] <= maximumDrafts) drafts.push(draft);
    }
  }
  return drafts;
}

/** A member that is there under a misspelt name is one fault, not two: that it is missing goes without saying. */
function withoutExplained(drafts: readonly Draft[]): Draft[] {
  const meant = new Set(drafts.filter(({ code }) => code === 'member-misspelt').map(({ field }) => field));
  return drafts.filter(
    ({ code, field }) => code !== 'member-missing' || field === undefined || !meant.has(field),
  );
}

function limitDrafts(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length <= maximumFindings) return drafts;
  const errors = drafts.filter(({ code }) => severityOf(code) === 'error');
  const others = drafts.filter(({ code }) => severityOf(code) !== 'error');
  const message = `the card has more findings than the ${maximumFindings} listed here`;
  const rest: Draft = { code: 'findings-limit', path: '', message, hint: 'mend these and check again' };
  return [...[...errors, ...others].slice(0, maximumFindings), rest];
}

function toFindings({ bytes }: JsonDocument, drafts: readonly Draft[]): Finding[] {
  const locate = createLocator(bytes);
  return drafts.map((draft) => toFinding(draft, locate));
}

function toFinding(draft: Draft, locate: ReturnType<typeof createLocator>): Finding {
  const { code, path, at = 'value', message, hint } = draft;
  const { line, column } = locate(path, at);
  return {
    code,
    severity: severityOf(code),
    path: path.length > longestPath ? `${path.slice(0, longestPath)}...` : path,
    line,
    column,
    message: shortenPath(message, path),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A pointer is cut here, in characters: a card could make a hundred of half a million each. */
const longestPath = 2000;

/** A name of 100 kB is shown in the middle of no sentence; `path` has more of it. */
function shortenPath(message: string, path: string): string {
  if (path.length <= 160) return message;
  return message.replace(path, `${path.slice(0, 100)}...${path.slice(-40)}`);
}
