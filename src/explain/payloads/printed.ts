/** Knows how a card's text may have been printed when it was signed as it stood. */
import { withoutSignatures } from '../../card/content.js';
import { rangeOf } from '../../json/position.js';
import type { Draft, PayloadSource } from './draft.js';
import { printJson, type PrintStyle } from '../print-json.js';
import { toCause } from '../report.js';

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
  { style: { sorted: 'points' }, say: 'with its names sorted' },
  { style: { sorted: 'units' }, say: 'with its names sorted by UTF-16 code units' },
];

const escapes: readonly Printed[] = [
  { style: {}, say: '' },
  { style: { escapes: 'ascii' }, say: ', with \\u escapes for what is not ASCII' },
  { style: { escapes: 'html' }, say: ', with \\u escapes for <, > and &' },
];

/** The received text less its signatures, and the value printed anew in the usual ways; each with a newline at its end and without. */
export function* listPrinted({ card, document }: PayloadSource): Generator<Draft> {
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

function* withNewline(text: string, say: string): Generator<Draft> {
  yield { text, faults: [() => explain(say)] };
  yield { text: `${text}\n`, faults: [() => explain(`${say}, with a newline at its end`)] };
}

function explain(say: string): ReturnType<typeof toCause> {
  return toCause('not-canonical', `the signature is over the card's text ${say}`);
}

const decoder = new TextDecoder();

/** Without the member and a comma: the one before it, or the one behind it where it is the first; blanks may go with it. */
function cutSignatures(bytes: Uint8Array): string[] {
  const range = rangeOf(bytes, '/signatures');
  if (range === undefined) return [];
  const before = decoder.decode(bytes.subarray(0, range.start)).replace(/"signatures"\s*:\s*$/, '');
  const after = decoder.decode(bytes.subarray(range.end));
  const head = before.trimEnd();
  const rest = after.replace(/^\s*,/, '');
  const cut = head.endsWith(',')
    ? [head.slice(0, -1) + after]
    : [before + rest.trimStart(), head + rest, before + rest];
  return [...new Set(cut.flatMap((text) => [text, text.trimEnd()]))];
}
