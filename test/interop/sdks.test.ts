/** Knows how far each pinned release of the A2A SDKs gets on with itself, and that none of them minds `a2a_form`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers/require.js';
import { hasSdks, sdkReleases, startSdk, type Sdk, type SdkRelease } from '../peers/sdks.js';
import {
  detachedAlgs,
  isDetachedEntryOf,
  makeDetachedEntry,
  type DetachedEntry,
} from '../support/detached-entry.js';
import { createKeyPairs } from '../support/key-pairs.js';

const common = {
  name: 'Stock agent',
  description: 'Looks up stock, also in Z\u00fcrich',
  version: '1.2.0',
  documentationUrl: 'https://agent.example/docs',
  provider: { organization: 'Example', url: 'https://example.com' },
  capabilities: {
    streaming: true,
    extensions: [
      { uri: 'https://example.com/ext', required: true, params: { limit: 1.5, names: ['a', '\u{1f600}'] } },
    ],
  },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: [
    { id: 'stock', name: 'Stock', description: 'Looks up stock', tags: ['erp'], examples: ['How many?'] },
  ],
};

/** No value is empty, null or a default, no member is unknown. */
const plainCards = {
  '1.0': {
    ...common,
    supportedInterfaces: [
      { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: ['read'] } } }],
  },
  '0.3': {
    ...common,
    protocolVersion: '0.3.1',
    url: 'https://agent.example/a2a',
    preferredTransport: 'GRPC',
    securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
    security: [{ bearer: ['read'] }],
  },
};

const keyPairs = createKeyPairs(detachedAlgs);

function keysFor(alg: (typeof detachedAlgs)[number]) {
  return [{ jwk: keyPairs[alg].publicKey.export({ format: 'jwk' }), kid: 'k' }];
}

function withEntries(card: object, ...signatures: object[]): string {
  return JSON.stringify({ ...card, signatures });
}

function entryOf(text: string): DetachedEntry {
  return (JSON.parse(text) as { signatures: [DetachedEntry] }).signatures[0];
}

const isOf = (sdk: SdkRelease['sdk']) => (release: SdkRelease) => release.sdk === sdk;

describePeer('sdks', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  it('are those that the tests are for', () => {
    expect(sdkReleases.filter(isOf('javascript')).length).toBeGreaterThanOrEqual(3);
    expect(sdkReleases.filter(isOf('python')).length).toBeGreaterThanOrEqual(6);
  });

  describe.each(sdkReleases)('$sdk $version', (release) => {
    const card = plainCards[release.protocol];
    let sdk: Sdk;

    beforeAll(async () => {
      sdk = await startSdk(release);
    });
    afterAll(() => sdk.close());

    describe.each(detachedAlgs)('%s', (alg) => {
      const { privateKey, publicKey } = keyPairs[alg];
      const header = { alg, kid: 'k', typ: 'JOSE' };
      const sign = (text: string) => sdk.sign(text, { jwk: privateKey.export({ format: 'jwk' }), header });

      it('accepts what it signs, and refuses it when it is changed', async () => {
        const signed = await sign(JSON.stringify(card));
        expect(await sdk.verify(signed, { keys: keysFor(alg) })).toEqual({ accepted: true });
        const changed = signed.replace('Stock agent', 'Stork agent');
        const refused = { accepted: false, crashed: false };
        expect(await sdk.verify(changed, { keys: keysFor(alg) })).toMatchObject(refused);
        expect(await sdk.resolve(changed, { keys: keysFor(alg) })).toMatchObject(refused);
        expect(await sdk.verify(JSON.stringify(card), { keys: keysFor(alg) })).toMatchObject(refused);
      });

      it('accepts an entry that says its form in the protected header', async () => {
        const text = await sdk.canonicalize(JSON.stringify(card));
        const entry = makeDetachedEntry(text, { ...header, a2a_form: 'some-form' }, privateKey);
        expect(await sdk.verify(withEntries(card, entry), { keys: keysFor(alg) })).toEqual({
          accepted: true,
        });
        const other = makeDetachedEntry(`${text} `, { ...header, a2a_form: 'some-form' }, privateKey);
        const judgement = await sdk.verify(withEntries(card, other), { keys: keysFor(alg) });
        expect(judgement).toMatchObject({ accepted: false, crashed: false });
      });

      it('signs the text that it is asked for', async () => {
        const text = JSON.stringify({ ...card, description: '', provider: undefined, unknown: 'x' });
        const canonical = await sdk.canonicalizeSigning(text);
        expect(isDetachedEntryOf(entryOf(await sign(text)), canonical, publicKey)).toBe(true);
      });
    });

    it('resolves what it signs, but for cards with security schemes in JavaScript', async () => {
      const { privateKey } = keyPairs.ES256;
      const header = { alg: 'ES256', kid: 'k', typ: 'JOSE' };
      const sign = (value: object) =>
        sdk.sign(JSON.stringify(value), { jwk: privateKey.export({ format: 'jwk' }), header });
      const open = { ...card, securitySchemes: undefined };
      expect(await sdk.resolve(await sign(open), { keys: keysFor('ES256') })).toEqual({ accepted: true });
      // There the resolver hands an instance to the verifier, which loses the schemes of an instance.
      const judgement = await sdk.resolve(await sign(card), { keys: keysFor('ES256') });
      expect(judgement.accepted).toBe(release.sdk === 'python');
    });

    it('stops at an entry of an unknown key in Python, and goes on in JavaScript', async () => {
      const text = await sdk.canonicalize(JSON.stringify(card));
      const entries = ['j', 'k'].map((kid) =>
        makeDetachedEntry(text, { alg: 'ES256', kid, typ: 'JOSE' }, keyPairs.ES256.privateKey),
      );
      const judgement = await sdk.verify(withEntries(card, ...entries), { keys: keysFor('ES256') });
      const stopped = { accepted: false, crashed: true, name: 'LookupError', message: 'no key j' };
      expect(judgement).toEqual(release.sdk === 'python' ? stopped : { accepted: true });
    });
  });

  describe.each(sdkReleases.filter(isOf('javascript')))('javascript $version', (release) => {
    it('refuses its own signature over a default or an unknown member before 1.0.1 alone', async () => {
      const sdk = await startSdk(release);
      const { privateKey } = keyPairs.ES256;
      const signature = {
        jwk: privateKey.export({ format: 'jwk' }),
        header: { alg: 'ES256', kid: 'k', typ: 'JOSE' },
      };
      const extensions = [{ uri: 'https://example.com/ext', required: false }];
      for (const extra of [{ capabilities: { extensions } }, { unknown: 'x' }]) {
        const signed = await sdk.sign(JSON.stringify({ ...plainCards['1.0'], ...extra }), signature);
        const { accepted } = await sdk.verify(signed, { keys: keysFor('ES256') });
        expect(accepted).toBe(release.version !== '1.0.0-beta.0');
      }
      await sdk.close();
    });
  });
});
