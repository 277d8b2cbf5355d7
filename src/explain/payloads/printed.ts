/** Knows how a card's text may have been printed when it was signed as it stood. */
import { withoutSignatures } from '../../card/content.js';
import { rangeOf } from '../../json/position.js';
import type { EntryParts } from '../entry-parts.js';
import type { PayloadSource } from '../payload-source.js';
import { printJson, type PrintStyle } from '../print-json.js';
import { toCause } from '../report.js';
import { wrong, type Variant } from '../variant.js';

type Printed = { readonly style: PrintStyle; readonly say: string };

const styles: readonly Printed[] = [
  { style: {}, say: 'on one line' },
  { style: { indent: 2 }, say: 'indented by two blanks' },
  { style: { indent: 4 }, say: 'indented by four blanks' },
  { style: { indent: '\t' }, say: 'indented by tabs' },
  { style: { separators: 'spaced' }, say: 'on one line with blanks' },
];

const orders: readonly Printed[] = [
  { style: {}, say: 'in its own order' },
  { style: { sorted: true }, say: 'with its names sorted' },
];

const escapes: readonly Printed[] = [
  { style: {}, say: '' },
  { style: { escapes: 'ascii' }, say: ', with \\u escapes for what is not ASCII' },
  { style: { escapes: 'html' }, say: ', with \\u escapes for <, > and &' },
];

/** The received text less its signatures, and the value printed anew in the usual ways; each with a newline at its end and without. */
export function* listPrinted(
  _parts: EntryParts,
  { card, document }: PayloadSource,
): Generator<Variant<string>> {
  for (const text of cutSignatures(document.bytes))
    yield* withNewline(text, 'as it stands, less its signatures');
  const content = withoutSignatures(card);
  for (const { style, say } of listStyles()) yield* withNewline(printJson(content, style), say);
}

/** All combinations. */
export function listStyles(): Printed[] {
  return orders.flatMap((order) =>
    escapes.flatMap((escape) =>
      styles.map((style) => ({
        style: { ...style.style, ...order.style, ...escape.style },
        say: `${style.say} and ${order.say}${escape.say}`,
      })),
    ),
  );
}

function* withNewline(text: string, say: string): Generator<Variant<string>> {
  yield wrong(text, () => explain(say));
  yield wrong(`${text}\n`, () => explain(`${say}, with a newline at its end`));
}

function explain(say: string): ReturnType<typeof toCause> {
  return toCause('not-canonical', `the signature is over the card's text ${say}`);
}

const decoder = new TextDecoder();

/** Without the member and the comma before it, or behind it where it is the first; with the blanks at the end and without. */
function cutSignatures(bytes: Uint8Array): string[] {
  const range = rangeOf(bytes, '/signatures');
  if (range === undefined) return [];
  const before = decoder.decode(bytes.subarray(0, range.start)).replace(/"signatures"\s*:\s*$/, '');
  const after = decoder.decode(bytes.subarray(range.end));
  const head = before.trimEnd();
  const cut = head.endsWith(',') ? head.slice(0, -1) + after : before + after.replace(/^\s*,\s*/, '');
  return [...new Set([cut, cut.trimEnd()])];
}
