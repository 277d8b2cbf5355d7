/** Knows how the library is built with one of its rules switched off. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';
import type { Edit, Library } from './rule.js';

const source = join(import.meta.dirname, '../../../src');
const folder = await mkdtemp(join(tmpdir(), 'rules-'));
let built = 0;

/** The library with the edits made; throws where the text of one does not stand exactly once in its file. */
export async function buildLibrary(edits: readonly Edit[]): Promise<Library> {
  const outfile = join(folder, `${built++}.mjs`);
  const texts = new Map<string, string>();
  for (const edit of edits) texts.set(edit.file, await applyEdit(edit, texts.get(edit.file)));
  await bundle({
    entryPoints: [join(source, 'index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Loaded on use, and no rule uses it.
    external: ['@aws-sdk/client-kms'],
    outfile,
    logLevel: 'error',
    plugins: [serveTexts(texts)],
  });
  return (await import(pathToFileURL(outfile).href)) as Library;
}

/** Removes what has been built. */
export function removeLibraries(): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

async function applyEdit({ file, find, replace }: Edit, edited: string | undefined): Promise<string> {
  const text = edited ?? (await readFile(join(source, file), 'utf8'));
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`src/${file} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

function serveTexts(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'edits',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = texts.get(path.slice(source.length + 1));
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}
