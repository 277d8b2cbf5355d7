/** Knows which values in an extension's parameters, and which texts, SDKs take for something else than we do. */
import type { JsonValue } from '../../json/value.js';
import { toPath, type Cause } from './cause.js';
import { toPythonFloat } from './python-json.js';

/** Whether anything is left of the value when all that is empty in it is gone; what it is else may be anything. */
export function findCausesInStruct(value: JsonValue, path: string, causes: Cause[]): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return tellNumber(value, path, causes);
  if (typeof value === 'string' && value !== '') return tellText(value, path, causes);
  const before = causes.length;
  if (typeof value === 'object' && value !== null && walkInside(value, path, causes)) return true;
  causes.length = before;
  causes.push({ kind: 'params', path });
  return false;
}

function walkInside(value: object, path: string, causes: Cause[]): boolean {
  let isLeft = false;
  for (const [name, member] of Object.entries(value) as [string, JsonValue][]) {
    const at = toPath(path, name);
    const before = causes.length;
    if (!findCausesInStruct(member, at, causes)) continue;
    isLeft = true;
    if (name === '__proto__') causes.push({ kind: 'rename', path: at });
    tellName(name, at, { causes, before });
  }
  return isLeft;
}

/** Python before 1.1.4 reads each number as a float, and writes it as its own; RFC 8785 3.2.2.3 as ECMAScript does. */
function tellNumber(value: number, path: string, causes: Cause[]): true {
  if (toPythonFloat(value) !== String(value)) causes.push({ kind: 'number', path });
  return true;
}

/** Python before 1.1.4 writes what is not ASCII as escapes, and sorts names by code point. */
export function tellText(text: string, path: string, causes: Cause[]): true {
  if (/[\u007f-\uffff]/.test(text)) causes.push({ kind: 'not-ascii', path });
  return true;
}

/** The same of the name of a member; there is no more to say where its value is told of. `before` counts the causes before it. */
export function tellName(
  name: string,
  path: string,
  { causes, before }: { readonly causes: Cause[]; readonly before: number },
): void {
  const last = causes.at(-1);
  // By length: all since then are at this path or below, and to compare long paths costs memory.
  const isTold = causes.length > before && last?.kind === 'not-ascii' && last.path.length === path.length;
  if (!isTold) tellText(name, path, causes);
}
