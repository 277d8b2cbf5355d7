/** Knows how the faults of a signature are found: by undoing them, one and two at a time, until it matches. */
import type { KeySet, TrustedKey } from '../keys/key-set.js';
import { derToJws } from '../keys/der-signature.js';
import { rsaBits } from '../keys/public-jwk.js';
import type { Method, Probe, ProbeKey, Prober } from '../keys/prober.js';
import type { EntryParts } from './entry-parts.js';
import { listInputs, type Input } from './inputs.js';
import { listMethods, type KeyAndMethod } from './methods.js';
import type { Candidates, PayloadText } from './candidates.js';
import { toCause, type Cause, type Trial } from './report.js';
import { listSignatures } from './signatures.js';
import { maximumFaults, type Variant } from './variant.js';

export type SearchContext = {
  readonly keySet: KeySet;
  readonly prober: Prober;
  readonly candidates: Candidates;
  /** How the former copy is named, where there is one. */
  readonly former: string | undefined;
  /** The place of the entry in `signatures`. */
  readonly index: number;
  readonly budget: Budget;
};

/** What may still be spent on one entry, in microseconds of a machine of 2024; a card cannot ask for more. */
export type Budget = { work: number };

export type Proof = { readonly key: TrustedKey; readonly causes: readonly Cause[] };

/** The fewest faults with which the signature matches, or what was tried. */
export function searchFaults(parts: EntryParts, context: SearchContext): Proof | Trial {
  const { budget, candidates, keySet, index } = context;
  const signatures = listSignatures(parts.signature);
  const methods = listMethods(parts, keySet).flatMap((method) => listFitting(method, signatures));
  const inputs = listInputs(parts);
  const search: Search = { methods, inputs, payloads: [], attempts: 0 };
  for (let faults = 0; faults <= maximumFaults && methods.length > 0; faults++) {
    search.payloads.push(candidates.list(parts, index, faults));
    const proof = searchWith(faults, search, context);
    if (proof !== undefined) return proof;
  }
  const complete = budget.work > 0 && candidates.isComplete();
  return { what: describeSearch(search, context), attempts: search.attempts, complete };
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

type Search = {
  readonly methods: readonly Variant<Fitting>[];
  readonly inputs: readonly Variant<Input>[];
  /** By the number of their faults. */
  readonly payloads: (readonly Variant<PayloadText>[])[];
  attempts: number;
};

/** All combinations with so many faults. */
function searchWith(faults: number, search: Search, context: SearchContext): Proof | undefined {
  for (const method of search.methods) {
    for (const input of search.inputs) {
      for (const payload of search.payloads[faults - method.faults - input.faults] ?? []) {
        if (context.budget.work <= 0) return undefined;
        const probe = toProbe({ method, input, payload }, context.prober);
        if (probe === undefined) continue;
        search.attempts++;
        context.budget.work -= costOf(probe);
        if (!context.prober.matches(probe)) continue;
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

/** Microseconds of one signature, by the curve; RSA and the others of the table are alike. */
const costs: Readonly<Record<string, number>> = { 'P-384': 1800, 'P-521': 3200 };
const usualCost = 200;
/** To write a byte of the message, and to hash it. */
const costOfByte = 0.006;

function costOf({ method, message }: Probe): number {
  return (costs[method.algorithm.crv ?? ''] ?? usualCost) + message.length * costOfByte;
}

function toProbe({ method, input, payload }: Combination, prober: Prober): Probe | undefined {
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

function describeSearch({ methods, inputs, payloads }: Search, { former }: SearchContext): string[] {
  const keys = new Set(methods.map(({ value }) => value.key.thumbprint)).size;
  if (keys === 0) return ['no key of the set can have made a signature of this length'];
  return [
    `${count(keys, 'key')} of the set, with every algorithm, digest, padding and salt of ${keys === 1 ? 'its' : 'their'} kind`,
    `${count(inputs.length, 'way')} to write the header and to encode what is signed`,
    `${count(payloads.flat().length, 'text')}: the card in every form there is, as it may have been printed, with its signatures, less each of its members, and in the other version of A2A`,
    ...(former === undefined ? [] : [`the former copy ${former} in every form`]),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
