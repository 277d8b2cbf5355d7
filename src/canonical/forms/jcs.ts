/** Knows the form `jcs`: RFC 8785 over the card as received, less its root member `signatures`. */
import { withoutSignatures } from '../../card/content.js';
import type { Form } from '../form.js';
import { toJcs } from '../jcs.js';

export const jcs: Form = {
  name: 'jcs',
  title: 'RFC 8785 over the card less its signatures, nothing dropped',
  leavesOut: 'nothing',
  encode: (card) => ({ text: toJcs(withoutSignatures(card)), exact: true, hasAliases: false }),
};
