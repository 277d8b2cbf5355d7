/** Knows which commands there are: the table that a new command gets one row in. Each loads when it is called. */
import type { CommandRow } from '../command.js';

/** In the order of the help. */
export const commands: readonly CommandRow[] = [
  {
    name: 'check',
    aliases: ['validate'],
    summary: 'hold cards against the A2A 1.0 schema, with line and column of every finding',
    load: () => import('./check.js'),
  },
  {
    name: 'canonicalize',
    summary: 'print the exact bytes that a signature is made over',
    load: () => import('./canonicalize.js'),
  },
  { name: 'sign', summary: 'sign a card with one or more keys', load: () => import('./sign.js') },
  { name: 'verify', summary: 'verify cards against keys that you trust', load: () => import('./verify.js') },
  {
    name: 'inspect',
    summary: 'show what is in a card and in each signature, without trusting it',
    load: () => import('./inspect.js'),
  },
  {
    name: 'explain',
    summary: 'say why the signatures of a card do not verify',
    load: () => import('./explain.js'),
  },
  {
    name: 'keys',
    summary: 'create keys, show them, and print the key set to publish',
    load: () => import('./keys.js'),
  },
];
