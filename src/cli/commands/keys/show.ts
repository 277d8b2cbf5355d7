/** Knows the command `keys show REF...`. */
import { writeOut, type Io } from '../../io.js';
import { addSignerOptions, refKinds } from '../../signers.js';
import type { Definition } from '../../command.js';
import { describeKey, readKeys, renderKey, toJson, type ListOptions } from './public-keys.js';

export function configureShow(command: Definition, io: Io): void {
  addSignerOptions(command)
    .summary('show the public side of keys')
    .description('Shows kid, type and algorithms of keys; nothing private.')
    .argument('<ref...>', `keys: ${refKinds}`)
    .option('--json', 'print them as JSON')
    .action(async (refs: string[], options: ListOptions) => {
      const keys = await readKeys(refs, options, io);
      const text = keys.map(({ signer, entry }) => renderKey(signer, entry)).join('');
      await writeOut(
        io,
        options.json === true
          ? toJson({ keys: keys.map(({ signer, entry }) => describeKey(signer, entry)) })
          : text,
      );
    });
}
