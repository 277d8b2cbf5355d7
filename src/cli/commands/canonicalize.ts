/** Knows the command `canonicalize CARD`. */
import { formNames } from '../../canonical/form-names.js';
import type { Form } from '../../canonical/form.js';
import { encodeCard, getForm, specificationForm } from '../../canonical/index.js';
import { findInexactIntegers } from '../../card/content.js';
import { normalizeCard } from '../../card/presence.js';
import { detectShape, type CardShape } from '../../card/shape.js';
import { createLiterals } from '../../json/literals.js';
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
      const form = getForm(options.form);
      const { maxBytes } = options;
      const source = sourceName(path);
      const input = await readInput(path, io, { what: 'card', maxBytes });
      const parsed = parseCard(input, { source, maxBytes });
      const { card, document } = parsed;
      if (document.hasByteOrderMark)
        writeNote(io, `note: ${escapeText(source)} begins with a byte order mark; it is no part of the form`);
      const encoded = encodeCard(card, form, { aliases: true, literals: createLiterals(document.bytes) });
      const bytes = new TextEncoder().encode(encoded.text);
      const shape = detectShape(card);
      const { protocol = '1.0' } = form;
      if (shape !== protocol)
        writeNote(
          io,
          `note: ${escapeText(source)} is ${sayShape(shape)}; the form is that of A2A ${protocol}`,
        );
      for (const note of describeValues(parsed, form)) writeNote(io, `note: ${note}`);
      const { unsigned = [] } = encoded;
      if (unsigned.length > 0) writeNote(io, `note: the form does not cover ${listPointers(unsigned)}`);
      const sha256 = encodeHex(await nodeCrypto.sha256(bytes));
      if (options.json === true) {
        const canonical = new TextDecoder().decode(bytes);
        await writeOut(io, toJsonText({ version: 1, source, form: form.name, sha256, canonical }));
      } else {
        await writeOut(io, options.hash === true ? `sha256:${sha256}\n` : bytes);
      }
    });
};

/** What of the card the form has otherwise than the text. */
function describeValues({ card, document }: ParsedCard, form: Form): string[] {
  // Under the other forms a proto name is a name like any other, or they say what they make of it.
  const renamed = form === specificationForm ? normalizeCard(card, { aliases: true }).renamed : [];
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
