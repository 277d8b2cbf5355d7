/** Knows what cardctl makes of cards that real releases of the SDKs signed, and of what those let pass on the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeCrypto, readKeySet, toVerifiedCard, verifyCard, type JsonObject } from '../../src/index.js';
import type { VerificationPolicy } from '../../src/trust/policy.js';
import { describePeer } from '../peers/require.js';
import { hasSdks, sdkReleases, startSdk, type Sdk } from '../peers/sdks.js';
import { createKeyPair } from '../support/key-pairs.js';
import {
  edit,
  legacyTamperings,
  sdkCard,
  sdkLegacyCard,
  tamperings,
  tamperingsOfLegacy,
} from '../support/sdk-tamperings.js';

const { privateKey, publicKey } = createKeyPair('ES256');
const signing = {
  jwk: privateKey.export({ format: 'jwk' }),
  header: { alg: 'ES256', kid: 'k', typ: 'JOSE' },
};
const keys = [{ jwk: publicKey.export({ format: 'jwk' }), kid: 'k' }];

type Options = { stripUnsigned?: boolean; policy?: Partial<VerificationPolicy> };

async function verifyHere(text: string, options: Options = {}) {
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] };
  const keySet = await readKeySet(new TextEncoder().encode(JSON.stringify(jwks)), { crypto: nodeCrypto });
  return verifyCard(new TextEncoder().encode(text), { keySet, ...options });
}

/** The form that a release signs in. */
const formOf: Readonly<Record<string, string>> = {
  'javascript 1.0.0-beta.0': 'a2a-js-1.0.0',
  'javascript 1.0.1': 'a2a-js-1.0.1',
  'javascript 1.3.0': 'a2a-js-1.0.1',
  'python 0.3.23': 'a2a-python-0.3.21',
  'python 0.3.26': 'a2a-python-0.3.24',
  'python 1.0.3': 'a2a-python-1.0',
  'python 1.1.2': 'a2a-python-1.0',
  'python 1.1.3': 'a2a-python-1.0',
  'python 1.1.4': 'a2a-python-1.1.4',
  'python 1.3.0': 'a2a-python-1.1.4',
};

/** With what the forms leave out, and with text that one of them writes otherwise. */
const awkward: JsonObject = {
  ...sdkCard,
  description: 'Zo\u00eb \u2013 <R&D>',
  iconUrl: '',
  securityRequirements: [{ schemes: { key: { list: [] } } }],
};

const awkwardLegacy: JsonObject = {
  ...sdkLegacyCard,
  description: 'Zo\u00eb \u2013 <R&D>',
  iconUrl: '',
  security: [{ key: [] }],
};

/** An interface of A2A 0.3, for which the Python server adds members of that version after signing. */
const served: JsonObject = {
  ...sdkCard,
  supportedInterfaces: [
    { url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
    { url: 'https://a.example/v1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
};

function listTamperings(form: string): typeof tamperings {
  if (form.includes('-0.3.')) return tamperingsOfLegacy;
  return form === 'a2a-js-1.0.0' ? tamperings : [...tamperings, ...legacyTamperings];
}

describePeer('the SDKs', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  it('are all known by a form', () => {
    expect(sdkReleases.map(({ sdk, version }) => `${sdk} ${version}`)).toEqual(Object.keys(formOf));
  });

  describe.each(sdkReleases)('$sdk $version', (release) => {
    const form = formOf[`${release.sdk} ${release.version}`] ?? '';
    const accepting = { policy: { acceptedForms: ['a2a-1.0', 'jcs', form] } };
    const isLegacy = release.protocol === '0.3';
    const card = isLegacy ? sdkLegacyCard : sdkCard;
    let sdk: Sdk;
    beforeAll(async () => {
      sdk = await startSdk(release);
    });
    afterAll(() => sdk.close());

    it('signs a card without empties that is trusted, with what it cannot prove', async () => {
      const options = isLegacy ? accepting : {};
      const { report } = await verifyHere(await sdk.sign(JSON.stringify(card), signing), options);
      expect(report.verdict).toBe('trusted');
      expect(report.findings.map(({ code }) => code)).toEqual(['removal-not-provable']);
    });

    it('signs a card with empties that is genuine in its form, and no further', async () => {
      const signed = await sdk.sign(JSON.stringify(isLegacy ? awkwardLegacy : awkward), signing);
      const { report } = await verifyHere(signed);
      expect(report.verdict).toBe('unmet-policy');
      const [entry] = report.entries;
      expect([entry?.form, ...(entry?.sameForms ?? [])]).toContain(form);
      expect(entry?.outcome).toBe('form-not-accepted');
      const stripped = await verifyHere(signed, { ...accepting, stripUnsigned: true });
      expect(stripped.report.verdict).toBe('trusted');
    });

    it.each(listTamperings(form))(
      'lets pass that someone %s; cardctl does not trust it',
      async (_, change) => {
        const changed = edit(await sdk.sign(JSON.stringify(card), signing), [change]);
        expect(await sdk.verify(changed, { keys })).toEqual({ accepted: true });
        expect((await verifyHere(changed)).report.verdict).toBe('unmet-policy');
        const { report } = await verifyHere(changed, accepting);
        expect(report.verdict).toBe('unmet-policy');
        expect(report.entries[0]?.unsigned).toContain(change[0]);
      },
    );

    it.skipIf(isLegacy)(
      'serves a card that is genuine without what its server added, and is handed on so',
      async () => {
        const text = await sdk.sign(JSON.stringify(served), signing);
        const isExtended = Object.hasOwn(JSON.parse(text) as object, 'preferredTransport');
        expect(isExtended).toBe(release.sdk === 'python');
        const { report, verified } = await verifyHere(text, { stripUnsigned: true });
        expect(report.verdict).toBe('trusted');
        expect((await verifyHere(text)).report.verdict).toBe(isExtended ? 'unmet-policy' : 'trusted');
        const content = verified === undefined ? {} : toVerifiedCard(verified);
        expect({ ...content, signatures: [] }).toEqual({ ...served, signatures: [] });
        expect((await verifyHere(JSON.stringify(content))).report.verdict).toBe('trusted');
      },
    );
  });
});
