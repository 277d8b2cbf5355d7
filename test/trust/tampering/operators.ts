/** Knows what can be done to a card's JSON text at any place: pure operators, from one tree to many. */
import { nudge, pick, type Random } from './random.js';
import { childrenOf, editAt, toMember, toTree, walk, type Member, type Path, type Tree } from './tree.js';

type Place = { readonly root: Tree; readonly path: Path; readonly node: Tree; readonly random: Random };
type Operator = (place: Place) => Iterable<Tree>;

export type Tampered = { readonly operator: OperatorName; readonly tree: Tree };

/** Every operator at every pointer of a document, the members of its signature entries included. */
export function* tamperDocument(root: Tree, random: Random): Generator<Tampered> {
  for (const { path, node } of walk(root)) {
    for (const [operator, apply] of Object.entries(operators)) {
      for (const tree of apply({ root, path, node, random }))
        yield { operator: operator as OperatorName, tree };
    }
  }
}

const operators = {
  /** The only one that leaves the value as it is. */
  'respell': respell,
  'change': change,
  'remove': remove,
  'add': add,
  'move': move,
  'retype': retype,
  'rename': rename,
  'duplicate': duplicate,
  'set to null': ({ root, path }) => replaceWith(root, path, [null]),
  'set to default': ({ root, path }) => replaceWith(root, path, ['', false, 0, [], {}]),
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof operators;
export const operatorNames = Object.keys(operators) as OperatorName[];

function* respell({ root, path, node }: Place): Generator<Tree> {
  if (node.kind === 'object' && node.members.length > 1) {
    yield editAt(root, path, () => ({ kind: 'object', members: [...node.members].reverse() }));
    yield editAt(root, path, () => ({ kind: 'object', members: rotate(node.members) }));
  }
  if (node.kind === 'literal') {
    for (const text of respellLiteral(node.text)) yield editAt(root, path, () => literal(text));
  }
  yield* editMember(root, path, (member) => [{ ...member, name: escapeFirst(member.name) }]);
}

function respellLiteral(text: string): string[] {
  if (text.startsWith('"')) return [escapeFirst(text)];
  return /^-?\d+$/.test(text) ? [`${text}.0`, `${text}e0`, `${text}.00E+0`] : [` ${text}\n`];
}

/** The first character of a string as its escape, unless it is one, or half of a pair. */
function escapeFirst(quoted: string): string {
  if (!/^"[^"\\\ud800-\udfff]/.test(quoted)) return quoted;
  return `"\\u${quoted.charCodeAt(1).toString(16).padStart(4, '0')}${quoted.slice(2)}`;
}

function* change({ root, path, node, random }: Place): Generator<Tree> {
  if (node.kind !== 'literal') return;
  const value: unknown = JSON.parse(node.text);
  yield* replaceWith(root, path, changeValue(value, random));
  // Beyond what a double, or UTF-8, can hold.
  const texts = typeof value === 'number' ? ['1e400', '-1e400', 'NaN'] : ['"\\ud800"', '"\\udc00\\ud800"'];
  for (const text of texts) yield editAt(root, path, () => literal(text));
}

function changeValue(value: unknown, random: Random): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, -value - 1, value / 3, value * 1e21];
  if (typeof value !== 'string') return ['x', 1];
  const others = [
    `${value} `,
    ` ${value}`,
    `${value}\u200b`,
    `${value}\0`,
    value.slice(1),
    value.slice(0, -1),
  ];
  others.push(
    value.toUpperCase(),
    value.normalize('NFD'),
    value.normalize('NFKC'),
    nudge(`${value}.`, random),
  );
  return others.filter((other) => other !== value && other.isWellFormed());
}

function* remove({ root, path }: Place): Generator<Tree> {
  yield* editMember(root, path, () => []);
  yield* editElement(root, path, () => []);
}

