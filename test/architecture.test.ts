/** Knows that the imports point as the layers of docs/ARCHITECTURE.md say. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Of docs/ARCHITECTURE.md, lowest first: the files and folders of each; a file may import its own layer and lower ones. */
const layers = readLayers(readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8'));

/** The first cells of the table under "Layers", which has the highest layer first. */
function readLayers(page: string): string[][] {
  const section = /^## Layers\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|')[1] ?? '');
  return cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).reverse();
}

/** Further walls within the layers. */
const forbidden: readonly { from: RegExp; to: RegExp; why: string }[] = [
  { from: /^keys\//, to: /^card\//, why: 'keys know nothing of cards' },
  { from: /^card\//, to: /^keys\//, why: 'cards know nothing of keys' },
  {
    from: /^signature\//,
    to: /^keys\/(providers|node-crypto|web-crypto|jwks)/,
    why: 'signatures know the port, not who serves it',
  },
  {
    from: /^trust\//,
    to: /^keys\/(providers|node-crypto|web-crypto|jwks|signer)/,
    why: 'verification needs no private key',
  },
  { from: /^formats\//, to: /^(keys|canonical)\//, why: 'a format shows a report' },
];

type Import = { readonly specifier: string; readonly typeOnly: boolean };

function readImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, from, dynamic]) => ({
    specifier: from ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));
}

function resolveImport(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts');
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const graph = new Map(files.map((file) => [file, readImports(join(root, 'src', file))]));

/** The file or the folder below src by which the layers name it. */
function placeOf(file: string): string {
  return file.replace(/\/.*|\.ts$/, '');
}

function layerOf(file: string): number {
  return layers.findIndex((layer) => layer.includes(placeOf(file)));
}

/** The files and packages reached from a file; with or without what only types need. */
function reach(start: string, options: { types: boolean }): { files: Set<string>; packages: Set<string> } {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { specifier, typeOnly } of graph.get(file) ?? []) {
      if (typeOnly && !options.types) continue;
      const target = resolveImport(file, specifier);
      if (target === undefined) packages.add(specifier);
      else queue.push(target);
    }
  }
  return { files: seen, packages };
}

describe('the layers', () => {
  it('has one place for every file, and no place without one', () => {
    expect(layers.flat().sort()).toEqual([...new Set(files.map(placeOf))].sort());
    expect(files.length).toBeGreaterThan(50);
  });

  it('imports its own layer and lower ones only', () => {
    const upward = files.flatMap((file) =>
      (graph.get(file) ?? []).flatMap(({ specifier }) => {
        const target = resolveImport(file, specifier);
        return target !== undefined && layerOf(target) > layerOf(file) ? [`${file} -> ${target}`] : [];
      }),
    );
    expect(upward).toEqual([]);
  });

  it('keeps the walls within the layers', () => {
    const breaches = files.flatMap((file) =>
      (graph.get(file) ?? []).flatMap(({ specifier }) => {
        const target = resolveImport(file, specifier) ?? '';
        return forbidden
          .filter(({ from, to }) => from.test(file) && to.test(target))
          .map(({ why }) => `${file} -> ${target}: ${why}`);
      }),
    );
    expect(breaches).toEqual([]);
  });

  it('has no import cycle, not even of types', () => {
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
        return;
      }
      if (done.has(file)) return;
      for (const { specifier } of graph.get(file) ?? []) {
        const target = resolveImport(file, specifier);
        if (target !== undefined) visit(target, [...trail, file]);
      }
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('cardctl/verify', () => {
  it('imports no module of Node, and two packages', () => {
    const { packages } = reach('verify.ts', { types: true });
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    expect([...packages].filter((name) => builtins.has(name) || name.startsWith('node:'))).toEqual([]);
    expect([...packages].sort()).toEqual(['canonicalize', 'jose/key/import']);
  });

  it('stays free of the command line, providers and signing', () => {
    const reached = [...reach('verify.ts', { types: false }).files];
    expect(
      reached.filter((file) => /^(cli|formats)\/|^keys\/(providers|node-crypto|signer)|sign-card/.test(file)),
    ).toEqual([]);
  });
});
