/** Knows how programs in Python and Go print a card, so that it can be signed as they print it. */

export type Printing = {
  readonly indent?: number;
  /** Between members and behind names, on one line. */
  readonly separators?: readonly [comma: string, colon: string];
  readonly sorted?: true;
  readonly ascii?: true;
};

/** `json.dumps(value, ensure_ascii=ascii, indent=indent, separators=separators, sort_keys=sorted)`. */
export function printAsPython(value: unknown, printing: Printing = {}): string {
  const { indent, sorted, ascii } = printing;
  const [comma, colon] = printing.separators ?? (indent === undefined ? [', ', ': '] : [',', ': ']);
  const write = (one: unknown, margin: string): string => {
    const inner = indent === undefined ? '' : `${margin}${' '.repeat(indent)}`;
    const enclose = ([open, close]: readonly [string, string], parts: string[]) => {
      if (indent === undefined || parts.length === 0) return open + parts.join(comma) + close;
      return `${open}${inner}${parts.join(comma + inner)}${margin}${close}`;
    };
    if (Array.isArray(one))
      return enclose(
        ['[', ']'],
        one.map((element) => write(element, inner)),
      );
    if (typeof one === 'number') return toPythonNumber(one);
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one);
    if (sorted === true) members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return enclose(
      ['{', '}'],
      members.map(([name, member]) => `${JSON.stringify(name)}${colon}${write(member, inner)}`),
    );
  };
  return ascii === true ? escape(write(value, '\n'), /[\u007f-\uffff]/g) : write(value, '\n');
}

/** `json.Marshal` of a struct, or of a map where the names are sorted. */
export function printAsGo(value: unknown, printing: Pick<Printing, 'sorted'> = {}): string {
  const text = JSON.stringify(printing.sorted === true ? sortNames(value) : value);
  return escape(text, /[<>&\u2028\u2029]/g);
}

/** But for names that are indices. */
function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return Object.fromEntries(members.map(([name, member]) => [name, sortNames(member)]));
}

function escape(text: string, characters: RegExp): string {
  return text.replace(
    characters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `repr` of what `json.loads` reads: an exponent has two digits, and stands below 0.0001. */
function toPythonNumber(value: number): string {
  const text = JSON.stringify(value);
  if (/^-?\d+$/.test(text)) return text;
  if (Math.abs(value) >= 1e-4 && !text.includes('e')) return text;
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
