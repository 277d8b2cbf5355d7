/** Knows how generated files are held against the ones on disk, and how they take their place. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts by path, relative to a root and with `/`. */
export type Files = ReadonlyMap<string, string>;

/** The folder that holds generated files and nothing else, as `buf.gen.yaml` names it. */
export const generatedFolder = 'tools/generated';

/** The paths whose file on disk is missing, differs, or lies in the generated folder without being generated. */
export function findStaleFiles(root: string, files: Files): string[] {
  const paths = new Set([...files.keys(), ...listFiles(root, generatedFolder)]);
  return [...paths].filter((path) => readText(join(root, path)) !== files.get(path));
}

/** Makes the disk hold what is generated, touching only what is stale; gives the paths it changed. */
export function updateFiles(root: string, files: Files): string[] {
  const stale = findStaleFiles(root, files);
  for (const path of stale) {
    const text = files.get(path);
    if (text === undefined) rmSync(join(root, path));
    else writeText(join(root, path), text);
  }
  return stale;
}

/** The paths of all files below a folder, relative to the root and in a stable order; none where it is missing. */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'))
    .sort();
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
