/** Knows how to have releases of the SDKs make the canonical text of many cards. */
import { createHash } from 'node:crypto';
import { PeerError } from '../../test/peers/line-program.js';
import { startSdk, type SdkRelease } from '../../test/peers/sdks.js';
import { canonicalizeAs, type VectorForm } from './forms.js';

/** The text, or what the SDK said instead, shortened. */
export type Outcome = { readonly canonical: string } | { readonly error: string };

/** The same with the SHA-256 of the text's UTF-8 bytes, in base64url, instead of the text. */
export type Digest = string | { readonly error: string };

const errorLength = 120;

/** What the form's own release makes of each card, or another release that is said. */
export async function runForm(
  form: VectorForm,
  cards: readonly string[],
  release: SdkRelease = form.release,
): Promise<Outcome[]> {
  const sdk = await startSdk(release);
  try {
    const outcomes: Outcome[] = [];
    for (const card of cards) {
      outcomes.push(await toOutcome(canonicalizeAs(form, sdk, card)));
    }
    return outcomes;
  } finally {
    await sdk.close();
  }
}

async function toOutcome(canonical: Promise<string>): Promise<Outcome> {
  try {
    return { canonical: await canonical };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    const said = error.said.replaceAll(/\s+/g, ' ');
    return { error: said.length > errorLength ? `${said.slice(0, errorLength)} ...` : said };
  }
}

export function toDigest(outcome: Outcome): Digest {
  if ('error' in outcome) return outcome;
  return createHash('sha256').update(outcome.canonical).digest('base64url');
}

/** What is the same in every environment: of an error, only its name. */
export function toComparable(outcome: Outcome | Digest): string {
  if (typeof outcome === 'string') return outcome;
  return 'error' in outcome ? `error ${outcome.error.split(':', 1)[0] ?? ''}` : outcome.canonical;
}
