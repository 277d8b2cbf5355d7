/** Knows what the A2A SDK for JavaScript up to 1.0.0 signs: the card as it is given, less all that is empty. */
import { withoutSignatures } from '../../card/content.js';
import { isObject, type JsonObject } from '../../json/value.js';
import { createCoverage } from '../sdk/coverage.js';
import { dropEmpty } from '../sdk/drop-empty.js';
import { tryRead, type SdkForm, type SdkReading } from '../sdk/form.js';
import { jsEmptyRule, toJsReading } from '../sdk/js-reader.js';

export const a2aJs100: SdkForm = {
  name: 'a2a-js-1.0.0',
  sdk: 'a2a-js',
  releases: { from: '1.0.0-alpha.0', to: '1.0.0' },
  protocol: '1.0',
  title: 'the card as given, all that is empty dropped',
  leavesOut: 'every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty, was taken away',
  read: (card) => tryRead(() => [readAsGiven(card)]),
};

function readAsGiven(card: JsonObject): SdkReading {
  const coverage = createCoverage();
  const left = dropEmpty(withoutSignatures(card), '', { rule: jsEmptyRule, coverage });
  return toJsReading(isObject(left) ? left : undefined, coverage);
}
