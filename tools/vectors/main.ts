/** Knows the command that makes the vectors of the SDKs' forms, by running the SDKs: `npm run vectors`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSdks } from '../../test/peers/sdks.js';
import { vectorFiles } from './make.js';

/** One value a line down to the third level, so that a difference between two versions shows what it is about. */
function toText(value: unknown, level = 1): string {
  if (level > 3 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, member]) => {
    const text = toText(member, level + 1);
    return Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`;
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, lines.join(',\n'), close].filter((line) => line !== '').join('\n');
}

if (!hasSdks()) throw new Error('the SDKs are missing: run test/peers/setup-sdks.sh');
const folder = join(import.meta.dirname, '../../test/vectors/sdk-forms');
mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(vectorFiles)) {
  const text = `${toText(await make())}\n`;
  writeFileSync(join(folder, name), text);
  console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
}
