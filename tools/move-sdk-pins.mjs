/** Moves the pins of the newest A2A SDKs in test/peers/sdks to what the registries have now, with all they depend on. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pins = join(root, 'test/peers/sdks');
const folder = mkdtempSync(join(tmpdir(), 'cardctl-pins-'));
const pip = [join(folder, 'venv/bin/python'), '-m', 'pip', '--disable-pip-version-check', '--quiet'];

function run([command, ...args], cwd = folder) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What pip would install for these packages, as `name==version`, by name. */
function resolvePackages(...packages) {
  const report = join(folder, 'report.json');
  run([...pip, 'install', '--dry-run', '--only-binary', ':all:', '--report', report, ...packages]);
  const { install } = JSON.parse(readFileSync(report, 'utf8'));
  const lines = install.map(({ metadata: { name, version } }) => `${name}==${version}`);
  return lines.sort((a, b) => a.localeCompare(b, 'en'));
}

/** The oldest release for A2A 1.0 that is pinned says what all share: it needs all that others need, or older. */
function movePython(python) {
  const isSdk = (line) => line.startsWith(`${python.package}==`);
  const resolve = (version) => resolvePackages(`${python.package}[signing]==${version}`, 'cryptography');
  const common = resolve(python.fixed.find((version) => version.startsWith('1.')));
  writeFileSync(
    join(pins, 'requirements.txt'),
    common
      .filter((line) => !isSdk(line))
      .map((line) => `${line}\n`)
      .join(''),
  );
  const [newest] = resolvePackages('--no-deps', python.package);
  const version = newest.split('==')[1];
  const beside = resolve(version).filter((line) => !isSdk(line) && !common.includes(line));
  return { ...python, newest: version, newestBeside: beside };
}

function moveJavascript(javascript) {
  const newest = run(['npm', 'view', javascript.package, 'version']).trim();
  return { ...javascript, newest };
}

function lockJavascript() {
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  writeFileSync(join(folder, 'package.json'), run([process.execPath, join(pins, 'manifest.mjs')]));
  run(['npm', 'install', '--package-lock-only', '--ignore-scripts', '--silent']);
  copyFileSync(join(folder, 'package-lock.json'), join(pins, 'package-lock.json'));
}

try {
  run(['python3', '-m', 'venv', 'venv']);
  const path = join(pins, 'releases.json');
  const { javascript, python } = JSON.parse(readFileSync(path, 'utf8'));
  const moved = { javascript: moveJavascript(javascript), python: movePython(python) };
  writeFileSync(path, `${JSON.stringify(moved, null, 2)}\n`);
  run([join(root, 'node_modules/.bin/prettier'), '--write', path], root);
  lockJavascript();
  console.log(`javascript ${moved.javascript.newest}, python ${moved.python.newest}`);
  console.log('next: test/peers/setup-sdks.sh && npm run vectors');
} finally {
  rmSync(folder, { recursive: true });
}
