/** Knows whether a key, a card and a published key set belong together: what `keys doctor` says beside its provider. */
import { specificationForm, canonicalizeCard } from '../canonical/index.js';
import { FormError } from '../canonical/form.js';
import type { JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import type { KeySet } from '../keys/key-set.js';
import type { Symptom } from '../keys/symptom.js';
import type { Signer } from '../keys/signer.js';
import { toThumbprint } from '../keys/thumbprint.js';
import { getAlgorithm } from '../keys/algorithms.js';
import { readEntry, toSigningInput } from './entry.js';
import {
  bad,
  examineForms,
  isForSdk,
  judgeTime,
  listServed,
  listSignatures,
  toContext,
  toPayloads,
  withForm,
  type ExaminedCard,
} from './examine-card.js';
import { examineOwnEntries, type Subject } from './examine-own.js';
import { matchEntry } from './match-entry.js';
import { isRefusal, type Refusal } from './outcomes.js';
import { writeProtectedHeader } from './protected-header.js';
import { refuseKey } from './verify-entry.js';

export type ExamineOptions = {
  readonly card?: ExaminedCard | undefined;
  readonly keySet?: KeySet | undefined;
  readonly crypto: CryptoPort;
  readonly now: Date;
};

/**
 * Holds a key against the key set that is published, and the card that it signs; where the card's `bytes` are given, the
 * card also against what SDKs make of it. Throws nothing of its own.
 */
export async function examineSigner(signer: Signer, options: ExamineOptions): Promise<Symptom[]> {
  const { card, keySet } = options;
  const thumbprint = await toThumbprint(signer.publicJwk, options.crypto);
  const published = keySet?.keys.filter((key) => key.thumbprint === thumbprint) ?? [];
  const names = new Set([thumbprint, ...published.flatMap(({ kid }) => kid ?? [])]);
  const subject: Subject = { signer, thumbprint, published, names };
  const ofKeySet = keySet === undefined ? [] : examineKeySet(keySet, subject);
  if (card === undefined) return ofKeySet;
  const ofCard = await examineOwnEntries(card, subject, options);
  return [...ofKeySet, ...ofCard, ...examineSize(card, subject, options.now)];
}

/** How the card's entries stand under the key set, as `verify` would find them, and what SDKs make of it. */
export async function examineEntries(
  card: ExaminedCard,
  { keySet, crypto, now }: ExamineOptions & { readonly keySet: KeySet },
): Promise<Symptom[]> {
  const signatures = listSignatures(card);
  if (!Array.isArray(signatures)) return [signatures, ...examineForms(card, [])];
  const payloads = toPayloads(card);
  const context = toContext(payloads, keySet, crypto);
  const symptoms: Symptom[] = [];
  const signedFor: string[] = [];
  let isWhole = false;
  for (const [index, signature] of signatures.entries()) {
    const what = `entry ${index} of ${card.source}`;
    const entry = readEntry(signature);
    const match = isRefusal(entry) ? entry : await matchEntry(entry, context);
    if (isRefusal(entry) || isRefusal(match)) {
      symptoms.push(refused(what, match as Refusal));
      continue;
    }
    const { kid, expiresAt } = entry.header;
    const text = withForm(`${what} verifies by ${keySet.source}, with the kid ${kid}`, match);
    const symptom = judgeTime(text, expiresAt, now);
    symptoms.push(symptom);
    if (!isForSdk(match)) isWhole = true;
    else if (symptom.level === 'good') signedFor.push(...listServed(match, payloads));
  }
  return [
    ...symptoms,
    ...(isWhole || signedFor.length === 0 ? [] : [forSdksAlone(card)]),
    ...examineForms(card, signedFor),
  ];
}

function forSdksAlone({ source }: ExaminedCard): Symptom {
  return bad(
    `${source} has signatures for users of SDKs alone: verify does not trust it`,
    'sign the card with `cardctl sign`, which leaves nothing out',
  );
}

function refused(what: string, { message }: Refusal): Symptom {
  return bad(`${what} does not verify: ${message}`, 'sign the card again, with a key that is published');
}

function examineKeySet({ source, byKid }: KeySet, { signer, thumbprint, published }: Subject): Symptom[] {
  const subject = 'key set';
  const twins = byKid.get(thumbprint)?.filter((key) => key.thumbprint !== thumbprint) ?? [];
  if (twins.length > 0) {
    return [
      {
        level: 'bad',
        subject,
        text: `another key in ${source} has the thumbprint of this one as its kid`,
        hint: 'make the key set anew, with `cardctl keys jwks`',
      },
    ];
  }
  const [key] = published;
  if (key === undefined) {
    return [
      {
        level: 'bad',
        subject,
        text: `${source} does not have this key (thumbprint ${thumbprint})`,
        hint: 'publish it before it signs: `cardctl keys jwks`, with your other keys too',
      },
    ];
  }
  const algorithm = signer.algorithms.find((name) => refuseKey(key, getAlgorithm(name)) === undefined);
  const kid = key.kid ?? thumbprint;
  if (algorithm !== undefined)
    return [{ level: 'good', subject, text: `${source} has it, with the kid ${kid}, for ${algorithm}` }];
  const [preferred = 'ES256'] = signer.algorithms;
  const reason = refuseKey(key, getAlgorithm(preferred))?.message ?? '';
  return [
    {
      level: 'bad',
      subject,
      text: `in ${source}, ${reason}`,
      hint: 'make the key set anew, with `cardctl keys jwks`',
    },
  ];
}

/** Some services sign messages of a few kilobytes and no larger ones. */
function examineSize(
  { value, source }: ExaminedCard,
  { signer, thumbprint, names }: Subject,
  now: Date,
): Symptom[] {
  const { largestInput, algorithms } = signer;
  const [alg = 'ES256'] = algorithms;
  const payload = largestInput === undefined ? undefined : tryCanonicalize(value);
  if (largestInput === undefined || payload === undefined) return [];
  const signatures = Array.isArray(value['signatures']) ? value['signatures'] : [];
  const own = signatures
    .map((one) => readEntry(one))
    .find((one) => !isRefusal(one) && names.has(one.header.kid));
  const { kid = thumbprint, jku } = own === undefined || isRefusal(own) ? {} : own.header;
  // Times as long as those that it will be signed with.
  const seconds = Math.floor(now.getTime() / 1000);
  const form = specificationForm.name;
  const header = writeProtectedHeader({ alg, kid, form, jku, issuedAt: seconds, expiresAt: seconds });
  const size = toSigningInput(header, payload).length;
  const what = jku === undefined ? 'without a jku' : 'with its jku';
  const text = `the signing input of ${source} is ${size} bytes ${what}; the key signs ${largestInput} at most`;
  return [
    size > largestInput
      ? { level: 'bad', subject: 'size', text, hint: 'make the card smaller, or sign with an EC or RSA key' }
      : { level: 'good', subject: 'size', text },
  ];
}

function tryCanonicalize(card: JsonObject): Uint8Array | undefined {
  try {
    return canonicalizeCard(card);
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
}
