/** Knows how what is timed is made what is shipped: bundled as JavaScript, not loaded through a transformer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The module at a path under `src/`, bundled; `T` is its type. */
export async function loadBundled<T>(path: string): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cardctl-bench-'));
  const outfile = join(folder, 'module.mjs');
  const entry = fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
  try {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'es2023',
    });
    return (await import(pathToFileURL(outfile).href)) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
