/** Builds lib/: the library by the TypeScript compiler, the command line as bundles that start fast. */
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { markUsualFunctions } from './build/eager.mjs';
import { noUnrolledEncoder, parts, partsOnUse, toPartEntry } from './build/parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** What is built takes the place of lib/ when all of it is there. */
const next = `${root}/.cache/lib`;
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** The bundle of one command parses and runs that command alone. */
function toCommandEntry(name) {
  return [
    `import { configure } from './src/cli/commands/${name}.js';`,
    "import { startAlone } from './src/cli/start-alone.js';",
    'export const start = () => startAlone(configure);',
  ].join('\n');
}

async function bundle(name, entry, { isCommand }) {
  await build({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    outfile: `${next}/cli/${name}.cjs`,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minify: true,
    // Engines parse no arrow function at once, whatever stands around it (tools/build/eager.mjs).
    supported: { arrow: false },
    legalComments: 'none',
    define: { CARDCTL_VERSION: JSON.stringify(version) },
    external: parts.map((part) => `./${part.name}.cjs`),
    plugins: [...(isCommand ? [partsOnUse] : []), noUnrolledEncoder],
    // A field with a value makes the engine parse its class anew; an assignment in the constructor does not.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, target: 'es2023' } },
  });
}

rmSync(next, { recursive: true, force: true });
const compiler = `${root}/node_modules/typescript/bin/tsc`;
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next], {
  cwd: root,
  stdio: 'inherit',
});
// `main` is one of the parts: it holds all commands, for the help and for what is no command.
for (const part of parts) await bundle(part.name, toPartEntry(part), { isCommand: false });
for (const name of ['check', 'canonicalize', 'sign', 'verify', 'inspect', 'keys']) {
  await bundle(name, toCommandEntry(name), { isCommand: true });
}
markUsualFunctions(`${next}/cli`);
rmSync(`${root}/lib`, { recursive: true, force: true });
renameSync(next, `${root}/lib`);
