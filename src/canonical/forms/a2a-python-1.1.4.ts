/** Knows the form of the A2A SDK for Python from 1.1.4 on: what protobuf reads, less empties, by RFC 8785. */
import { toJcs } from '../jcs.js';
import { tryRead, type SdkForm } from '../sdk/form.js';
import { readAsPython } from '../sdk/python-reader.js';

export const a2aPython114: SdkForm = {
  name: 'a2a-python-1.1.4',
  sdk: 'a2a-python',
  releases: { from: '1.1.4' },
  protocol: '1.0',
  title: 'all that is empty dropped, unknown members too; by RFC 8785',
  leavesOut:
    'unknown members and every empty string, list and object, requirements without scopes among them',
  neverProves: 'that no requirement without scopes, and nothing else that is empty, was taken away',
  read: (card, literals) => tryRead(() => readAsPython(card, { write: toJcs, literals })),
};
