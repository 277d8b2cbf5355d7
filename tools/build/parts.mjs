/** Knows which parts of the command line most calls have no use for, and how a bundle comes by them when it does. */
import { readFileSync } from 'node:fs';

/**
 * Each part is a bundle of its own, required when one of its functions is first called. A part and its caller
 * exchange plain data, for a class in two bundles would be two classes; errors are made anew by the caller.
 */
export const parts = [
  {
    name: 'refusals',
    modules: ['src/json/refuse.ts', 'src/json/syntax.ts', 'src/json/utf8.ts'],
    result: { type: 'JsonError', from: './error.js' },
  },
  { name: 'places', modules: ['src/json/position.ts'] },
  { name: 'findings', modules: ['src/card/checks/index.ts', 'src/card/checks/members.ts'] },
  { name: 'sdk-forms', modules: ['src/canonical/sdk-forms.ts'] },
  { name: 'portability', modules: ['src/canonical/portability.ts'] },
  { name: 'main', modules: ['src/cli/start.ts'] },
];

/**
 * Each provider that loads on use is a bundle of its own, too. It throws, and its signers later reject with, errors of
 * the bundle that loaded it, for there can be only one class of them.
 */
export const providerParts = [
  { name: 'awskms', module: 'src/keys/providers/awskms/index.ts', provider: 'awskmsProvider' },
  { name: 'pkcs11', module: 'src/keys/providers/pkcs11/index.ts', provider: 'pkcs11Provider' },
];

/** The source of a provider's bundle. */
export function toProviderEntry({ module, provider }) {
  return `export { ${provider} } from './${module}'; export { adoptErrors } from './src/errors.ts';`;
}

/** In a provider's bundle, in place of the class of errors a variable for that of the caller. */
export const errorsOfCaller = {
  name: 'errors-of-caller',
  setup: ({ onLoad }) => {
    onLoad({ filter: endingWith('/src/errors.ts') }, () => ({
      contents: 'export let CardctlError; export function adoptErrors(adopted) { CardctlError = adopted; }',
    }));
  },
};

/** In place of a provider that loads on use, what loads its bundle. */
export const providersOnUse = {
  name: 'providers-on-use',
  setup: ({ onLoad }) => {
    for (const { name, module, provider } of providerParts) {
      onLoad({ filter: endingWith(`/${module}`) }, () => ({
        contents: [
          "import { CardctlError } from '../../../errors.js';",
          `const part = require('./${name}.cjs');`,
          'part.adoptErrors(CardctlError);',
          `export const ${provider} = part.${provider};`,
        ].join('\n'),
      }));
    }
  },
};

/** The source of a part's bundle. */
export function toPartEntry({ modules }) {
  return modules.map((module) => `export * from './${module}';`).join('\n');
}

/** A call encodes one card: the table that it has anyway is sooner done than the unrolled code is compiled. */
export const noUnrolledEncoder = {
  name: 'no-unrolled-encoder',
  setup: ({ onLoad }) => {
    onLoad({ filter: endingWith('/src/canonical/forms/regular.ts') }, () => ({
      contents: 'export const encodeRegular = () => undefined;',
    }));
  },
};

/** In place of each module of a part, functions of the same names that load the part and call it. */
export const partsOnUse = {
  name: 'parts-on-use',
  setup: ({ onLoad }) => {
    for (const part of parts) {
      for (const module of part.modules) {
        onLoad({ filter: endingWith(`/${module}`) }, ({ path }) => ({
          contents: toStub(part, readFileSync(path, 'utf8')),
        }));
      }
    }
  },
};

function endingWith(text) {
  return new RegExp(`${text.replaceAll('.', '\\.')}$`);
}

function toStub({ name, result }, source) {
  // Where the part gives a type, what returns another one is for the part's own use.
  const isFor = (line) => result === undefined || line.endsWith(`): ${result.type} {`);
  const names = [...source.matchAll(/^export (?:async )?function (\w+).*/gm)]
    .filter(([line]) => isFor(line))
    .map(([, declared]) => declared);
  return [
    ...(result === undefined ? [] : [`import { ${result.type} } from '${result.from}';`]),
    `const load = () => require('./${name}.cjs');`,
    ...names.map((one) => toFunction(one, result)),
  ].join('\n');
}

function toFunction(name, result) {
  const call = `load().${name}(...args)`;
  return `export function ${name}(...args) { return ${result === undefined ? call : `new ${result.type}(${call})`}; }`;
}
