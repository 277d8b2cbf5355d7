/** Knows that base64url text is the same whoever encodes it: the platform, or the code for platforms without. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64urlLength, decodeBase64url, encodeBase64url, encodeByHand } from '../src/base64url.js';

const bytes = fc.uint8Array({ maxLength: 400 });

it('is encoded by hand as by the platform, and decoded again', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const byHand = new Uint8Array(base64urlLength(value.length));
      encodeByHand(value, byHand, 0);
      const text = encodeBase64url(value);
      expect(Buffer.from(byHand).toString('latin1')).toBe(text);
      expect(text).toBe(Buffer.from(value).toString('base64url'));
      expect(decodeBase64url(text)).toEqual(value);
    }),
  );
});

it('has one spelling: all others are refused', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('A', 'Q', 'g', 'w', '_', '-', '+', '/', '=', '\n', '\u0130'),
        maxLength: 9,
      }),
      (text) => {
        const decoded = decodeBase64url(text);
        const isCanonical = Buffer.from(text, 'base64url').toString('base64url') === text;
        expect(decoded === undefined).toBe(!isCanonical);
      },
    ),
  );
});
