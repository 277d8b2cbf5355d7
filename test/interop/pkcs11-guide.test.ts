/** Knows that what README.md says of PKCS#11 tokens works as written, and what the command line says where it does not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { createStore, findSoftHsm } from '../peers/softhsm.js';
import { createGuideFolder, readGuide, type GuideFolder } from '../support/guide.js';

const { found, why } = findSoftHsm();
const token = { label: 'cards', pin: 'guide-2468' };

describePeer('softhsm2', { found, why }, (softHsm) => {
  // With no other token: pkcs11-tool takes the first whose label begins with the one that is given.
  const store = createStore(softHsm);
  let folder: GuideFolder;
  beforeAll(() => {
    store.addToken(token);
    folder = createGuideFolder({ ...store.env, CARDCTL_PKCS11_PIN: token.pin });
  });
  afterAll(() => {
    folder.remove();
    store.remove();
  });

  /** Lines of a script that ends at the first that fails. */
  const run = (...lines: readonly string[]) => folder.run(['set -e', ...lines].join('\n'));

  /** Where the module is, which the guide says by itself. */
  const useModule = `export CARDCTL_PKCS11_MODULE=${store.modulePath}`;

  it('the guide makes a key on a token, signs with it, and the card is trusted', async () => {
    const [block = ''] = readGuide('Sign with a PKCS#11 token').blocks('sh');
    const [install, ...commands] = block
      .replace('/usr/lib/softhsm/libsofthsm2.so', store.modulePath)
      .split('\n');
    // What it installs stands in node_modules, put there by test/peers/setup-pkcs11.sh.
    expect(install).toBe('npm install pkcs11js');
    const { code, stdout, stderr } = await run(...commands);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/trusted/);
    expect(stdout + stderr).not.toContain(token.pin);
  });

  it('signs with a key on a token and one in a file at once', async () => {
    const { code, stderr } = await run(
      useModule,
      'cardctl keys create file:second.pem --alg EdDSA',
      "cardctl keys jwks 'pkcs11:token=cards' file:second.pem --out both.json",
      "cardctl sign card.json --key 'pkcs11:token=cards' --key file:second.pem --out both-signed.json",
      'cardctl verify both-signed.json --jwks both.json',
    );
    expect(code, stderr).toBe(0);
    const { signatures } = JSON.parse(folder.read('both-signed.json')) as { signatures: unknown[] };
    expect(signatures.length).toBe(2);
  });

  it('ends with 7 and writes nothing where the PIN is wrong', async () => {
    const { code, stdout, stderr } = await run(
      useModule,
      'export CARDCTL_PKCS11_PIN=guide-1357',
      "cardctl sign card.json --key 'pkcs11:token=cards;object=agent-card' --out wrong.json",
    );
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /^error: the PIN in CARDCTL_PKCS11_PIN is wrong for pkcs11:token=cards;serial=\w+\n {2}next: check CARDCTL_PKCS11_PIN before you try again: .*\n$/,
    );
    expect(stdout + stderr).not.toContain('guide-1357');
    expect((await run('ls')).stdout).not.toContain('wrong.json');
  });

  it('ends with 2 where the PIN is in the ref, which is not repeated', async () => {
    for (const command of ['sign card.json --key', 'keys show', 'check']) {
      const ref = `'pkcs11:token=cards?pin-value=${token.pin}'`;
      const { code, stdout, stderr } = await run(`cardctl ${command} ${ref}`);
      expect(code, command).toBe(2);
      expect(stdout + stderr).not.toContain(token.pin);
    }
  });
});
