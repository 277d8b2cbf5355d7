/** Knows the command `canonicalize CARD`. */
import { canonicalizeCard, formNames, getForm, specificationForm } from '../../canonical/index.js';
import { findInexactIntegers } from '../../card/content.js';
import { normalizeCard } from '../../card/presence.js';
import { detectShape, type CardShape } from '../../card/shape.js';
import { escapeText } from '../../formats/escape.js';
import { toJsonText } from '../../formats/json.js';
import { listPointers, shownPlaces } from '../../formats/pointers.js';
import { encodeHex } from '../../hex.js';
import { pointerAt } from '../../json/position.js';
import { nodeCrypto } from '../../keys/node-crypto.js';
import { writeNote, writeOut } from '../io.js';
import { addSizeOption, once } from '../options.js';
import { parseCard, sourceName, type ParsedCard } from '../parse-card.js';
import { readInput } from '../read-input.js';
import type { Configure } from '../command.js';

type Options = {
  readonly form: string;
  readonly hash?: boolean;
  readonly json?: boolean;
  readonly maxBytes: number;
};

export const configure: Configure = (command, { io }) => {
  addSizeOption(command)
    .argument('<card>', 'card file; - is standard input')
    .option('--form <name>', `canonical form: ${formNames.join(', ')}`, once(), specificationForm.name)
    .option('--hash', 'print sha256:<hex> of the bytes instead')
    .option('--json', 'print form, hash and text as one JSON document')
    .action(async (path: string, options: Options) => {
      const form = getForm(options.form).name;
      const { maxBytes } = options;
      const source = sourceName(path);
      const input = await readInput(path, io, { what: 'card', maxBytes });
      const parsed = parseCard(input, { source, maxBytes });
      const { card, document } = parsed;
      if (document.hasByteOrderMark)
        writeNote(io, `note: ${escapeText(source)} begins with a byte order mark; it is no part of the form`);
      const bytes = canonicalizeCard(card, { form });
      const shape = detectShape(card);
      if (shape !== '1.0')
        writeNote(io, `note: ${escapeText(source)} is ${sayShape(shape)}; the form is that of A2A 1.0`);
      for (const note of describeValues(parsed, form)) writeNote(io, `note: ${note}`);
      const sha256 = encodeHex(await nodeCrypto.sha256(bytes));
      if (options.json === true) {
        const canonical = new TextDecoder().decode(bytes);
        await writeOut(io, toJsonText({ version: 1, source, form, sha256, canonical }));
      } else {
        await writeOut(io, options.hash === true ? `sha256:${sha256}\n` : bytes);
      }
    });
};

/** What of the card the form has otherwise than the text. */
function describeValues({ card, document }: ParsedCard, form: string): string[] {
  // Under the other form a proto name is a name like any other.
  const renamed = form === specificationForm.name ? normalizeCard(card, { aliases: true }).renamed : [];
  const inexact = findInexactIntegers(document);
  const rounded = inexact.slice(0, shownPlaces).map((offset) => pointerAt(document.bytes, offset));
  return [
    ...(renamed.length === 0 ? [] : [`taken for the field of the JSON name: ${listPointers(renamed)}`]),
    ...(inexact.length === 0
      ? []
      : [`rounded, with more digits than a double keeps: ${listPointers(rounded, inexact.length)}`]),
  ];
}

function sayShape(shape: CardShape): string {
  if (shape === 'other') return 'no Agent Card of any version';
  return shape === 'mixed' ? 'a card of mixed versions' : `an A2A ${shape} card`;
}
