/** Knows that a word shown for pasting is one word to a shell, and the same. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotePath, quoteWord } from '../src/shell.js';

describe('quoteWord', () => {
  it('leaves alone what needs no quotes', () => {
    expect(quoteWord('file:keys/agent-key_1.pem')).toBe('file:keys/agent-key_1.pem');
  });

  it('quotes the rest', () => {
    expect(quoteWord('file:my key.pem')).toBe("'file:my key.pem'");
    expect(quoteWord("it's")).toBe(`'it'\\''s'`);
    expect(quoteWord('')).toBe("''");
  });

  it('takes no name of a file for an option', () => {
    expect(quotePath('-m.json')).toBe('./-m.json');
    expect(quotePath('-')).toBe('-');
    expect(quotePath('my card.json')).toBe("'my card.json'");
  });

  it.skipIf(process.platform === 'win32')('is read back by a shell', () => {
    const words = fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 12 }), 200);
    const script = words.map((word) => `printf '%s\\n' ${quoteWord(word)}`).join('\n');
    expect(execFileSync('sh', ['-c', script]).toString().split('\n').slice(0, -1)).toEqual(words);
  });
});
