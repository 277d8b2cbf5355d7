/** Knows the signature files of Wycheproof, and holds every vector in them against the product. */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/json/value.js';
import type { AlgorithmName } from '../../src/keys/algorithms.js';
import type { CryptoPort } from '../../src/keys/crypto.js';
import { openJudge, type RawOutcome } from './raw-signature.js';

type Vector = {
  tcId: number;
  comment: string;
  msg: string;
  sig: string;
  result: 'valid' | 'invalid' | 'acceptable';
};
type VectorGroup = { publicKeyDer: string; publicKeyJwk?: JsonObject; tests: Vector[] };

export type JudgedVector = Vector & { readonly outcome: RawOutcome };

/** The file's vectors, each with what becomes of it. */
export async function judgeVectors(
  file: { readonly folder: string; readonly name: string; readonly alg: AlgorithmName },
  crypto: CryptoPort,
): Promise<JudgedVector[]> {
  const text = readFileSync(join(file.folder, file.name), 'utf8');
  const { testGroups } = JSON.parse(text) as { testGroups: VectorGroup[] };
  const judged: JudgedVector[] = [];
  for (const group of testGroups) {
    const judge = await openJudge(toJwk(group), file.alg, crypto);
    for (const test of group.tests) judged.push({ ...test, outcome: await judge(test) });
  }
  return judged;
}

/** Some groups have their key as SubjectPublicKeyInfo alone. */
function toJwk({ publicKeyJwk, publicKeyDer }: VectorGroup): JsonObject {
  if (publicKeyJwk !== undefined) return publicKeyJwk;
  const key = createPublicKey({ key: Buffer.from(publicKeyDer, 'hex'), format: 'der', type: 'spki' });
  return key.export({ format: 'jwk' }) as JsonObject;
}

/** Vectors by their ids. */
export function idsOf(vectors: readonly JudgedVector[]): number[] {
  return vectors.map(({ tcId }) => tcId);
}

/** How many vectors end in which outcome. */
export function countOutcomes(vectors: readonly JudgedVector[]): Record<RawOutcome, number> {
  const counts = { malformed: 0, mismatch: 0, verified: 0 };
  for (const { outcome } of vectors) counts[outcome]++;
  return counts;
}
