/** Knows JSON as text that need not be sensible: names may stand twice, literals may be spelled in any way. */

export type Tree = ObjectTree | ArrayTree | Literal;
export type ObjectTree = { readonly kind: 'object'; readonly members: readonly Member[] };
export type ArrayTree = { readonly kind: 'array'; readonly elements: readonly Tree[] };
/** A string, a number or a word, exactly as it is written. */
export type Literal = { readonly kind: 'literal'; readonly text: string };
/** `name` is written with its quotes, so that it can be spelled with escapes. */
export type Member = { readonly name: string; readonly value: Tree };

/** The way from the root to a value, by position: names may repeat. */
export type Path = readonly number[];

/** A value as the tree of its text. */
export function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'array', elements: value.map(toTree) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', members: Object.entries(value).map(([name, inner]) => toMember(name, inner)) };
  }
  return { kind: 'literal', text: JSON.stringify(value) };
}

/** A member of that name and value. */
export function toMember(name: string, value: unknown): Member {
  return { name: JSON.stringify(name), value: toTree(value) };
}

/** The tree as JSON text, without white space. */
export function toText(tree: Tree): string {
  switch (tree.kind) {
    case 'literal':
      return tree.text;
    case 'array':
      return `[${tree.elements.map(toText).join(',')}]`;
    case 'object':
      return `{${tree.members.map(({ name, value }) => `${name}:${toText(value)}`).join(',')}}`;
  }
}

/** What stands directly inside a tree. */
export function childrenOf(tree: Tree): readonly Tree[] {
  if (tree.kind === 'array') return tree.elements;
  return tree.kind === 'object' ? tree.members.map(({ value }) => value) : [];
}

/** The tree with the value at a path replaced by what `edit` makes of it. */
export function editAt(tree: Tree, path: Path, edit: (found: Tree) => Tree): Tree {
  const [at, ...rest] = path;
  if (at === undefined) return edit(tree);
  if (tree.kind === 'array') {
    return { kind: 'array', elements: tree.elements.map((e, i) => (i === at ? editAt(e, rest, edit) : e)) };
  }
  if (tree.kind === 'literal') throw new TypeError('the path leads through a literal');
  const members = tree.members.map((m, i) => (i === at ? { ...m, value: editAt(m.value, rest, edit) } : m));
  return { kind: 'object', members };
}

/** Every value of a tree with the way to it, the root first. */
export function* walk(tree: Tree, path: Path = []): Generator<{ readonly path: Path; readonly node: Tree }> {
  yield { path, node: tree };
  for (const [index, child] of childrenOf(tree).entries()) yield* walk(child, [...path, index]);
}
