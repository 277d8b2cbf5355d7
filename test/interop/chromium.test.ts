/** Knows that a module page runs in Chromium here, so that a test that fails there is the page's own fault. */
import { expect, it } from 'vitest';
import { hasChromium, runInChromium } from '../peers/chromium.js';
import { describePeer } from '../peers/require.js';

const page = { type: 'text/html', body: '<!doctype html><script type="module" src="/main.js"></script>' };

function run(module: string, timeoutMs: number): Promise<unknown> {
  const files = { '/page.html': page, '/main.js': { type: 'text/javascript', body: module } };
  return runInChromium({ files, page: '/page.html', timeoutMs });
}

describePeer('chromium', { found: hasChromium(), why: 'no chromium on the path' }, () => {
  it('runs a module with top-level await and hands back what it sends', async () => {
    const result = await run(
      `const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'));
       const start = Array.from(new Uint8Array(digest, 0, 3));
       const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
       const signature = await crypto.subtle.sign('Ed25519', privateKey, digest);
       const verified = await crypto.subtle.verify('Ed25519', publicKey, signature, digest);
       const body = JSON.stringify({ start, verified, isSecureContext });
       await fetch('/result', { method: 'POST', body });`,
      30_000,
    );

    expect(result).toEqual({ start: [0xba, 0x78, 0x16], verified: true, isSecureContext: true });
  });

  it('tells what the console said when the page sends nothing', async () => {
    await expect(run(`throw new Error('the reason');`, 3_000)).rejects.toThrow(
      /^no result within 3000 ms\n.*the reason/s,
    );
  });

  it('rejects a result that is not JSON', async () => {
    await expect(run(`await fetch('/result', { method: 'POST', body: '{' });`, 30_000)).rejects.toThrow(
      /JSON/,
    );
  });
});
