/** Knows how fast a card's canonical bytes are made, beside the package and the SDK that make the same bytes. */
import { canonicalizeAgentCard, type AgentCard } from '@a2a-js/sdk';
import canonicalize from 'canonicalize';
import type * as Canonical from '../../src/canonical/index.js';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.js';
import { isLeftOut } from '../../src/card/presence.js';
import { agentCard, type Field, type Message } from '../../src/card/schema.js';
import type * as Reader from '../../src/json/read.js';
import { loadBundled } from './bundled.js';
import { makeAgreedCard } from './cards.js';
import { comparePaired, timed, type Row } from './compare.js';

const rounds = 101;
/** Each half of a round encodes about so many bytes. */
const bytesPerRound = 200_000;

/** Their time to ours for value to canonical bytes, of a card of about 2 kB. */
export async function benchCanonical(): Promise<Row[]> {
  const { canonicalizeCard } = await loadBundled<typeof Canonical>('canonical/index.ts');
  const { readJson } = await loadBundled<typeof Reader>('json/read.ts');
  const signatures = [{ protected: 'e30', signature: 'AAAA' }];
  const text = Buffer.from(JSON.stringify({ ...makeAgreedCard(2000), signatures }));
  const card = readJson(text).value as JsonObject;
  const parsed = JSON.parse(text.toString()) as JsonObject;
  const strip = () => {
    const copy = copyStripped(parsed, agentCard);
    delete copy['signatures'];
    return copy;
  };
  const stripped = JSON.parse(JSON.stringify(strip())) as JsonObject;
  const encoder = new TextEncoder();
  const works = {
    'a2a-1.0': () => canonicalizeCard(card),
    'jcs': () => canonicalizeCard(stripped, { form: 'jcs' }),
    'stripped copy and canonicalize': () => encoder.encode(canonicalize(strip())),
    'canonicalize of a copy that is ready': () => encoder.encode(canonicalize(stripped)),
    'the SDK': () => encoder.encode(canonicalizeAgentCard(parsed as unknown as AgentCard)),
  };
  assertSame(works);
  const repetitions = Math.ceil(bytesPerRound / text.length);
  const compare = async (other: keyof typeof works, ours: 'a2a-1.0' | 'jcs', limit: object): Promise<Row> => {
    const one = timed(repetitions, works[other]);
    const two = timed(repetitions, works[ours]);
    await comparePaired(one, two, 20);
    const { ratio, times } = await comparePaired(one, two, rounds);
    const note = `${times[0].toFixed(1)} µs to ${times[1].toFixed(1)} µs`;
    return { name: `${other} to form ${ours}`, ratio, ...limit, note };
  };
  return [
    await compare('stripped copy and canonicalize', 'a2a-1.0', { atLeast: 4 }),
    await compare('canonicalize of a copy that is ready', 'a2a-1.0', {}),
    await compare('the SDK', 'a2a-1.0', { atLeast: 2.5 }),
    await compare('canonicalize of a copy that is ready', 'jcs', {}),
  ];
}

/** The plain way to do it: a copy without what is at its default. */
function copyStripped(value: JsonObject, message: Message): JsonObject {
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const field = message.byName.get(name);
    if (field === undefined) copy[name] = member;
    else if (!isLeftOut(member, field)) copy[name] = copyField(member, field);
  }
  return copy;
}

function copyField(member: JsonValue, { message, cardinality }: Field): JsonValue {
  if (message === undefined) return member;
  if (cardinality === 'map' && isObject(member)) {
    const entries = Object.entries(member);
    return Object.fromEntries(
      entries.map(([name, entry]) => [name, copyStripped(entry as JsonObject, message)]),
    );
  }
  if (Array.isArray(member)) {
    return member.map((element) => (isObject(element) ? copyStripped(element, message) : element));
  }
  return isObject(member) ? copyStripped(member, message) : member;
}

/** Who makes other bytes is not to be compared with. */
function assertSame(works: Record<string, () => Uint8Array>): void {
  const [first, ...others] = Object.values(works).map((work) => Buffer.from(work()).toString());
  if (others.some((other) => other !== first)) throw new Error('the canonical forms differ');
}
