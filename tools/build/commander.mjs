/** Knows how commander gets into a bundle without what a call does not pay for. */
import { readFileSync } from 'node:fs';

/**
 * What no well-formed call of one command reaches: help, mistakes, commands that are programs of their own. In the
 * bundle of a command each of these ends the parsing, and the program starts, which has them.
 */
const leftToTheProgram = [
  '_executeSubCommand',
  '_checkForMissingExecutable',
  '_checkForBrokenPassThrough',
  '_conflictingOption',
  '_excessArguments',
  'error',
  'unknownOption',
  'unknownCommand',
  'missingArgument',
  'optionMissingArgument',
  'missingMandatoryOptionValue',
  'createHelp',
  'outputHelp',
  'help',
  'helpInformation',
  'helpCommand',
  'addHelpCommand',
  'addHelpText',
  'usage',
  'version',
  'alias',
  'hook',
  '_getOutputContext',
  '_dispatchHelpCommand',
  'restoreStateBeforeParse',
  'storeOptionsAsProperties',
  'optsWithGlobals',
  'getOptionValueSourceWithGlobals',
];

/** As it is, for the program; or, `pruned`, for a command alone. */
export function flatCommander(root, { pruned }) {
  return {
    name: 'flat-commander',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^commander$/ }, () => ({ path: `${root}/node_modules/commander/index.js` }));
      onLoad({ filter: /node_modules\/commander\/.*\.js$/ }, ({ path }) => {
        const source = flatten(readFileSync(path, 'utf8'), path);
        return { contents: pruned && path.endsWith('/command.js') ? prune(source) : source };
      });
    },
  };
}

/**
 * Commander is CommonJS, and a CommonJS module in a bundle is a function that the engine parses twice. Its files
 * have one pattern for imports and one for exports, so they become modules; and child_process, which it asks for
 * at its start, is for commands that are programs of their own: there are none here.
 */
function flatten(source, path) {
  const flat = source
    .replace(
      /^const (\w+) = require\('node:child_process'\);$/m,
      "const $1 = { spawn: () => { throw new Error('no programs'); } };",
    )
    // Node's own modules are required as they stand: a default import of one is a copy, member by member.
    .replace(/^const (\{[^}]*\}) = require\(('\.[^']+')\);$/gm, 'import $1 from $2;')
    .replace(/^exports\.(\w+) = \1;(?: \/\/.*)?$/gm, 'export { $1 };')
    .replace(/^exports\.(\w+) = (.+);(?: \/\/.*)?$/gm, 'export const $1 = $2;');
  if (/\brequire\('(?!node:)|\bexports\./.test(flat)) throw new Error(`${path} has an unknown pattern`);
  return flat;
}

function prune(source) {
  return leftToTheProgram.reduce((text, name) => {
    const method = new RegExp(`^  (?:async )?${name}\\(.*\\) \\{\\n[^]*?^  \\}$`, 'gm');
    if (text.match(method)?.length !== 1) throw new Error(`commander has no single method ${name}`);
    return text.replace(method, `  ${name}() { throw new CommanderError(1, 'cardctl.program', '${name}'); }`);
  }, source);
}