/** Names of the schema, in both spellings, and names that mischief is made with. */
const addedNames = [
  ...[
    'signatures',
    'name',
    'url',
    'tenant',
    'description',
    'provider',
    'iconUrl',
    'documentationUrl',
    'skills',
  ],
  ...[
    'securityRequirements',
    'securitySchemes',
    'schemes',
    'scopes',
    'list',
    'flows',
    'implicit',
    'streaming',
  ],
  ...[
    'extendedAgentCard',
    'extensions',
    'params',
    'required',
    'uri',
    'examples',
    'inputModes',
    'bearerFormat',
  ],
  ...['refreshUrl', 'pkceRequired', 'mtlsSecurityScheme', 'header', 'protected', 'signature'],
  ...['security_requirements', 'security_schemes', 'icon_url', 'supportsAuthenticatedExtendedCard', 'kid'],
  ...['__proto__', 'constructor', 'toString', '', '0', 'x-added', 'nam\u0435'],
];
const emptyValues: readonly unknown[] = [null, '', false, [], {}];
const fullValues: readonly unknown[] = ['x', true, 1, ['x'], { x: 1 }, [{}]];

function* add({ root, path, node, random }: Place): Generator<Tree> {
  if (node.kind === 'object') {
    const present = new Set(node.members.map(({ name }) => JSON.parse(name) as string));
    for (const name of addedNames.filter((added) => !present.has(added))) {
      for (const value of [pick(emptyValues, random), pick(emptyValues, random), pick(fullValues, random)]) {
        const members = [...node.members];
        members.splice(Math.floor(random() * (members.length + 1)), 0, toMember(name, value));
        yield editAt(root, path, () => ({ kind: 'object', members }));
      }
    }
  }
  if (node.kind === 'array') {
    for (const value of [...emptyValues, ...fullValues]) {
      yield editAt(root, path, () => ({ kind: 'array', elements: [...node.elements, toTree(value)] }));
      yield editAt(root, path, () => ({ kind: 'array', elements: [toTree(value), ...node.elements] }));
    }
  }
}

function* move({ root, path, node }: Place): Generator<Tree> {
  if (node.kind === 'array' && node.elements.length > 1) {
    yield editAt(root, path, () => ({ kind: 'array', elements: rotate(node.elements) }));
    yield editAt(root, path, () => ({ kind: 'array', elements: [...node.elements].reverse() }));
  }
  const [removed] = remove({ root, path, node, random: () => 0 });
  const last = path.at(-1);
  if (removed === undefined || last === undefined) return;
  const name = nameAt(root, path) ?? '"moved"';
  for (let length = 0; length < path.length - 1; length++) {
    yield editAt(removed, path.slice(0, length), (found) => insert(found, { name, value: node }));
  }
  // Into the values beside it, and in exchange with the next one.
  const parent = path.slice(0, -1);
  yield editAt(removed, parent, (found) =>
    mapChildren(found, (child) => insert(child, { name, value: node })),
  );
  const next = childrenOf(valueAt(root, parent))[last + 1];
  if (next === undefined) return;
  const exchanged = editAt(root, path, () => next);
  yield editAt(exchanged, [...parent, last + 1], () => node);
}

function* retype({ root, path, node }: Place): Generator<Tree> {
  yield editAt(root, path, () => ({ kind: 'array', elements: [node] }));
  yield editAt(root, path, () => ({ kind: 'object', members: [{ name: '"value"', value: node }] }));
  if (node.kind === 'literal') {
    const value: unknown = JSON.parse(node.text);
    yield* replaceWith(root, path, [typeof value === 'string' ? Number(value) || 0 : node.text, 1, true]);
    return;
  }
  const children = childrenOf(node);
  yield* replaceWith(root, path, ['[object Object]', children.length, true]);
  if (children[0] !== undefined) yield editAt(root, path, () => children[0]!);
  const members = children.map((value, index) => ({ name: JSON.stringify(String(index)), value }));
  yield editAt(root, path, () =>
    node.kind === 'object' ? { kind: 'array', elements: children } : { kind: 'object', members },
  );
}

