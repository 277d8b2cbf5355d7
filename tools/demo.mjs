/** The main job, shown on a real card: make a key, sign, verify, and take the security requirement away. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cardctl-demo-'));

try {
  copyFileSync(join(root, 'examples/erp-stock-check.json'), join(folder, 'card.json'));
  say('A key, and the key set that its public part makes:');
  run(0, 'keys', 'create', 'file:agent-key.pem');
  run(0, 'keys', 'jwks', 'file:agent-key.pem', '--out', 'jwks.json');
  say('The card of an agent that asks its callers for a bearer token, signed:');
  run(0, 'sign', 'card.json', '--key', 'file:agent-key.pem', '--expires-in', '90d', '--in-place');
  run(0, 'verify', 'card.json', '--jwks', 'jwks.json');
  say('Someone on the way takes its security requirement away:');
  const { securityRequirements, ...rest } = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8'));
  writeFileSync(join(folder, 'altered.json'), JSON.stringify(rest, null, 2));
  console.log(`(removed ${JSON.stringify(securityRequirements)})`);
  run(3, 'verify', 'altered.json', '--jwks', 'jwks.json');
  say('Done: the signed card is trusted, the altered one is not. The key was made for this run and is gone.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function say(text) {
  console.log(`\n# ${text}`);
}

/** Runs the command line as a user does, and stops where it does not end as it must. */
function run(due, ...args) {
  console.log(`$ cardctl ${args.join(' ')}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/cardctl.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  process.stdout.write(stdout + stderr);
  if (status !== 0) console.log(`(exit code ${status})`);
  if (status !== due) throw new Error(`cardctl ${args[0]} ended with ${status} where ${due} is due`);
}
