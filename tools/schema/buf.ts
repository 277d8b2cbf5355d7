/** Knows how buf is called: the installed one, with the installed plugin, and without a network. */
import { execFileSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema, type FileDescriptorSet } from '@bufbuild/protobuf/wkt';

/** Compiles the schema, with its imports and its comments; throws with buf's own words on stderr. */
export function buildImage(root: string): FileDescriptorSet {
  return fromBinary(FileDescriptorSetSchema, runBuf(root, ['build', '-o', '-#format=binpb']));
}

/** Runs `buf.gen.yaml` with `folder` in the place of the root. */
export function generateDescriptors(root: string, folder: string): void {
  runBuf(root, ['generate', '-o', folder]);
}

function runBuf(root: string, args: readonly string[]): Buffer {
  const bin = resolve(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };
  return execFileSync('buf', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
}
