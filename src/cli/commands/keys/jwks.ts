/** Knows the command `keys jwks REF...`. */
import { toJwks } from '../../../keys/jwks.js';
import { writeOut, type Io } from '../../io.js';
import { once, parseAlgorithm } from '../../options.js';
import { addSignerOptions, refKinds } from '../../signers.js';
import { replaceFile } from '../../write-file.js';
import type { Definition } from '../../command.js';
import { readKeys, type ListOptions } from './public-keys.js';

export function configureJwks(command: Definition, io: Io): void {
  addSignerOptions(command)
    .summary('print the key set (JWKS) to publish')
    .description('Prints the key set (JWKS) of keys, public members only, as it is to be published.')
    .argument('<ref...>', `keys: ${refKinds}`)
    .option('--alg <name>', 'the algorithm you sign with, where the keys have several', once(parseAlgorithm))
    .option('--kid <id>', "key id, with one key only (default: the key's RFC 7638 thumbprint)", once())
    .option('--out <file>', 'write it there (default: standard output)', once())
    .action(async (refs: string[], options: ListOptions) => {
      const keys = await readKeys(refs, options, io);
      const text = `${JSON.stringify(toJwks(keys.map(({ entry }) => entry)), null, 2)}\n`;
      if (options.out === undefined || options.out === '-') await writeOut(io, text);
      else replaceFile(options.out, new TextEncoder().encode(text));
    });
}
