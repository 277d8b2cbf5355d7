/** Knows that what npm packs is whole: installed in an empty folder, the program runs and each export is there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
let folder: string;

function run(command: string, args: readonly string[], cwd = folder): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardctl-package-'));
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`]);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('has the program', () => {
    expect(run('npx', ['--no-install', 'cardctl', '--version']).trim()).toBe(packageJson.version);
    const card = join(folder, 'node_modules/cardctl/examples/erp-stock-check.json');
    expect(run('npx', ['--no-install', 'cardctl', 'check', card])).toContain('valid');
  });

  it.each(['cardctl', 'cardctl/verify'])('exports %s', (name) => {
    const script = `import { verifyCard } from '${name}'; console.log(typeof verifyCard);`;
    expect(run(process.execPath, ['--input-type=module', '--eval', script]).trim()).toBe('function');
  });

  it('tells how the optional package is installed, where a key needs it', () => {
    const args = [
      '--no-install',
      'cardctl',
      'keys',
      'show',
      `pkcs11:object=key?module-path=${process.execPath}`,
    ];
    const { status, stderr } = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(7);
    expect(stderr).toContain(
      'error: pkcs11: keys need the package pkcs11js, which is not installed: npm install pkcs11js\n',
    );
  });

  it('exports the schemas', () => {
    const script = `
      import schema from 'cardctl/schemas/agent-card.schema.json' with { type: 'json' };
      console.log(schema.$schema);
    `;
    const text = run(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script]);
    expect(text.trim()).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  it('has no tests, tools or keys in it', () => {
    const names = readdirSync(join(folder, 'node_modules/cardctl')).sort();
    expect(names).toEqual(
      [
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'bin',
        'docs',
        'examples',
        'lib',
        'package.json',
        'schemas',
      ].sort(),
    );
  });
});
