/** Knows the faults that releases of the SDKs make: they sign their own form, and translate cards that are signed. */
import fc from 'fast-check';
import { legacyCards } from '../../test/arbitraries/legacy-card.js';
import type { JsonObject } from '../../src/json/value.js';
import { findSdkRelease, sdkReleases, startSdk, type Sdk, type SdkRelease } from '../../test/peers/sdks.js';
import { withEntries, type Fault } from '../../test/support/faults/fault.js';
import { keyOf, toJwk, toSet } from '../../test/support/faults/signing.js';

export type StartedFaults = { readonly faults: readonly Fault[]; readonly close: () => Promise<void> };

/** Starts every pinned release; `close` ends them. */
export async function startSdkFaults(count: number): Promise<StartedFaults> {
  const sdks = await Promise.all(sdkReleases.map(startSdk));
  const legacy = fc.sample(legacyCards, { seed: 31, numRuns: count }).filter(isWhole);
  const translator = await startSdk(findSdkRelease('python', '1.1.4'));
  const signer = sdks.find(({ sdk, version }) => sdk === 'python' && version === '0.3.26');
  if (signer === undefined) throw new Error('a2a-sdk 0.3.26 is not pinned');
  return {
    faults: [...sdks.map((sdk) => toFault(sdk, legacy)), translate(signer, translator, legacy)],
    close: async () => {
      await Promise.all([...sdks, translator].map((sdk) => sdk.close()));
    },
  };
}

/**
 * Of 0.3 as people write it: with a name, and a URL at which it is reached; no member under its Python name, and no
 * number of which 1.0 keeps no digits.
 */
function isWhole(text: string): boolean {
  if (/"[a-z]+(_[a-z]+)+":|\d{16}|\de[+-]?\d/.test(text)) return false;
  const card = JSON.parse(text) as JsonObject;
  return [card['name'], card['url']].every((value) => typeof value === 'string' && value !== '');
}

function toFault(sdk: Sdk, legacy: readonly string[]): Fault {
  let next = 0;
  return {
    id: `signed by ${nameOf(sdk)}`,
    causes: ['sdk-form'],
    apply: async ({ text }, { pick }) => {
      const card = sdk.protocol === '0.3' ? legacy[next++ % legacy.length] : text;
      const key = keyOf(pick(['ES256', 'RS256']));
      const signed = await attempt(() => sdk.sign(card ?? '', toSignature(key)));
      return signed === undefined ? undefined : { card: signed, jwks: toSet(toJwk(key)) };
    },
  };
}

function nameOf({ sdk, version }: SdkRelease): string {
  return sdk === 'python' ? `a2a-sdk ${version} for Python` : `@a2a-js/sdk ${version}`;
}

/** Signed by the one, and served by the other as what its client makes of it. */
function translate(signer: Sdk, translator: Sdk, legacy: readonly string[]): Fault {
  let next = 0;
  return {
    id: `signed by ${nameOf(signer)}, translated by ${nameOf(translator)}`,
    causes: ['translated'],
    apply: async (_subject, { pick }) => {
      const key = keyOf(pick(['ES256', 'RS256']));
      const card = legacy[next++ % legacy.length] ?? '';
      const signed = await attempt(() => signer.sign(card, toSignature(key)));
      if (signed === undefined) return undefined;
      const text = await attempt(() => translator.canonicalize(signed, { from: 'parser' }));
      if (text === undefined) return undefined;
      const { signatures } = JSON.parse(signed) as { signatures: object[] };
      return {
        card: withEntries({ value: JSON.parse(text) as never }, ...signatures),
        jwks: toSet(toJwk(key)),
      };
    },
  };
}

function toSignature({ privateKey, alg, kid }: ReturnType<typeof keyOf>) {
  return { jwk: privateKey.export({ format: 'jwk' }), header: { alg, kid, typ: 'JOSE' } };
}

/** Some cards an SDK does not take. */
async function attempt(ask: () => Promise<string>): Promise<string | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
