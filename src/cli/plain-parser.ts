/** Knows the plain calls of a command, which need no parser of all styles: it costs a short call a tenth of its time. */
import { isInvalidValue } from './options.js';
import type { Definition, ParseOption } from './command.js';

type Option = {
  readonly name: string;
  readonly takesValue: boolean;
  readonly parse: ParseOption | undefined;
};

type Run = (argument: unknown, options: Record<string, unknown>) => Promise<void>;

/**
 * Parses calls that are written in full: each option by its long name, its value behind it as the next word, and as
 * many arguments as are due. It takes nothing for anything else than commander does, and leaves to commander whatever
 * is not so plain: `--name=value`, `--`, help, mistakes.
 */
export class PlainParser implements Definition {
  private readonly inner = new Map<string, PlainParser>();
  private readonly options = new Map<string, Option>();
  private readonly initial: Record<string, unknown> = {};
  private isRepeatable = false;
  private run: Run | undefined = undefined;

  command(name: string): PlainParser {
    const parser = new PlainParser();
    this.inner.set(name, parser);
    return parser;
  }

  summary(): this {
    return this;
  }

  description(): this {
    return this;
  }

  argument(name: string): this {
    this.isRepeatable = name.endsWith('...>');
    return this;
  }

  option(flags: string, _description: string, parse?: ParseOption, initial?: unknown): this {
    const [flag = '', value] = flags.split(' ');
    const name = flag.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    this.options.set(flag, { name, takesValue: value !== undefined, parse });
    if (initial !== undefined) this.initial[name] = initial;
    return this;
  }

  action(run: (argument: never, options: never) => Promise<void>): this {
    this.run = run as Run;
    return this;
  }

  /** What runs the call; undefined where the call is not plain. Throws what the parser of a value throws. */
  parse(words: readonly string[]): (() => Promise<void>) | undefined {
    const [first = '', ...rest] = words;
    if (this.inner.size > 0) return this.inner.get(first)?.parse(rest);
    const options = { ...this.initial };
    const args = this.parseOptions(words, options);
    const { run } = this;
    if (args === undefined || args.length === 0 || run === undefined) return undefined;
    if (this.isRepeatable) return () => run(args, options);
    return args.length === 1 ? () => run(args[0], options) : undefined;
  }

  /** The words that are no options; undefined where one is not plain. */
  private parseOptions(words: readonly string[], options: Record<string, unknown>): string[] | undefined {
    const args: string[] = [];
    for (let index = 0; index < words.length; index++) {
      const word = words[index] as string;
      if (isArgument(word)) {
        args.push(word);
        continue;
      }
      const option = this.options.get(word);
      if (option === undefined) return undefined;
      const text = option.takesValue ? words[++index] : '';
      if (text === undefined || !isArgument(text)) return undefined;
      if (!setOption(options, option, text)) return undefined;
    }
    return args;
  }
}

/** A word that is no option, or `-`, which is standard input. */
function isArgument(word: string): boolean {
  return word === '-' || !word.startsWith('-');
}

function setOption(
  options: Record<string, unknown>,
  { name, takesValue, parse }: Option,
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
