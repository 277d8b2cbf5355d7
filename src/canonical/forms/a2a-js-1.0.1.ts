/** Knows the form of the A2A SDK for JavaScript from 1.0.1 on: the card as it reads it, less all that is empty. */
import { readAsJs } from '../sdk/js-reader.js';
import { tryRead, type SdkForm } from '../sdk/form.js';

export const a2aJs101: SdkForm = {
  name: 'a2a-js-1.0.1',
  sdk: 'a2a-js',
  releases: { from: '1.0.1' },
  protocol: '1.0',
  title: 'all that is empty dropped, unknown members too',
  leavesOut:
    'unknown members and every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty, was taken away',
  read: (card) => tryRead(() => [readAsJs(card)]),
};
