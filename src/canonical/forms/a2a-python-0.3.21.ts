/** Knows the form of the A2A SDK for Python 0.3.21 to 0.3.23, for cards of A2A 0.3: as later ones, less `false` and `0`. */
import type { JsonValue } from '../../json/value.js';
import { isBlank } from '../sdk/drop-empty.js';
import { tryRead, type SdkForm } from '../sdk/form.js';
import { readAsLegacy } from '../sdk/legacy-reader.js';

export const a2aPython0321: SdkForm = {
  name: 'a2a-python-0.3.21',
  sdk: 'a2a-python',
  releases: { from: '0.3.21', to: '0.3.23' },
  protocol: '0.3',
  title: 'cards of A2A 0.3: as a2a-python-0.3.24, without false and 0',
  leavesOut:
    'unknown members, every false and 0, and every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty or false, was taken away',
  read: (card, literals) => tryRead(() => [readAsLegacy(card, { literals, isEmpty: isFalsy })]),
};

function isFalsy(value: JsonValue): boolean {
  return isBlank(value) || value === false || value === 0;
}
