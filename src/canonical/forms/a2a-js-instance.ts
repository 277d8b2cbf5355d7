/** Knows what the A2A SDK for JavaScript signs of an AgentCard instance: no security scheme at all (a2a-js#663). */
import { readWithoutSchemes } from '../sdk/js-reader.js';
import { tryRead, type SdkForm } from '../sdk/form.js';

export const a2aJsInstance: SdkForm = {
  name: 'a2a-js-instance',
  sdk: 'a2a-js',
  releases: { from: '1.0.1' },
  protocol: '1.0',
  title: 'an AgentCard instance: as a2a-js-1.0.1, without any security scheme',
  leavesOut: 'every security scheme, unknown members and every empty string, list and object',
  neverProves: 'how a caller authenticates: anyone can have changed, added or taken away security schemes',
  read: (card) => tryRead(() => [readWithoutSchemes(card)]),
};
