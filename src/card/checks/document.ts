/** Knows what in a card's text is JSON, yet not what everyone will read the same. */
import { pointerAt } from '../../json/position.js';
import { maximumFindings, type Check } from './check.js';

export const checkDocument: Check = ({ document }) => [
  ...(document.hasByteOrderMark
    ? [
        {
          code: 'json-bom' as const,
          path: '',
          message: 'the text begins with a byte order mark',
          hint: 'save it as UTF-8 without one: RFC 8259 8.1 forbids it on the network',
        },
      ]
    : []),
  ...document.inexactIntegers.slice(0, maximumFindings).map((offset) => {
    const path = pointerAt(document.bytes, offset);
    return {
      code: 'json-integer-inexact' as const,
      path,
      message: `the integer at ${path} has more digits than a double keeps`,
      hint: 'write it as a string: readers would round it, and sign refuses it',
    };
  }),
];
