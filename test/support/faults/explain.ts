/** Knows how a faulty card is explained as the command does it, and what was named. */
import { explainCard } from '../../../src/explain/explain-card.js';
import type { ExplainReport } from '../../../src/explain/report.js';
import { readJson } from '../../../src/json/read.js';
import { PrivateKeyError, readKeySet } from '../../../src/keys/key-set.js';
import { nodeCrypto } from '../../../src/keys/node-crypto.js';
import { nodeProber } from '../../../src/keys/node-prober.js';
import { testTime } from '../signed-cards.js';
import type { FaultyCard } from './fault.js';

/** `maxWork` is for those who do not ask for the causes. */
export async function explainFaulty(
  { card, jwks, against }: FaultyCard,
  options: { readonly maxWork?: number } = {},
): Promise<ExplainReport> {
  return explainCard(Buffer.from(card), {
    ...(await readKeys(jwks)),
    ...(against === undefined
      ? {}
      : { against: { document: readJson(Buffer.from(against)), source: 'former.json' } }),
    ...options,
    now: testTime,
    crypto: nodeCrypto,
    prober: nodeProber,
    source: 'card.json',
  });
}

async function readKeys(jwks: string) {
  try {
    return { keySet: await readKeySet(Buffer.from(jwks), 'jwks.json', nodeCrypto) };
  } catch (error) {
    if (error instanceof PrivateKeyError) return { keySetFault: error.message };
    throw error;
  }
}

/** The codes of all entries, each once, sorted. */
export function namedCauses({ entries }: ExplainReport): string[] {
  return [...new Set(entries.flatMap(({ causes }) => causes.map(({ code }) => code)))].sort();
}
