/** Knows which spellings of base64 are read, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { decodeLoosely, sayFault, toBare } from '../../src/explain/loose-base64.js';

describe('decodeLoosely', () => {
  it.each([
    ['base64url', '-_8', [0xfb, 0xff]],
    ['standard base64', '+/8=', [0xfb, 0xff]],
    ['padding alone', '-w==', [0xfb]],
    ['line breaks and blanks', ' +/\r\n8=\n', [0xfb, 0xff]],
    ['bits that are no part of a byte', '-x', [0xfb]],
    ['bits that are no part of the second byte', '-_9', [0xfb, 0xff]],
    ['nothing', '', []],
  ])('reads %s', (_, text, bytes) => {
    expect(decodeLoosely(text)).toEqual(Uint8Array.from(bytes));
  });

  it.each(['A', 'AAAAA', '-_8*', 'a.b', '=AAA', '-w===', 'é'])('does not read %s', (text) => {
    expect(decodeLoosely(text)).toBeUndefined();
  });
});

describe('toBare', () => {
  it('writes the same bytes in base64url without padding', () => {
    expect(toBare('+/8=\n')).toBe('-_8');
    expect(toBare('-_8')).toBe('-_8');
  });
});

describe('sayFault', () => {
  it.each([
    ['+/8', 'the letters + and / of standard base64'],
    ['-w==', 'padding (=)'],
    ['-w\n', 'white space'],
    ['+w ==', 'the letters + and / of standard base64, padding (=), white space'],
    ['-x', 'bits set in its last character that are part of no byte'],
  ])('says of %j what is wrong', (text, said) => {
    expect(sayFault(text)).toBe(said);
  });
});
