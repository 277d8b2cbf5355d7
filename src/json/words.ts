/** Knows the words and numbers that other languages take and JSON does not. */

import { showText } from './show.js';

/** How a word looks that JSON does not have, what is wrong with it, and the next step. */
type WordKind = { readonly like: RegExp; readonly problem: string; readonly hint: string };

const kinds: readonly WordKind[] = [
  { like: /^[-+]?(?:nan|inf(?:inity)?)$/i, problem: 'is not a number of JSON', hint: 'use null or a string' },
  { like: /^true$/i, problem: 'is not a value of JSON', hint: 'write true' },
  { like: /^false$/i, problem: 'is not a value of JSON', hint: 'write false' },
  { like: /^(?:null|none|nil|undefined)$/i, problem: 'is not a value of JSON', hint: 'write null' },
  { like: /^[-+]?0[xob]/i, problem: 'is not a decimal number', hint: 'write it in decimal' },
  { like: /^-?0\d/, problem: 'has a leading zero', hint: 'remove the zero, or use a string' },
  { like: /^\+/, problem: 'has a plus sign', hint: 'remove the plus sign' },
  { like: /^-?\./, problem: 'has no digit before the point', hint: 'write a zero before the point' },
  {
    like: /^-?\d+\.(?:\D|$)/,
    problem: 'has no digit after the point',
    hint: 'write a digit after the point',
  },
  {
    like: /^-?\d[\d.]*[eE][-+]?$/,
    problem: 'has no digit in its exponent',
    hint: 'write the exponent, or leave it out',
  },
  { like: /^-$/, problem: 'is a sign without a number', hint: 'write the number' },
  { like: /^-?\d/, problem: 'is not a number of JSON', hint: 'use a string' },
];

/** What is wrong with a word that stands, without quotes, where a value or a name is expected. */
export function describeWord(word: string, isName: boolean): { problem: string; hint: string } | undefined {
  if (/^(?:true|false|null)$/.test(word) && !isName) return undefined;
  if (isName)
    return { problem: `name ${showText(word)} has no quotes`, hint: 'put the name in double quotes' };
  const kind = kinds.find(({ like }) => like.test(word));
  if (kind !== undefined) return { problem: `${showText(word)} ${kind.problem}`, hint: kind.hint };
  return { problem: `${showText(word)} is not a value of JSON`, hint: 'put text in double quotes' };
}
