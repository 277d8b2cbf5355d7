/** Knows what `check` says of cards found in the wild: errors in those that have faults, and in no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkCard } from '../../src/card/check.js';
import { describeCorpus } from '../peers/require.js';

describeCorpus((folder) => {
  const faulty = /missing:|unknown|wrong type|fields of the other version|capabilities of the other version/;
  /** Cards that the index calls faultless and that are not, and 0.x cards that say nothing of how they are reached. */
  const exceptions: Readonly<Record<string, readonly string[]>> = {
    // an oauth2 scheme and a requirement as 0.x writes them, in a card that is 1.0 in all else
    '057.json': ['scheme-flat', 'member-legacy'],
    // a fragment without any interface: nothing tells it from an unfinished 1.0 card
    '184.json': ['member-missing', 'member-missing', 'member-missing', 'member-missing'],
  };
  const listed = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
  const cards = listed.map((line) => {
    const [file = '', , shape = '', , , notes = ''] = line.split('\t');
    return { file, shape, notes };
  });
  const errorsOf = (file: string) =>
    checkCard(readFileSync(join(folder, 'cards', file)))
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);
  const sound = cards.filter(({ shape, notes }) => shape === '1.0' && !faulty.test(notes));
  const earlier = cards.filter(({ shape }) => shape === '0.3' || shape === '0.2');

  it('holds cards of each kind', () => {
    expect(sound.length).toBeGreaterThanOrEqual(5);
    expect(earlier.length).toBeGreaterThanOrEqual(20);
  });

  it.each(sound)('has no errors in $file, of shape 1.0 and sound', ({ file }) => {
    expect(errorsOf(file)).toEqual(exceptions[file] ?? []);
  });

  it.each(earlier)('has one error in $file, of shape $shape', ({ file }) => {
    expect(errorsOf(file)).toEqual(exceptions[file] ?? ['card-legacy-shape']);
  });

  it.each(cards)('places each finding in $file within the text', ({ file }) => {
    const bytes = readFileSync(join(folder, 'cards', file));
    const lines = bytes.toString().split(/\r\n|\r|\n/);
    for (const { line, column, message } of checkCard(bytes)) {
      expect(message).not.toMatch(/\.$|undefined/);
      expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
    }
  });
});
