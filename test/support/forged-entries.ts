/** Knows how tests make entries that cardctl would not: any header, by a signer of the test's choice. */
import type { AlgorithmName } from '../../src/keys/algorithms.js';
import type { Signer } from '../../src/keys/signer.js';
import {
  readEntry,
  toSigningInput,
  type ParsedEntry,
  type SignatureEntry,
} from '../../src/signature/entry.js';
import { isRefusal } from '../../src/signature/outcomes.js';

/** An entry over the payload with just this protected header. */
export async function makeEntry(
  signer: Signer,
  payload: Uint8Array,
  header: object,
): Promise<SignatureEntry> {
  const protectedText = Buffer.from(JSON.stringify(header)).toString('base64url');
  const { alg } = header as { alg: AlgorithmName };
  const signature = await signer.sign(alg, toSigningInput(protectedText, payload));
  return { protected: protectedText, signature: Buffer.from(signature).toString('base64url') };
}

/** The entry as read; throws where it is refused. */
export function parseEntry(entry: SignatureEntry): ParsedEntry {
  const parsed = readEntry({ ...entry });
  if (isRefusal(parsed)) throw new Error(parsed.message);
  return parsed;
}
