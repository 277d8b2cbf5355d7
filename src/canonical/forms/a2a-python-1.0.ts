/** Knows the form of the A2A SDK for Python from 1.0.0 to 1.1.3: what protobuf reads, less empties, by json.dumps. */
import { tryRead, type SdkForm } from '../sdk/form.js';
import { toPythonJson } from '../sdk/python-json.js';
import { readAsPython } from '../sdk/python-reader.js';

export const a2aPython10: SdkForm = {
  name: 'a2a-python-1.0',
  sdk: 'a2a-python',
  releases: { from: '1.0.0', to: '1.1.3' },
  protocol: '1.0',
  title: 'all that is empty dropped, unknown members too; ASCII by json.dumps',
  leavesOut:
    'unknown members and every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty, was taken away',
  read: (card, literals) => tryRead(() => readAsPython(card, { write: toPythonJson, literals })),
};
