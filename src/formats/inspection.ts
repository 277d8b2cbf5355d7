/** Knows how `inspect` shows a card and its entries to a person. */
import type { CardDescription, RequirementDescription } from '../card/describe.js';
import type { Finding } from '../findings.js';
import type { EntryInspection } from '../signature/inspect-entry.js';
import { toTime } from '../time.js';
import { escapeText } from './escape.js';
import type { Style } from './style.js';
import { quoteSource } from './text.js';

export type Inspection = {
  readonly source: string;
  readonly card: CardDescription;
  readonly entries: readonly EntryInspection[];
  /** How many more there are: verification evaluates none of so many. */
  readonly entriesLeftOut: number;
  readonly findings: readonly Finding[];
};

/** Everything here is what the card says of itself, and the first line says so. */
export function renderInspection(
  { source, card, entries, entriesLeftOut, findings }: Inspection,
  style: Style,
): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const lines = [
    `${escapeText(source)}: ${style.doubtful('not verified')}, this is what the card says`,
    row('card', [card.name ?? '(no name)', card.version ?? ''].filter((text) => text !== '').join(' ')),
    row('shape', card.shape === 'other' ? 'no Agent Card' : `A2A ${card.shape}`),
    ...(card.provider === undefined ? [] : [row('provider', card.provider)]),
    ...card.interfaces.map(({ url, binding, version }) => row('interface', `${url} (${binding} ${version})`)),
    ...describeSecurity(card),
    ...list('can', card.capabilities),
    ...list('extension', card.extensions),
    ...list('skills', card.skills),
    ...list('unknown', card.unknownMembers),
    ...(errors === 0
      ? []
      : [
          row(
            'check',
            `${errors} ${errors === 1 ? 'error' : 'errors'}: cardctl check ${quoteSource(source)}`,
          ),
        ]),
    ...(entries.length === 0
      ? [row('signed', 'no signatures')]
      : entries.flatMap((entry) => renderEntry(entry, style))),
    ...(entriesLeftOut === 0
      ? []
      : [row('signed', `${entriesLeftOut} more entries; verification takes no card with so many`)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Only where the card speaks of security as 1.0 does: of another version, silence would read as "open to everyone". */
function describeSecurity(card: CardDescription): string[] {
  const { shape, unknownMembers, securitySchemes, securityRequirements, skillRequirements } = card;
  if (shape !== '1.0' || unknownMembers.some((name) => /security/i.test(name))) {
    return shape === 'other' ? [] : [row('requires', 'unknown: not said as A2A 1.0 says it')];
  }
  const schemes = securitySchemes.map(({ name, kind }) => row('scheme', `${name}: ${kind}`));
  const requirements = securityRequirements.length === 0 ? [[]] : securityRequirements;
  return [
    ...schemes,
    ...requirements.map((requirement) => row('requires', sayRequirement(requirement))),
    ...skillRequirements.map(({ skill, requirement }) =>
      row('requires', `for ${skill}: ${sayRequirement(requirement)}`),
    ),
  ];
}

function sayRequirement(requirement: RequirementDescription): string {
  if (requirement === undefined) return 'unknown: not said as A2A 1.0 says it';
  if (requirement.length === 0) return 'nothing: anyone may call';
  const named = requirement.map(
    ({ scheme, scopes }) => scheme + (scopes.length === 0 ? '' : ` (${scopes.join(', ')})`),
  );
  return named.join(' and ');
}

function renderEntry({ index, claims, refusal }: EntryInspection, style: Style): string[] {
  if (refusal !== undefined) return [row(`entry ${index}`, `${refusal.outcome}: ${refusal.message}`)];
  if (claims === undefined) return [];
  const { alg, kid, typ, jku, form, iat, exp, others } = claims;
  return [
    row(`entry ${index}`, `${alg} by ${kid}`),
    ...sub(style, 'form', form ?? 'not marked'),
    ...sub(style, 'typ', typ),
    ...sub(style, 'jku', jku === undefined ? undefined : `${jku} (a hint; never trusted by itself)`),
    ...sub(style, 'issued', iat === undefined ? undefined : toTime(iat)),
    ...sub(style, 'expires', exp === undefined ? undefined : toTime(exp)),
    ...sub(style, 'others', others.length === 0 ? undefined : others.join(', ')),
  ];
}

function list(label: string, values: readonly string[]): string[] {
  if (values.length === 0) return [];
  const shown = values.slice(0, 12).join(', ');
  return [row(label, values.length > 12 ? `${shown} and ${values.length - 12} more` : shown)];
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(9)}  ${escapeText(text)}`;
}

function sub(style: Style, label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [style.faint(`             ${label.padEnd(8)} ${escapeText(text)}`)];
}
