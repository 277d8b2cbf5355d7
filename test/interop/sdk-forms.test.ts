/** Knows that our forms of the SDKs are what their releases really make of cards, well-formed and odd ones. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAmbiguity } from '../../src/canonical/ambiguity.js';
import { specificationForm, tryEncode } from '../../src/canonical/index.js';
import { findSdkForm } from '../../src/canonical/sdk-forms.js';
import { createLiterals } from '../../src/json/literals.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { cards } from '../arbitraries/card.js';
import { oddCards } from '../arbitraries/odd-card.js';
import { PeerError } from '../peers/line-program.js';
import { describePeer } from '../peers/require.js';
import { hasSdks, sdkReleases, startSdk, type Sdk } from '../peers/sdks.js';

/** How a form's text is had of one release: all that it reads in a card, where its client and its signer differ. */
type Read = (sdk: Sdk, card: string) => Promise<(string | undefined)[]>;

const byVerifier: Read = async (sdk, card) => [await orRefused(sdk.canonicalize(card))];
const bySigner: Read = async (sdk, card) => [await orRefused(sdk.canonicalizeSigning(card))];
const ofInstance: Read = async (sdk, card) => [await orRefused(sdk.canonicalize(card, { instance: true }))];
const byBoth: Read = async (sdk, card) => [
  await orRefused(sdk.canonicalize(card)),
  await orRefused(sdk.canonicalize(card, { from: 'proto' })),
];

/** `undefined` where the SDK refuses the card or stops. */
async function orRefused(text: Promise<string>): Promise<string | undefined> {
  return text.catch((error: unknown) => {
    if (error instanceof PeerError) return undefined;
    throw error;
  });
}

const readers: readonly [form: string, releases: readonly string[], read: Read][] = [
  ['a2a-js-1.0.0', ['1.0.0-beta.0'], bySigner],
  ['a2a-js-1.0.1', ['1.0.1', '1.3.0'], byVerifier],
  ['a2a-js-instance', ['1.0.1', '1.3.0'], ofInstance],
  ['a2a-python-1.0', ['1.0.3', '1.1.2', '1.1.3'], byBoth],
  ['a2a-python-1.1.4', ['1.1.4', '1.3.0'], byBoth],
];

const cases = readers.flatMap(([form, releases, read]) =>
  releases.map((version) => ({ form, version, read })),
);

const wellFormed = fc
  .sample(cards({ aliases: true }), { numRuns: 500, seed: 11 })
  .map((card) => JSON.stringify(card));
const odd = fc.sample(oddCards, { numRuns: 500, seed: 12 });

/** What our form reads; `undefined` for a card that is ambiguous under every form. */
function readHere(form: string, text: string): readonly string[] | undefined {
  const { value, bytes } = readJson(new TextEncoder().encode(text));
  const card = value as JsonObject;
  if (findAmbiguity(card, tryEncode(card, specificationForm)) !== undefined) return undefined;
  const readings = findSdkForm(form)?.read(card, createLiterals(bytes)) ?? [];
  return 'message' in readings ? [] : readings.map((reading) => reading.text);
}

describePeer('the SDKs', { found: hasSdks(), why: 'run test/peers/setup-sdks.sh' }, () => {
  describe.each(cases)('form $form as release $version has it', ({ form, version, read }) => {
    let sdk: Sdk;
    beforeAll(async () => {
      const name = form.startsWith('a2a-js') ? 'javascript' : 'python';
      const release = sdkReleases.find((one) => one.sdk === name && one.version === version);
      if (release === undefined) throw new Error(`${name} ${version} is not pinned`);
      sdk = await startSdk(release);
    });
    afterAll(() => sdk.close());

    it.each([
      ['well-formed', wellFormed],
      ['odd', odd],
    ])('is the same text for 500 %s cards', async (_, texts) => {
      let compared = 0;
      for (const text of texts) {
        const here = readHere(form, text);
        if (here === undefined) continue;
        const there = (await read(sdk, text)).filter((one) => one !== undefined);
        expect(here, text).toEqual([...new Set(there)]);
        compared++;
      }
      expect(compared).toBeGreaterThan(400);
    });
  });
});
