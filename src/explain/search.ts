/** Knows how the faults of a signature are found: by undoing them, one and two at a time, until it matches. */
import type { KeySet, TrustedKey } from '../keys/key-set.js';
import { derToJws } from '../keys/der-signature.js';
import { rsaBits } from '../keys/public-jwk.js';
import type { Method, ProbeKey, Prober } from '../keys/prober.js';
import type { EntryParts } from './entry-parts.js';
import { listInputs, type Input, type PayloadText } from './inputs.js';
import { listMethods, type KeyAndMethod } from './methods.js';
import type { PayloadSource } from './payload-source.js';
import { listPayloads } from './payloads.js';
import { toCause, type Cause, type Trial } from './report.js';
import { listSignatures } from './signatures.js';
import type { Variant } from './variant.js';

export type SearchContext = {
  readonly keySet: KeySet;
  readonly prober: Prober;
  readonly source: PayloadSource;
  readonly budget: Budget;
};

/** What one entry may cost; a card cannot ask for more. */
export type Budget = {
  /** Signatures that may still be computed. */
  attempts: number;
  /** Bytes that may still be signed, over all attempts, and written as payloads. */
  bytes: number;
  /** Bytes of payloads that may still be kept while the entry is explained. */
  kept: number;
};

/** Faults that are undone together. */
const maximumFaults = 2;

export type Proof = { readonly key: TrustedKey; readonly causes: readonly Cause[] };

/** The fewest faults with which the signature matches, or what was tried. */
export function searchFaults(parts: EntryParts, context: SearchContext): Proof | Trial {
  const { budget, source, keySet } = context;
  const start = budget.attempts;
  const signatures = listSignatures(parts.signature);
  const methods = listMethods(parts, keySet).flatMap((method) => listFitting(method, signatures));
  const inputs = listInputs(parts);
  const payloads = methods.length === 0 ? [] : collect(listPayloads(parts, source), budget);
  const ways = { methods, inputs, payloads };
  for (let faults = 0; faults <= maximumFaults; faults++) {
    const proof = searchWith(faults, ways, context);
    if (proof !== undefined) return proof;
  }
  return {
    what: describeWays(ways, source),
    attempts: start - budget.attempts,
    complete: isLeft(budget) && hasRoom(budget),
  };
}

function isLeft({ attempts, bytes }: Budget): boolean {
  return attempts > 0 && bytes > 0;
}

function hasRoom({ kept }: Budget): boolean {
  return kept > 0;
}

const encoder = new TextEncoder();

/** Payloads of one card are much alike in size, and are kept: the first that is too much is the last. */
function collect(list: Iterable<Variant<string>>, budget: Budget): Variant<PayloadText>[] {
  const payloads: Variant<PayloadText>[] = [];
  for (const { value, faults, explain } of list) {
    const bytes = encoder.encode(value);
    budget.bytes -= bytes.length;
    budget.kept -= bytes.length;
    payloads.push({ value: { bytes }, faults, explain });
    if (!isLeft(budget) || !hasRoom(budget)) break;
  }
  return payloads;
}

type Fitting = KeyAndMethod & { readonly signature: Uint8Array };

/** With each of the signatures that has the length that it takes, as it is or in DER. */
function listFitting(
  { value, faults, explain }: Variant<KeyAndMethod>,
  signatures: readonly Variant<Uint8Array>[],
): Variant<Fitting>[] {
  const { key, method } = value;
  const { algorithm } = method;
  const due = algorithm.signatureBytes ?? Math.ceil(rsaBits(key.jwk) / 8);
  return signatures.flatMap((signature): Variant<Fitting>[] => {
    const bytes = signature.value;
    const isDer = bytes.length !== due;
    const fitting = !isDer ? bytes : algorithm.family === 'ecdsa' ? derToJws(bytes, due / 2) : undefined;
    if (fitting === undefined) return [];
    const causes = () => [
      ...signature.explain(),
      ...(isDer ? [explainDer(bytes, method)] : []),
      ...explain(),
    ];
    return [{ value: { key, method, signature: fitting }, faults, explain: causes }];
  });
}

