/** Knows which values in an extension's parameters, and which texts, SDKs take for something else than we do. */
import { escapePointer } from '../../json/pointer.js';
import type { JsonValue } from '../../json/value.js';
import type { Cause } from './cause.js';
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
    const at = `${path}/${escapePointer(name)}`;
    if (!findCausesInStruct(member, at, causes)) continue;
    isLeft = true;
    if (name === '__proto__') causes.push({ kind: 'rename', path: at });
    tellText(name, at, causes);
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
  const last = causes.at(-1);
  const isTold = last?.kind === 'not-ascii' && last.path === path;
  if (/[\u007f-\uffff]/.test(text) && !isTold) causes.push({ kind: 'not-ascii', path });
  return true;
}
