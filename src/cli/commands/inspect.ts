/** Knows the command `inspect CARD`. */
import { checkCardDocument } from '../../card/check.js';
import { describeCard } from '../../card/describe.js';
import { toJsonText } from '../../formats/json.js';
import { renderInspection, type Inspection } from '../../formats/inspection.js';
import { maximumEntries } from '../../signature/entry.js';
import { inspectEntry } from '../../signature/inspect-entry.js';
import { writeOut } from '../io.js';
import { addSizeOption } from '../options.js';
import { parseCard, sourceName } from '../parse-card.js';
import { readInput } from '../read-input.js';
import type { Configure } from '../command.js';

type Options = { readonly json?: boolean; readonly maxBytes: number };

export const configure: Configure = (command, { io }) => {
  addSizeOption(command)
    .argument('<card>', 'card file; - is standard input')
    .option('--json', 'print it as one JSON document')
    .action(async (path: string, { json, maxBytes }: Options) => {
      const inspection = inspectCard(await readInput(path, io, { what: 'card', maxBytes }), path, maxBytes);
      const text =
        json === true ? toJsonText({ version: 1, ...inspection }) : renderInspection(inspection, io.outStyle);
      await writeOut(io, text);
    });
};

function inspectCard(bytes: Uint8Array, path: string, maxBytes: number): Inspection {
  const source = sourceName(path);
  const { card, document } = parseCard(bytes, { source, maxBytes });
  const signatures = Array.isArray(card['signatures']) ? card['signatures'] : [];
  return {
    source,
    card: describeCard(card),
    entries: signatures.slice(0, maximumEntries).map(inspectEntry),
    entriesLeftOut: Math.max(0, signatures.length - maximumEntries),
    findings: checkCardDocument(document),
  };
}
