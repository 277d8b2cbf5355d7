/** Knows which release of an SDK makes the vectors of each form, and which others have the same form. */
import { findSdkRelease, type Sdk, type SdkReading, type SdkRelease } from '../../test/peers/sdks.js';

export type VectorForm = {
  readonly name: string;
  readonly release: SdkRelease;
  /** Whether it is what the release signs; otherwise what it verifies against. */
  readonly signing?: boolean;
  readonly reading?: SdkReading;
  /** Releases that should have the same text for every card. */
  readonly alike: readonly SdkRelease[];
};

const javascript = (version?: string) => findSdkRelease('javascript', version);
const python = (version?: string) => findSdkRelease('python', version);

/** By the name of the first release that has the form. */
export const vectorForms: readonly VectorForm[] = [
  // 1.0.0 itself was never published to where packages come from
  { name: 'a2a-js-1.0.0', release: javascript('1.0.0-beta.0'), signing: true, alike: [] },
  // 1.0.0 verified in this form already
  { name: 'a2a-js-1.0.1', release: javascript('1.0.1'), alike: [javascript('1.0.0-beta.0'), javascript()] },
  {
    name: 'a2a-js-instance',
    release: javascript(),
    reading: { instance: true },
    alike: [javascript('1.0.1')],
  },
  { name: 'a2a-python-0.3.21', release: python('0.3.23'), alike: [] },
  { name: 'a2a-python-0.3.24', release: python('0.3.26'), alike: [] },
  { name: 'a2a-python-1.0', release: python('1.0.3'), alike: [python('1.1.2'), python('1.1.3')] },
  { name: 'a2a-python-1.1.4', release: python('1.1.4'), alike: [python()] },
];

/** What a running release of the form makes of a card's text; rejects where it throws. */
export function canonicalizeAs({ signing, reading }: VectorForm, sdk: Sdk, card: string): Promise<string> {
  return signing ? sdk.canonicalizeSigning(card, reading) : sdk.canonicalize(card, reading);
}