function explainDer(bytes: Uint8Array, { algorithm }: Method): Cause {
  const { name, signatureBytes = 0 } = algorithm;
  return toCause(
    'der-signature',
    `the signature is DER, ${bytes.length} bytes long; ${name} has r and s in ${signatureBytes} bytes`,
  );
}

type Ways = {
  readonly methods: readonly Variant<Fitting>[];
  readonly inputs: readonly Variant<Input>[];
  readonly payloads: readonly Variant<PayloadText>[];
};

/** All combinations with so many faults. */
function searchWith(
  faults: number,
  { methods, inputs, payloads }: Ways,
  context: SearchContext,
): Proof | undefined {
  for (const method of methods) {
    for (const input of inputs) {
      const rest = faults - method.faults - input.faults;
      for (const payload of rest < 0 ? [] : payloads) {
        if (payload.faults !== rest) continue;
        if (!isLeft(context.budget)) return undefined;
        if (!isMatch({ method, input, payload }, context)) continue;
        const causes = [...method.explain(), ...input.explain(), ...payload.explain()];
        return { key: method.value.key, causes: addSalt(causes, { method, input, payload }, context) };
      }
    }
  }
  return undefined;
}

type Combination = {
  readonly method: Variant<Fitting>;
  readonly input: Variant<Input>;
  readonly payload: Variant<PayloadText>;
};

function isMatch(combination: Combination, { prober, budget }: SearchContext): boolean {
  const probe = toProbe(combination, prober);
  if (probe === undefined) return false;
  budget.attempts--;
  budget.bytes -= probe.message.length;
  return prober.matches(probe);
}

function toProbe({ method, input, payload }: Combination, prober: Prober) {
  const { key, method: how, signature } = method.value;
  const imported = importOnce(key, prober);
  if (imported === undefined) return undefined;
  return { key: imported, method: how, signature, message: input.value(payload.value, how, prober) };
}

const imports = new WeakMap<TrustedKey, { readonly prober: Prober; readonly key: ProbeKey | undefined }>();

function importOnce(key: TrustedKey, prober: Prober): ProbeKey | undefined {
  const found = imports.get(key);
  if (found?.prober === prober) return found.key;
  const imported = prober.importKey(key.jwk);
  imports.set(key, { prober, key: imported });
  return imported;
}

/** How long the salt is, where that is the fault. */
function addSalt(
  causes: readonly Cause[],
  combination: Combination,
  { prober }: SearchContext,
): readonly Cause[] {
  if (combination.method.value.method.anySalt !== true) return causes;
  const probe = toProbe(combination, prober);
  const bytes = probe === undefined ? undefined : prober.saltLength(probe);
  const { algorithm } = combination.method.value.method;
  const message = `the salt is ${bytes ?? '?'} bytes long where ${algorithm.name} has ${algorithm.saltBytes ?? 0}`;
  return causes.map((cause) => (cause.code === 'pss-salt' ? { ...cause, message } : cause));
}

function describeWays({ methods, inputs, payloads }: Ways, { former }: PayloadSource): string[] {
  const keys = new Set(methods.map(({ value }) => value.key.thumbprint)).size;
  if (keys === 0) return ['no key of the set could have made a signature of this length'];
  return [
    `${count(keys, 'key')} of the set, with every algorithm, digest, padding and salt of ${keys === 1 ? 'its' : 'their'} kind`,
    `${count(inputs.length, 'way')} to write the header and to encode what is signed`,
    `${count(payloads.length, 'text')}: the card in every form there is, as it may have been printed, with its signatures, less each of its members, and in the other version of A2A`,
    ...(former === undefined ? [] : [`the former copy ${former.source} in every form`]),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
