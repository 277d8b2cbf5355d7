/** Knows how else the JSON of a protected header may have been written when it was signed. */
import { createObject, setMember, type JsonObject } from '../json/value.js';
import { printJson, type PrintStyle } from './print-json.js';

/** Members of which every order is tried. */
const maximumPermuted = 4;
/** Members of which each is left out in turn; honest headers have fewer. */
const maximumLeftOut = 16;

type Header = { readonly text: string; readonly say: string };

const styles: readonly { readonly style: PrintStyle; readonly say: string }[] = [
  { style: {}, say: 'without blanks' },
  { style: { separators: 'spaced' }, say: 'with blanks, as Python writes it' },
  { style: { indent: 2 }, say: 'on lines of its own' },
];

/** Each with how it differs; the order that stands in the entry first. */
export function listHeaders(header: JsonObject): Header[] {
  const names = Object.keys(header);
  const orders = names.length <= maximumPermuted ? permute(names) : [names, [...names].sort()];
  return [
    ...orders.flatMap((order) =>
      styles.map(({ style, say }) => ({
        text: printJson(pick(header, order), style),
        say: `the header ${say}, with its members in the order ${order.join(', ')}`,
      })),
    ),
    ...(names.length > maximumLeftOut ? [] : names).map((name) => ({
      text: printJson(
        pick(
          header,
          names.filter((other) => other !== name),
        ),
      ),
      say: `the header without ${name}`,
    })),
  ];
}

function pick(header: JsonObject, names: readonly string[]): JsonObject {
  const picked = createObject();
  for (const name of names) setMember(picked, name, header[name] ?? null);
  return picked;
}

/** All orders; the one that is given first. */
function permute(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name, index) => permute(names.toSpliced(index, 1)).map((rest) => [name, ...rest]));
}
