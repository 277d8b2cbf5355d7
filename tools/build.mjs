/** Builds lib/: the library by the TypeScript compiler, the command line as bundles that start fast. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
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
  for (const path of Object.keys(metafile.inputs)) {
    const [, packageName] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    if (packageName !== undefined) bundled.add(packageName);
  }
}

/** The packages that are in a bundle; their licences go with them. */
const bundled = new Set();

function listLicences() {
  return [...bundled].sort().map((name) => {
    const folder = `${root}/node_modules/${name}`;
    const { version: used } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    return `${name} ${used}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
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
writeFileSync(`${next}/THIRD-PARTY-LICENCES.txt`, listLicences().join('\n\n'));
rmSync(`${root}/lib`, { recursive: true, force: true });
renameSync(next, `${root}/lib`);
