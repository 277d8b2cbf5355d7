/** Knows the ways a card goes wrong, and applies them at every place of it. */
import { allMessages } from '../../src/card/schema.js';
import { escapePointer } from '../../src/json/pointer.js';

export type Mutant = { readonly name: string; readonly text: string };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Container = Json[] | { [name: string]: Json };

/** One change of a card, in place. */
type Edit = { readonly name: string; readonly apply: (card: Json) => void };

/** What no JavaScript value can say; `toText` writes it. */
const tooLarge = '@number:1e400';
const inexact = '@number:9007199254740993';
const again = '@again:';
const proto = '@proto';

const replacements: Readonly<Record<string, Json>> = {
  'null': null,
  'an empty string': '',
  'a string': 'x',
  'a number': 1,
  'a number too large': tooLarge,
  'an inexact integer': inexact,
  'true': true,
  'false': false,
  'an empty list': [],
  'a list with null': [null],
  'a list of strings': ['x'],
  'an empty object': {},
  'a flat scheme': { type: 'http', scheme: 'bearer' },
  'a deep list': nest(90),
  'a list too deep for protobuf': nest(110),
  'a list too deep': nest(140),
};

const everyName = [...new Set(allMessages.flatMap(({ fields }) => fields.map(({ name }) => name)))];
const oneofNames = allMessages.flatMap(({ fields }) =>
  fields.filter(({ oneof }) => oneof !== undefined).map(({ name }) => name),
);
const strangers = [
  ...['x-vendor', proto, 'constructor', '', 'transport', 'security', 'preferredTransport', 'in', 'type'],
  ...['stateTransitionHistory', 'supports_authenticated_extended_card', 'additionalInterfaces'],
];

/** Each mutation at each place, one at a time. */
export function mutateEverywhere(card: object): Mutant[] {
  return listEdits(card as Json).map((edit) => mutate(card, [edit]));
}

/** So many cards with two or three mutations each; the same seed gives the same cards. */
export function combineMutations(card: object, count: number, seed: number): Mutant[] {
  const random = createRandom(seed);
  const edits = listEdits(card as Json);
  const pick = (): Edit => edits[Math.floor(random() * edits.length)]!;
  return Array.from({ length: count }, (_, index) =>
    mutate(card, index % 2 === 0 ? [pick(), pick()] : [pick(), pick(), pick()]),
  );
}

function mutate(card: object, edits: readonly Edit[]): Mutant {
  const copy = structuredClone(card) as Json;
  for (const edit of edits) edit.apply(copy);
  return { name: edits.map(({ name }) => name).join(', then '), text: toText(copy) };
}

function toText(card: Json): string {
  return JSON.stringify(card)
    .replace(/"@number:([^"]*)"/g, '$1')
    .replaceAll(`"${again}`, '"')
    .replaceAll(`"${proto}"`, '"__proto__"');
}

function listEdits(card: Json): Edit[] {
  return listPlaces(card, []).flatMap(({ path, value }) => [
    ...(path.length === 0 ? [] : editsOfPlace(path, value)),
    ...(isRecord(value) ? editsOfObject(path, value) : []),
  ]);
}

type Path = readonly (string | number)[];

function listPlaces(value: Json, path: Path): { path: Path; value: Json }[] {
  const inner: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return [{ path, value }, ...inner.flatMap(([key, member]) => listPlaces(member, [...path, key]))];
}

function editsOfPlace(path: Path, value: Json): Edit[] {
  const key = path.at(-1)!;
  const edit = (what: string, change: (container: Container, key: string | number) => void): Edit => ({
    name: `${toPointer(path)}: ${what}`,
    apply: (card) => {
      const container = find(card, path.slice(0, -1));
      if (container !== undefined) change(container, key);
    },
  });
  return [
    edit('remove', remove),
    ...Object.entries(replacements).map(([what, replacement]) =>
      edit(`replace by ${what}`, (container) => {
        set(container, key, structuredClone(replacement));
      }),
    ),
    edit('wrap into a list', (container) => {
      set(container, key, [structuredClone(value)]);
    }),
    ...(typeof value === 'string' ? [edit('add a lone surrogate', appendSurrogate)] : []),
    ...(typeof key === 'string' ? editsOfName(key, edit) : []),
  ];
}

type MakeEdit = (what: string, change: (container: Container, key: string | number) => void) => Edit;

function editsOfName(name: string, edit: MakeEdit): Edit[] {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const misspelt = [name.slice(0, -1), name.slice(1), name.toUpperCase(), `${name}s`, `${name}\ud800`];
  const rename = (to: string): Edit =>
    edit(`rename to ${to}`, (container, key) => {
      const value = get(container, key);
      remove(container, key);
      set(container, to, value);
    });
  const copy = (to: string, value?: Json): Edit =>
    edit(`add ${to}`, (container, key) => {
      set(container, to, value === undefined ? structuredClone(get(container, key)) : value);
    });
  return [
    ...misspelt.map(rename),
    copy(`${again}${name}`),
    copy(name.toUpperCase()),
    ...(snakeCase === name ? [] : [rename(snakeCase), copy(snakeCase), copy(snakeCase, null)]),
  ];
}

function editsOfObject(path: Path, value: { [name: string]: Json }): Edit[] {
  const add = (name: string, what: string, member: Json): Edit => ({
    name: `${toPointer(path)}: add ${name}, ${what}`,
    apply: (card) => {
      const container = find(card, path);
      if (container !== undefined) set(container, name, structuredClone(member));
    },
  });
  const absent = everyName.filter((name) => !Object.hasOwn(value, name));
  return [
    ...absent.map((name) => add(name, 'an object', {})),
    ...absent.filter((name) => oneofNames.includes(name)).map((name) => add(name, 'null', null)),
    ...strangers.map((name) => add(name, 'a list', ['x'])),
    ...strangers.map((name) => add(name, 'null', null)),
  ];
}

function find(card: Json, path: Path): Container | undefined {
  let found: Json | undefined = card;
  for (const key of path) found = isContainer(found) ? get(found, key) : undefined;
  return isContainer(found) ? found : undefined;
}

function get(container: Container, key: string | number): Json {
  return (container as Record<string | number, Json>)[key] ?? null;
}

function set(container: Container, key: string | number, value: Json): void {
  if (Array.isArray(container) && typeof key === 'string') return;
  (container as Record<string | number, Json>)[key] = value;
}

function remove(container: Container, key: string | number): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else Reflect.deleteProperty(container, key);
}

function appendSurrogate(container: Container, key: string | number): void {
  const value = get(container, key);
  if (typeof value === 'string') set(container, key, `${value}\ud83c`);
}

function nest(levels: number): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

function isContainer(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: Json): value is { [name: string]: Json } {
  return isContainer(value) && !Array.isArray(value);
}

function toPointer(path: Path): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** The generator mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
