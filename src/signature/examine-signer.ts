/** Knows whether a key, a card and a published key set belong together: what `keys doctor` says beside its provider. */
import { defaultFormNames, specificationForm, canonicalizeCard } from '../canonical/index.js';
import { FormError } from '../canonical/form.js';
import type { JsonArray, JsonObject } from '../json/value.js';
import type { CryptoPort } from '../keys/crypto.js';
import { toKeySet, toUnlimitedKey, type KeySet, type TrustedKey } from '../keys/key-set.js';
import type { Symptom } from '../keys/symptom.js';
import type { Signer } from '../keys/signer.js';
import { toThumbprint } from '../keys/thumbprint.js';
import { getAlgorithm } from '../keys/algorithms.js';
import { toTime } from '../time.js';
import { maximumEntries, readEntry, toSigningInput } from './entry.js';
import { matchEntry, type MatchContext } from './match-entry.js';
import { isRefusal, type Refusal } from './outcomes.js';
import { createPayloads, type Payloads } from './payloads.js';
import { writeProtectedHeader } from './protected-header.js';
import { refuseKey } from './verify-entry.js';

export type ExamineOptions = {
  readonly card?: { readonly value: JsonObject; readonly source: string } | undefined;
  readonly keySet?: KeySet | undefined;
  readonly crypto: CryptoPort;
  readonly now: Date;
};

/** Holds a key against the key set that is published, and the card that it signs. Throws nothing of its own. */
export async function examineSigner(signer: Signer, options: ExamineOptions): Promise<Symptom[]> {
  const thumbprint = await toThumbprint(signer.publicJwk, options.crypto);
  const published = options.keySet?.keys.filter((key) => key.thumbprint === thumbprint) ?? [];
  const names = new Set([thumbprint, ...published.flatMap(({ kid }) => kid ?? [])]);
  const subject: Subject = { signer, thumbprint, published, names };
  return [
    ...(options.keySet === undefined ? [] : examineKeySet(options.keySet, subject)),
    ...(options.card === undefined ? [] : await examineCard(options.card, subject, options)),
  ];
}

/** How the card's entries stand under the key set, as `verify` would find them. */
export async function examineEntries(
  card: NonNullable<ExamineOptions['card']>,
  options: ExamineOptions & { readonly keySet: KeySet },
): Promise<Symptom[]> {
  const signatures = listSignatures(card);
  if (!Array.isArray(signatures)) return [signatures];
  const context = toContext(createPayloads(card.value), options.keySet, options.crypto);
  const symptoms: Symptom[] = [];
  for (const [index, signature] of signatures.entries()) {
    const what = `entry ${index} of ${card.source}`;
    const entry = readEntry(signature);
    if (isRefusal(entry)) {
      symptoms.push(refused(what, entry));
      continue;
    }
    const match = await matchEntry(entry, context);
    const { kid, expiresAt } = entry.header;
    const text = `${what} verifies by ${options.keySet.source}, with the kid ${kid}`;
    symptoms.push(isRefusal(match) ? refused(what, match) : judgeTime(text, expiresAt, options.now));
  }
  return symptoms;
}

function refused(what: string, { message }: Refusal): Symptom {
  return bad(`${what} does not verify: ${message}`, 'sign the card again, with a key that is published');
}

/** The entries; or what stands against looking at them. */
function listSignatures({ value, source }: NonNullable<ExamineOptions['card']>): JsonArray | Symptom {
  const { signatures } = value;
  if (!Array.isArray(signatures) || signatures.length === 0) {
    return { level: 'doubtful', subject: 'card', text: `${source} has no signatures`, hint: 'sign it' };
  }
  if (signatures.length <= maximumEntries) return signatures;
  return bad(
    `${source} has ${signatures.length} signatures; verifiers take ${maximumEntries}`,
    'remove those that are of no use any more',
  );
}

function toContext(payloads: Payloads, keySet: KeySet, crypto: CryptoPort): MatchContext {
  return { keySet, payloads, acceptedForms: defaultFormNames, crypto };
}

function bad(text: string, hint: string): Symptom {
  return { level: 'bad', subject: 'card', text, hint };
}

function judgeTime(text: string, expiresAt: number | undefined, now: Date): Symptom {
  if (expiresAt === undefined) return { level: 'good', subject: 'card', text };
  return expiresAt <= now.getTime() / 1000
    ? bad(`${text}, and expired at ${toTime(expiresAt)}`, 'sign the card again')
    : { level: 'good', subject: 'card', text: `${text}, until ${toTime(expiresAt)}` };
}

type Subject = {
  readonly signer: Signer;
  readonly thumbprint: string;
  /** The key as the key set has it. */
  readonly published: readonly TrustedKey[];
  /** The kids that can mean it. */
  readonly names: ReadonlySet<string>;
};

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

async function examineCard(
  card: NonNullable<ExamineOptions['card']>,
  subject: Subject,
  options: ExamineOptions,
): Promise<Symptom[]> {
  return [await examineOwnEntry(card, subject, options), ...examineSize(card, subject, options.now)];
}

/** Whether the key has signed the card, under whatever kid, and the published key set says the same. */
async function examineOwnEntry(
  card: NonNullable<ExamineOptions['card']>,
  { signer, thumbprint, names }: Subject,
  { keySet, crypto, now }: ExamineOptions,
): Promise<Symptom> {
  const { source } = card;
  const signatures = listSignatures(card);
  if (!Array.isArray(signatures)) return signatures;
  const payloads = createPayloads(card.value);
  let isNamed = false;
  let failed: Symptom | undefined;
  for (const [index, signature] of signatures.entries()) {
    const entry = readEntry(signature);
    if (isRefusal(entry)) continue;
    const { kid, expiresAt } = entry.header;
    isNamed ||= names.has(kid);
    const own = toKeySet({
      source,
      keys: [toUnlimitedKey({ jwk: signer.publicJwk, kid, thumbprint })],
      skipped: [],
    });
    if (isRefusal(await matchEntry(entry, toContext(payloads, own, crypto)))) continue;
    const what = `entry ${index} of ${source} is by it, with the kid ${kid}`;
    const match =
      keySet === undefined ? undefined : await matchEntry(entry, toContext(payloads, keySet, crypto));
    const symptom =
      match !== undefined && isRefusal(match)
        ? bad(
            `${what}, and does not verify by ${keySet?.source ?? ''}: ${match.message}`,
            'publish the key under the kid that it signs with: `cardctl keys jwks`, with your other keys too',
          )
        : judgeTime(what, expiresAt, now);
    // An old entry does not stand against a good one.
    if (symptom.level === 'good') return symptom;
    failed ??= symptom;
  }
  if (failed !== undefined) return failed;
  return isNamed
    ? bad(
        `${source} names it, but the signature is not over this content`,
        'sign the card again, after you know who changed it',
      )
    : {
        level: 'doubtful',
        subject: 'card',
        text: `${source} has no signature by it`,
        hint: 'sign the card with it',
      };
}

/** Some services sign messages of a few kilobytes and no larger ones. */
function examineSize(
  { value, source }: NonNullable<ExamineOptions['card']>,
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
