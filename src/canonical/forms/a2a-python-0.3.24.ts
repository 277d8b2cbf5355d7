/** Knows the form of the A2A SDK for Python 0.3.24 to 0.3.26, for cards of A2A 0.3: set values, less empties, by json.dumps. */
import { isBlank } from '../sdk/drop-empty.js';
import { tryRead, type SdkForm } from '../sdk/form.js';
import { readAsLegacy } from '../sdk/legacy-reader.js';

export const a2aPython0324: SdkForm = {
  name: 'a2a-python-0.3.24',
  sdk: 'a2a-python',
  releases: { from: '0.3.24', to: '0.3.26' },
  protocol: '0.3',
  title: 'cards of A2A 0.3: defaults and all that is empty dropped; ASCII by json.dumps',
  leavesOut:
    'unknown members and every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty, was taken away',
  read: (card, literals) => tryRead(() => [readAsLegacy(card, { literals, isEmpty: isBlank })]),
};
