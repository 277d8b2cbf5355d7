/** Knows what a key has signed of a card: which entries are by it, in which forms, and whether the key set says the same. */
import { listSdks } from '../canonical/sdks.js';
import type { CryptoPort } from '../keys/crypto.js';
import { toKeySet, toUnlimitedKey, type KeySet, type TrustedKey } from '../keys/key-set.js';
import type { Signer } from '../keys/signer.js';
import type { Symptom } from '../keys/symptom.js';
import { readEntry, type ParsedEntry } from './entry.js';
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
import { matchEntry } from './match-entry.js';
import { isRefusal } from './outcomes.js';
import type { Payloads } from './payloads.js';

/** The key that is held against something. */
export type Subject = {
  readonly signer: Signer;
  readonly thumbprint: string;
  /** The key as the key set has it. */
  readonly published: readonly TrustedKey[];
  /** The kids that can mean it. */
  readonly names: ReadonlySet<string>;
};

type Options = { readonly keySet?: KeySet | undefined; readonly crypto: CryptoPort; readonly now: Date };

/** An entry that the key has made. */
type OwnEntry = {
  readonly symptom: Symptom;
  /** The forms of SDKs that it is over; none where it covers all of the card. */
  readonly served: readonly string[];
};

/** Whether the key has signed the card, under whatever kid, for whom, and whether anyone else takes it for another text. */
export async function examineOwnEntries(
  card: ExaminedCard,
  subject: Subject,
  options: Options,
): Promise<Symptom[]> {
  const signatures = listSignatures(card);
  if (!Array.isArray(signatures)) return [signatures, ...examineForms(card, [])];
  const payloads = toPayloads(card);
  const found: OwnEntry[] = [];
  let isDenied = false;
  for (const [index, signature] of signatures.entries()) {
    const entry = readEntry(signature);
    if (isRefusal(entry)) continue;
    const own = await examineOwn(entry, {
      what: `entry ${index} of ${card.source}`,
      payloads,
      subject,
      options,
      card,
    });
    if (own !== undefined) found.push(own);
    else isDenied ||= subject.names.has(entry.header.kid);
  }
  const whole = preferGood(found.filter(({ served }) => served.length === 0));
  const forSdks = listForSdks(found);
  const signedFor = forSdks.filter(({ symptom }) => symptom.level === 'good').flatMap(({ served }) => served);
  return [
    whole?.symptom ?? explainMissing(card, { isDenied, forSdks }),
    ...forSdks.map(({ symptom }) => symptom),
    ...examineForms(card, signedFor),
  ];
}

type OwnContext = {
  readonly what: string;
  readonly card: ExaminedCard;
  readonly payloads: Payloads;
  readonly subject: Subject;
  readonly options: Options;
};

/** Undefined for an entry that is not by the key, or not over this card. */
async function examineOwn(
  entry: ParsedEntry,
  { what, card, payloads, subject, options }: OwnContext,
): Promise<OwnEntry | undefined> {
  const { kid, expiresAt } = entry.header;
  const { keySet, crypto, now } = options;
  const key = toUnlimitedKey({ jwk: subject.signer.publicJwk, kid, thumbprint: subject.thumbprint });
  const own = toKeySet({ source: card.source, keys: [key], skipped: [] });
  const match = await matchEntry(entry, toContext(payloads, own, crypto));
  if (isRefusal(match)) return undefined;
  const served = isForSdk(match) ? listServed(match, payloads) : [];
  const text = withForm(`${what} is by it, with the kid ${kid}`, match);
  const verified =
    keySet === undefined ? match : await matchEntry(entry, toContext(payloads, keySet, crypto));
  if (!isRefusal(verified)) return { served, symptom: judgeTime(text, expiresAt, now) };
  const symptom = bad(
    `${text}, and does not verify by ${keySet?.source ?? ''}: ${verified.message}`,
    'publish the key under the kid that it signs with: `cardctl keys jwks`, with your other keys too',
  );
  return { served, symptom };
}

/** An old entry does not stand against a good one. */
function preferGood(entries: readonly OwnEntry[]): OwnEntry | undefined {
  return entries.find(({ symptom }) => symptom.level === 'good') ?? entries[0];
}

/** One entry for each text of SDKs. */
function listForSdks(entries: readonly OwnEntry[]): OwnEntry[] {
  const forms = new Set(entries.flatMap(({ served: [form] }) => form ?? []));
  return [...forms].flatMap((form) => preferGood(entries.filter(({ served }) => served[0] === form)) ?? []);
}

function explainMissing(
  { source }: ExaminedCard,
  { isDenied, forSdks }: { readonly isDenied: boolean; readonly forSdks: readonly OwnEntry[] },
): Symptom {
  if (isDenied)
    return bad(
      `${source} names it, but the signature is not over this content`,
      'sign the card again, after you know who changed it',
    );
  const doubtful = { level: 'doubtful', subject: 'card' } as const;
  if (forSdks.length === 0)
    return { ...doubtful, text: `${source} has no signature by it`, hint: 'sign the card with it' };
  const sdks = listSdks(forSdks.flatMap(({ served }) => served));
  return {
    ...doubtful,
    text: `${source} has no signature by it but for users of SDKs`,
    hint: `sign the card with it${sdks.length === 0 ? '' : `, and with --for ${sdks.join(',')}`}`,
  };
}
