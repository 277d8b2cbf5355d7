/** Knows that bytes are decoded as a strict decoder does it, with Node's own decoder and without. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decode } from '../../src/json/decode.js';
import { JsonError } from '../../src/json/error.js';

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text, or undefined where it is refused. */
function attempt(run: (bytes: Uint8Array) => string, bytes: Uint8Array): string | undefined {
  try {
    return run(bytes);
  } catch {
    return undefined;
  }
}

/** Text of all lengths of sequence, with the character that stands for what is wrong, and byte order marks. */
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('\ufffd', '\ufeff', 'é', '漢', '😂'), fc.string()),
});
/** Such a text with some bytes changed, and bytes of no text. */
const inputs = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.tuple(texts, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
  texts.map((text) => new TextEncoder().encode(text)),
);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('decode', () => {
  it('gives what a strict decoder gives, and refuses what it refuses', () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        const due = attempt((given) => strict.decode(given), bytes);
        expect(attempt(decode, bytes)).toBe(due);
        expect(attempt(decode, Buffer.from(bytes))).toBe(due);
        // A view into a larger buffer.
        const padded = new Uint8Array([0xff, ...bytes, 0xff]);
        expect(attempt(decode, padded.subarray(1, -1))).toBe(due);
      }),
      { numRuns: 3000 },
    );
  });

  it('says which byte is wrong', () => {
    expect(() => decode(Uint8Array.of(0x41, 0xc3, 0x28))).toThrow(
      expect.objectContaining({ name: 'JsonError', findingCode: 'json-utf8', offset: 1 }),
    );
    expect(() => decode(Uint8Array.of(0x41, 0xc3, 0x28))).toThrow(JsonError);
  });

  it.each([
    ['without Node.js', undefined],
    // As bundlers put one into pages.
    ['beside a stand-in for Buffer', { isEncoding: () => false, from: () => ({ toString: () => 'wrong' }) }],
  ])('does the same %s', async (_, standIn) => {
    vi.stubGlobal('Buffer', standIn);
    vi.resetModules();
    const { decode: decodeInBrowser } = await import('../../src/json/decode.js');
    vi.unstubAllGlobals();
    fc.assert(
      fc.property(inputs, (bytes) => {
        expect(attempt(decodeInBrowser, bytes)).toBe(attempt((given) => strict.decode(given), bytes));
      }),
    );
  });
});
