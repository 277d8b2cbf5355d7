/** Builds lib/: the library by the TypeScript compiler, the command line as bundles that start fast. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { markUsualFunctions } from './build/eager.mjs';
import {
  errorsOfCaller,
  noUnrolledEncoder,
  parts,
  partsOnUse,
  providerParts,
  providersOnUse,
  toPartEntry,
  toProviderEntry,
} from './build/parts.mjs';

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

async function bundle(name, entry, plugins) {
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
    // As modules, of packages as large as the AWS SDK only what is used gets in.
    mainFields: ['module', 'main'],
    external: [...parts, ...providerParts].map((part) => `./${part.name}.cjs`),
    plugins: [...plugins, noUnrolledEncoder],
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

/** A package without a text of its own is under the licence that this one is under, whose text lies beside it. */
function readLicence(name, folder, license) {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  if (license === 'Apache-2.0') return 'Apache License, version 2.0; its text is in LICENSE.';
  throw new Error(`${name} has no licence file`);
}

/** Each text once, under the names of all packages that have it. */
function listLicences() {
  const names = new Map();
  for (const name of [...bundled].sort()) {
    const folder = `${root}/node_modules/${name}`;
    const { version: used, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const text = readLicence(name, folder, license);
    names.set(text, [...(names.get(text) ?? []), `${name} ${used}`]);
  }
  return [...names].map(([text, list]) => `${list.join('\n')}\n\n${text}\n`);
}

rmSync(next, { recursive: true, force: true });
const compiler = `${root}/node_modules/typescript/bin/tsc`;
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next], {
  cwd: root,
  stdio: 'inherit',
});
// `main` is one of the parts: it holds all commands, for the help and for what is no command.
for (const part of parts) await bundle(part.name, toPartEntry(part), [providersOnUse]);
for (const part of providerParts) await bundle(part.name, toProviderEntry(part), [errorsOfCaller]);
for (const name of ['check', 'canonicalize', 'sign', 'verify', 'inspect', 'explain', 'keys']) {
  await bundle(name, toCommandEntry(name), [partsOnUse, providersOnUse]);
}
markUsualFunctions(`${next}/cli`);
writeFileSync(`${next}/THIRD-PARTY-LICENCES.txt`, listLicences().join('\n\n'));
rmSync(`${root}/lib`, { recursive: true, force: true });
renameSync(next, `${root}/lib`);