function* rename({ root, path }: Place): Generator<Tree> {
  yield* editMember(root, path, ({ name: quoted, value }) => {
    const name = JSON.parse(quoted) as string;
    const names = [toSnakeCase(name), `${name} `, name.toUpperCase(), `${name}\u200b`, '__proto__', ''];
    return names.filter((other) => other !== name).map((other) => ({ ...toMember(other, 0), value }));
  });
}

function* duplicate({ root, path, node }: Place): Generator<Tree> {
  const name = nameAt(root, path);
  if (name === undefined) {
    yield* editElement(root, path, (element) => [element, element]);
    return;
  }
  const alias = JSON.stringify(toSnakeCase(JSON.parse(name) as string));
  const others = [node, toTree(null), toTree('x'), toTree([]), toTree({})];
  for (const other of others) {
    for (const otherName of new Set([name, escapeFirst(name), alias])) {
      const twin: Member = { name: otherName, value: other };
      yield editAt(root, path.slice(0, -1), (found) => insert(found, twin));
      yield editAt(root, path.slice(0, -1), (found) => insert(found, twin, 0));
    }
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function literal(text: string): Tree {
  return { kind: 'literal', text };
}

function* replaceWith(root: Tree, path: Path, values: readonly unknown[]): Generator<Tree> {
  for (const value of values) yield editAt(root, path, () => toTree(value));
}

/** With the member at a path replaced by each of some others; or removed, where there are none. */
function* editMember(root: Tree, path: Path, edit: (member: Member) => Member[]): Generator<Tree> {
  const parent = path.slice(0, -1);
  const found = path.length === 0 ? undefined : valueAt(root, parent);
  const at = path.at(-1) ?? 0;
  const member = found?.kind === 'object' ? found.members[at] : undefined;
  if (found?.kind !== 'object' || member === undefined) return;
  const others = edit(member);
  for (const replaced of others.length === 0 ? [[]] : others.map((other) => [other])) {
    yield editAt(root, parent, () => ({
      kind: 'object',
      members: found.members.toSpliced(at, 1, ...replaced),
    }));
  }
}

function* editElement(root: Tree, path: Path, edit: (element: Tree) => Tree[]): Generator<Tree> {
  const parent = path.slice(0, -1);
  const found = path.length === 0 ? undefined : valueAt(root, parent);
  const at = path.at(-1) ?? 0;
  const element = found?.kind === 'array' ? found.elements[at] : undefined;
  if (found?.kind !== 'array' || element === undefined) return;
  const elements = found.elements.toSpliced(at, 1, ...edit(element));
  yield editAt(root, parent, () => ({ kind: 'array', elements }));
}

function insert(tree: Tree, member: Member, at = Number.POSITIVE_INFINITY): Tree {
  if (tree.kind === 'object') return { kind: 'object', members: tree.members.toSpliced(at, 0, member) };
  return tree.kind === 'array'
    ? { kind: 'array', elements: tree.elements.toSpliced(at, 0, member.value) }
    : tree;
}

function mapChildren(tree: Tree, edit: (child: Tree) => Tree): Tree {
  if (tree.kind === 'array') return { kind: 'array', elements: tree.elements.map(edit) };
  if (tree.kind === 'literal') return tree;
  return { kind: 'object', members: tree.members.map((m) => ({ ...m, value: edit(m.value) })) };
}

function valueAt(root: Tree, path: Path): Tree {
  return path.reduce<Tree>((found, at) => childrenOf(found)[at]!, root);
}

function nameAt(root: Tree, path: Path): string | undefined {
  const parent = path.length === 0 ? undefined : valueAt(root, path.slice(0, -1));
  return parent?.kind === 'object' ? parent.members[path.at(-1) ?? 0]?.name : undefined;
}

function rotate<T>(list: readonly T[]): T[] {
  return [...list.slice(1), ...list.slice(0, 1)];
}
