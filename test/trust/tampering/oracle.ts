/** Knows, without asking src, whether a verdict of trust is deserved: same content, genuine entries, enough keys. */
import { isDeepStrictEqual } from 'node:util';
import { equals, fromJson, type JsonObject } from '@bufbuild/protobuf';
import canonicalize from 'canonicalize';
import {
  toVerifiedCard,
  verifyCard,
  type VerificationResult,
  type VerifyCardOptions,
} from '../../../src/index.js';
import { AgentCardSchema, type AgentCard } from '../../../tools/generated/lf/a2a/v1/agent_card_pb.js';
import { now, type Subject } from './cards.js';
import { decodeHeader, isGenuine, type Entry, type TestKey } from './foreign-signer.js';

type Card = Record<string, unknown>;

/**
 * What is wrong with a trusted result for a tampered text, or `undefined` where nothing is. The result's content
 * must be what was signed, the text must say no more than that to anyone, and the card that is handed on must
 * verify again.
 */
export async function findFalseAccept(
  subject: Subject,
  tampered: string,
  options: VerifyCardOptions,
  result: VerificationResult,
): Promise<string | undefined> {
  if (result.verified === undefined) return 'trusted, with nothing verified';
  const handedOn: Card = toVerifiedCard(result.verified);
  if (!isDeepStrictEqual(withoutSignatures(handedOn), subject.meaning))
    return 'other content than was signed';
  const entries = handedOn['signatures'] as Entry[];
  const fault = findBadEntry(subject, entries) ?? findOtherReading(subject, JSON.parse(tampered) as Card);
  if (fault !== undefined) return fault;
  const again = await verifyCard(new TextEncoder().encode(JSON.stringify(handedOn)), options);
  if (again.verified === undefined) return 'the card that is handed on is not trusted';
  return isDeepStrictEqual(toVerifiedCard(again.verified), handedOn)
    ? undefined
    : 'it verifies to another card';
}

/** Every entry handed on must be genuine by RFC 7515 5.2 over the signed value, in time, and nothing but an entry. */
function findBadEntry({ meaning, keys, threshold }: Subject, entries: readonly Entry[]): string | undefined {
  const payload = canonicalize(meaning) ?? '';
  const signers = new Set<TestKey>();
  for (const entry of entries) {
    if (Object.keys(entry).join() !== 'protected,signature') return 'an entry holds more than was signed';
    const { kid, alg, exp } = decodeHeader(entry.protected);
    const key = keys.find((known) => known.kid === kid && known.alg === alg);
    if (key === undefined || !isGenuine(entry, key, payload)) return 'an entry that nobody made';
    if (typeof exp === 'number' && exp <= now.getTime() / 1000) return 'an expired entry';
    signers.add(key);
  }
  return signers.size >= threshold ? undefined : 'too few keys';
}

/** The received text may say more than what was signed only by nulls and defaults: to protobuf they say nothing. */
function findOtherReading({ meaning, isPure }: Subject, received: Card): string | undefined {
  const content = JSON.parse(JSON.stringify(withoutSignatures(received))) as Card;
  if (!holdsNoMore(content, meaning)) return 'the received text holds what nobody signed';
  const reading = isPure ? readProto(content) : undefined;
  if (
    reading === undefined ||
    equals(AgentCardSchema, reading, fromJson(AgentCardSchema, meaning as JsonObject))
  )
    return undefined;
  return 'protobuf reads another card';
}

/** Who refuses a text reads nothing else in it: this library takes no null beside another member of a oneof. */
function readProto(card: Card): AgentCard | undefined {
  try {
    return fromJson(AgentCardSchema, card as JsonObject);
  } catch {
    return undefined;
  }
}

/** Whether a value is another one plus, at most, members that are null or empty. */
function holdsNoMore(value: unknown, signed: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(signed)) {
    return (
      value.length === signed.length && value.every((element, index) => holdsNoMore(element, signed[index]))
    );
  }
  if (!isRecord(value) || !isRecord(signed)) return Object.is(value, signed);
  if (Object.keys(signed).some((name) => !Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) =>
    Object.hasOwn(signed, name) ? holdsNoMore(member, signed[name]) : isNothing(member),
  );
}

/** Null, the default of a scalar, and containers with nothing in them. */
function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutSignatures(card: Card): Card {
  return Object.fromEntries(Object.entries(card).filter(([name]) => name !== 'signatures'));
}
