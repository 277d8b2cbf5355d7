/** `cardctl/verify` in a browser: the built files, as a page would import them, verify a card there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { hasChromium, runInChromium } from '../peers/chromium.js';
import { describePeer } from '../peers/require.js';
import { cardText, createTestSigner, signWith, testTime } from '../support/signed-cards.js';
import { toJwks, toPublicEntry } from '../../src/index.js';

const root = join(import.meta.dirname, '../..');

type ServedFile = { readonly type: string; readonly body: string };

/** Every module that `lib/verify.js` reaches, found by its import statements, with bare names mapped to packages. */
function collectModules(): { files: Record<string, ServedFile>; imports: Record<string, string> } {
  const files: Record<string, ServedFile> = {};
  const imports = {
    'canonicalize': '/node_modules/canonicalize/lib/canonicalize.js',
    'jose/key/import': '/node_modules/jose/dist/webapi/key/import.js',
  };
  const queue = ['/lib/verify.js', ...Object.values(imports)];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (files[path] !== undefined) continue;
    const body = readFileSync(join(root, path), 'utf8');
    files[path] = { type: 'text/javascript', body };
    for (const [, specifier = ''] of body.matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)) {
      if (specifier.startsWith('.')) queue.push(posix.join(dirname(path), specifier));
      else expect(imports, `${path} imports ${specifier}`).toHaveProperty([specifier]);
    }
  }
  return { files, imports };
}

const script = `
import { readKeySet, toVerifiedCard, verifyCard } from '/lib/verify.js';
const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const keySet = await readKeySet(await bytes('/jwks.json'));
const now = new Date('${testTime.toISOString()}');
const results = {};
for (const name of ['signed', 'altered']) {
  const result = await verifyCard(await bytes('/' + name + '.json'), { keySet, now });
  results[name] = {
    verdict: result.report.verdict,
    outcomes: result.report.entries.map(({ outcome }) => outcome),
    sha256: result.report.payload?.sha256,
    name: result.verified && toVerifiedCard(result.verified).name,
  };
}
await fetch('/result', { method: 'POST', body: JSON.stringify(results) });
`;

const why = 'Debian has it as chromium';

describePeer('chromium', { found: hasChromium() && existsSync(join(root, 'lib/verify.js')), why }, () => {
  it('verifies a card signed by three kinds of key, and sees that another was altered', async () => {
    const signers = [
      await createTestSigner('ES256'),
      await createTestSigner('EdDSA'),
      await createTestSigner('RS256'),
    ];
    const signed = await signWith(signers, cardText());
    const entries = signers.map((signer, index) =>
      toPublicEntry(signer, kidOf(signed, index), signer.algorithms[0]!),
    );
    const { files, imports } = collectModules();
    const json = (body: string): ServedFile => ({ type: 'application/json', body });
    const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script><script type="module" src="/test.js"></script>`;
    const result = await runInChromium({
      files: {
        ...files,
        '/index.html': { type: 'text/html', body: page },
        '/test.js': { type: 'text/javascript', body: script },
        '/jwks.json': json(JSON.stringify(toJwks(entries))),
        '/signed.json': json(signed),
        '/altered.json': json(signed.replace('"version": "1.3.0"', '"version": "1.3.1"')),
      },
      page: '/index.html',
      timeoutMs: 30_000,
    });
    expect(result).toEqual({
      signed: {
        verdict: 'trusted',
        outcomes: ['verified', 'verified', 'verified'],
        sha256: 'c63411896ad43b1d4098fed8503f6182a47e7cbbeab92f8b2bcaa54df9415582',
        name: 'ERP Stock Check Agent',
      },
      altered: { verdict: 'tampered', outcomes: Array(3).fill('signature-mismatch') },
    });
  });
});

function kidOf(text: string, index: number): string {
  const { signatures } = JSON.parse(text) as { signatures: { protected: string }[] };
  const header = Buffer.from(signatures[index]?.protected ?? '', 'base64url').toString();
  return (JSON.parse(header) as { kid: string }).kid;
}
