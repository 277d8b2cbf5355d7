/** Knows the faults of programs that sign a card's text as they print it. */
import type { Chance } from './chance.js';
import { withEntries, type Fault, type Subject } from './fault.js';
import { printAsGo, printAsPython, type Printing } from './print.js';
import { isCovered } from './covered.js';
import { keyOf, makeEntry, toJwk, toSet, type SigningKey } from './signing.js';

const pythonPrintings: readonly Printing[] = [
  { ascii: true },
  {},
  { ascii: true, sorted: true },
  { sorted: true },
  { ascii: true, sorted: true, separators: [',', ':'] },
  { ascii: true, indent: 2 },
  { ascii: true, indent: 4, sorted: true },
];

const anyKey = ({ pick }: Chance): SigningKey => keyOf(pick(['ES256', 'RS256', 'EdDSA']));

/** Signs the text; the card is served as another program prints it. */
function signText(subject: Subject, payload: string, key: SigningKey) {
  if (isCovered(subject, payload)) return undefined;
  return { card: withEntries(subject, makeEntry({ key, payload })), jwks: toSet(toJwk(key)) };
}

export const printedFaults: readonly Fault[] = [
  {
    id: "the text of Python's json.dumps",
    causes: ['not-canonical'],
    apply: (subject, chance) =>
      signText(subject, printAsPython(subject.value, chance.pick(pythonPrintings)), anyKey(chance)),
  },
  {
    id: "the text of Go's json.Marshal",
    causes: ['not-canonical'],
    apply: (subject, chance) =>
      signText(subject, printAsGo(subject.value, chance.pick([{}, { sorted: true }])), anyKey(chance)),
  },
  {
    id: 'a text of a layout of its own, with the signatures put in',
    causes: ['not-canonical'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const text = toOwnLayout(subject.value, chance);
      const entry = JSON.stringify([makeEntry({ key, payload: text })]);
      const close = text.lastIndexOf('}');
      const card = chance.pick([
        text.replace('{', () => `{"signatures": ${entry},`),
        text.replace('{', () => `{\n   "signatures":\n${entry}\n ,`),
        `${text.slice(0, close).trimEnd()},\n   "signatures" : ${entry}${trailing(text, close)}`,
      ]);
      if (isCovered(subject, text)) return undefined;
      return { card, jwks: toSet(toJwk(key)) };
    },
  },
];

/** The blanks before the last brace, the brace and what is behind it. */
function trailing(text: string, close: number): string {
  return text.slice(text.slice(0, close).trimEnd().length);
}

/** As people and programs of their own lay JSON out. */
function toOwnLayout(value: object, { pick }: Chance): string {
  const text = JSON.stringify(value, null, pick([3, 1, '  \t', 8]));
  return pick([text, text.replaceAll('\n', '\r\n'), text.replace(/^\{\s*/, '{ '), `${text}\n\n`]);
}
