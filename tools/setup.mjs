/** Brings the dependencies of a fresh clone: `npm ci`, once, and again when the lock file has changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = createHash('sha256')
  .update(readFileSync(`${root}/package-lock.json`))
  .digest('hex');
const mark = `${root}/node_modules/.cardctl-lock`;

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== lock) {
  console.log('installing the dependencies (npm ci) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lock);
}
