/** Knows the plain calls of a command, which need no parser of all styles: it costs a short call a tenth of its time. */
import { isInvalidValue } from './options.js';
import type { Definition, ParseOption } from './command.js';

type Option = {
  readonly takesValue: boolean;
  readonly parse: ParseOption | undefined;
};

type Run = (argument: unknown, options: Record<string, unknown>) => Promise<void>;

/** What a command has said of itself. */
type Defined = {
  readonly inner: Map<string, PlainParser>;
  readonly options: Map<string, Option>;
  readonly initial: Record<string, unknown>;
  isRepeatable: boolean;
  run: Run | undefined;
};

export type PlainParser = Definition & {
  /** What runs the call; undefined where the call is not plain. Throws what the parser of a value throws. */
  readonly parse: (words: readonly string[]) => (() => Promise<void>) | undefined;
};

/**
 * Parses calls that are written in full: each option by its long name, its value behind it as the next word, and as
 * many arguments as are due. It takes nothing for anything else than commander does, and leaves to commander whatever
 * is not so plain: `--name=value`, `--`, help, mistakes.
 */
export function createPlainParser(): PlainParser {
  const defined: Defined = {
    inner: new Map(),
    options: new Map(),
    initial: {},
    isRepeatable: false,
    run: undefined,
  };
  const parser: PlainParser = {
    command: (name) => {
      const inner = createPlainParser();
      defined.inner.set(name, inner);
      return inner;
    },
    summary: () => parser,
    description: () => parser,
    argument: (name) => {
      defined.isRepeatable = /\.{3}[>\]]$/.test(name);
      return parser;
    },
    option: (flags, _description, parse, initial) => {
      // The short name is commander's alone.
      const [flag = '', value] = flags.replace(/^-\w, /, '').split(' ');
      defined.options.set(flag, { takesValue: value !== undefined, parse });
      if (initial !== undefined) defined.initial[toName(flag)] = initial;
      return parser;
    },
    action: (run) => {
      defined.run = run as Run;
      return parser;
    },
    parse: (words) => parse(words, defined),
  };
  return parser;
}

function parse(words: readonly string[], defined: Defined): (() => Promise<void>) | undefined {
  const { inner, run, isRepeatable } = defined;
  const [first = '', ...rest] = words;
  if (inner.size > 0) return inner.get(first)?.parse(rest);
  const options = { ...defined.initial };
  const args = parseOptions(words, defined.options, options);
  if (args === undefined || args.length === 0 || run === undefined) return undefined;
  if (isRepeatable) return () => run(args, options);
  return args.length === 1 ? () => run(args[0], options) : undefined;
}

/** The words that are no options; undefined where one is not plain. */
function parseOptions(
  words: readonly string[],
  known: ReadonlyMap<string, Option>,
  options: Record<string, unknown>,
): string[] | undefined {
  const args: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (isArgument(word)) {
      args.push(word);
      continue;
    }
    const option = known.get(word);
    if (option === undefined) return undefined;
    const text = option.takesValue ? words[++index] : '';
    if (text === undefined || !isArgument(text)) return undefined;
    if (!setOption(options, toName(word), option, text)) return undefined;
  }
  return args;
}

/** A word that is no option, or `-`, which is standard input. */
function isArgument(word: string): boolean {
  return word === '-' || !word.startsWith('-');
}

/** The name that a long option has for its command: `acceptForm` of `--accept-form`. */
function toName(flag: string): string {
  const [first = '', ...others] = flag.slice(2).split('-');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function setOption(
  options: Record<string, unknown>,
  name: string,
  { takesValue, parse }: Option,
  text: string,
): boolean {
  try {
    options[name] = takesValue ? (parse?.(text, options[name] as never) ?? text) : true;
    return true;
  } catch (error) {
    if (isInvalidValue(error)) return false;
    throw error;
  }
}
