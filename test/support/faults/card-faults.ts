/** Knows the faults of what of a card is signed, and of cards and entries that live on after it. */
import { toSdkText } from '../sdk-entries.js';
import type { Chance } from './chance.js';
import { isCovered, toJcs } from './covered.js';
import { withEntries, type Fault } from './fault.js';
import { changeValues } from './change.js';
import { keyOf, makeEntry, toJwk, toSet, type SigningKey } from './signing.js';
import { toSubject } from './subject.js';

/** Forms of SDKs for cards of 1.0. */
const sdkForms = ['a2a-js-1.0.0', 'a2a-js-1.0.1', 'a2a-js-instance', 'a2a-python-1.0', 'a2a-python-1.1.4'];

function anyKey({ pick }: Chance): SigningKey {
  return keyOf(pick(['ES256', 'RS256', 'PS256', 'EdDSA']));
}

export const cardFaults: readonly Fault[] = [
  {
    id: 'the form of an SDK',
    causes: ['sdk-form'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const payload = toSdkText(chance.pick(sdkForms), subject.text);
      if (isCovered(subject, payload)) return undefined;
      return { card: withEntries(subject, makeEntry({ key, payload })), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a form that the header does not name',
    causes: ['form-mark'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const received = toJcs(JSON.parse(subject.text));
      const [payload, named] = chance.pick([
        [subject.canonical, 'jcs'],
        [received, 'a2a-1.0'],
        [subject.canonical, 'a2a-2.0'],
      ] as const);
      if (named !== 'a2a-2.0' && received === subject.canonical) return undefined;
      const entry = makeEntry({ key, payload, header: { a2a_form: named } });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'a value that was changed since, with the former copy at hand',
    causes: ['card-changed'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const entry = makeEntry({ key, payload: subject.canonical });
      const changed = changeValues(subject, chance);
      if (changed === undefined) return undefined;
      return {
        card: withEntries(changed, entry),
        jwks: toSet(toJwk(key)),
        against: withEntries(subject, entry),
      };
    },
  },
  {
    id: 'a member that was added since',
    causes: ['member-added'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const entry = makeEntry({ key, payload: subject.canonical });
      const added = chance.pick([
        { 'x-served-by': 'edge-7' },
        { protocolVersion: '0.3.0', url: 'https://agent.example/a2a', preferredTransport: 'JSONRPC' },
        { iconUrl: 'https://agent.example/icon.svg' },
      ]);
      if (Object.keys(added).some((name) => name in subject.value)) return undefined;
      const value = { ...subject.value, ...added };
      // To the bit what some SDK signs, which leaves the member out: nothing tells the two apart.
      const text = JSON.stringify(value);
      if (sdkForms.some((form) => toSdkText(form, text) === subject.canonical)) return undefined;
      return { card: withEntries({ value }, entry), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'the text as it was printed',
    causes: ['not-canonical'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const print = chance.pick([
        (value: object) => JSON.stringify(value),
        (value: object) => JSON.stringify(value, null, 2),
        (value: object) => `${JSON.stringify(value, null, 2)}\n`,
        (value: object) => JSON.stringify(value, null, 4),
        (value: object) => JSON.stringify(value, null, '\t'),
      ]);
      const payload = print(subject.value);
      if (isCovered(subject, payload)) return undefined;
      const entry = makeEntry({ key, payload });
      return { card: print({ ...subject.value, signatures: [entry] }), jwks: toSet(toJwk(key)) };
    },
  },
  {
    id: 'the card with its signatures',
    causes: ['signatures-included'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const first = makeEntry({ key: keyOf('ES384'), payload: subject.canonical });
      const before = chance.pick([[], [first]]);
      const canonical = toSubject(subject.text).canonical;
      const inserted = insertMember(canonical, 'signatures', JSON.stringify(before));
      const payload = chance.pick([inserted, JSON.stringify({ ...subject.value, signatures: before })]);
      const entry = makeEntry({ key, payload });
      return {
        card: withEntries(subject, ...before, entry),
        jwks: toSet(toJwk(key), toJwk(keyOf('ES384'))),
      };
    },
  },
  {
    id: 'an entry of an earlier version, beside a good one of the same key',
    causes: ['stale-entry'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const stale = makeEntry({ key, payload: subject.canonical });
      const changed = changeValues(subject, chance);
      if (changed === undefined) return undefined;
      const good = makeEntry({ key, payload: changed.canonical });
      return {
        card: withEntries(
          changed,
          ...chance.pick([
            [stale, good],
            [good, stale],
          ]),
        ),
        jwks: toSet(toJwk(key)),
      };
    },
  },
  {
    id: 'an entry of an earlier version that is at hand, beside a good one',
    causes: ['card-changed', 'stale-entry'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const stale = makeEntry({ key: keyOf('ES384'), payload: subject.canonical });
      const changed = changeValues(subject, chance);
      if (changed === undefined) return undefined;
      const good = makeEntry({ key, payload: changed.canonical });
      return {
        card: withEntries(changed, stale, good),
        jwks: toSet(toJwk(key), toJwk(keyOf('ES384'))),
        against: subject.text,
      };
    },
  },
  {
    id: 'a signature that has expired',
    causes: ['expired'],
    apply: (subject, chance) => {
      const key = anyKey(chance);
      const entry = makeEntry({
        key,
        payload: subject.canonical,
        header: { iat: 1_600_000_000, exp: 1_600_086_400 },
      });
      return { card: withEntries(subject, entry), jwks: toSet(toJwk(key)) };
    },
  },
];

/** A canonical object with one more member. */
function insertMember(canonical: string, name: string, member: string): string {
  const value = { ...(JSON.parse(canonical) as object), [name]: JSON.parse(member) as unknown };
  return toJcs(value);
}
