/** Knows how tests make an entry over the text of an SDK's form, as that SDK would: without a mark of the form. */
import { findSdkForm } from '../../src/canonical/sdk-forms.js';
import { createLiterals } from '../../src/json/literals.js';
import { readJson } from '../../src/json/read.js';
import type { JsonObject } from '../../src/json/value.js';
import { toSigningInput, type SignatureEntry } from '../../src/signature/entry.js';
import type { Signer } from '../../src/keys/signer.js';

/** The text that a form has for a card, as the SDK's signer reads it: the last of its readings. */
export function toSdkText(formName: string, card: string): string {
  const { value, bytes } = readJson(new TextEncoder().encode(card));
  const readings = findSdkForm(formName)?.read(value as JsonObject, createLiterals(bytes));
  if (readings === undefined || 'message' in readings)
    throw new Error(`${formName} has no text for the card`);
  return readings.at(-1)?.text ?? '';
}

/** An entry over a text, with a header that all SDKs accept. */
export async function signText(
  signer: Signer,
  kid: string,
  { text, header = {} }: { text: string; header?: Record<string, unknown> },
): Promise<SignatureEntry> {
  const alg = signer.algorithms[0] ?? 'ES256';
  const bytes = new TextEncoder().encode(JSON.stringify({ alg, kid, typ: 'JOSE', ...header }));
  const protectedText = Buffer.from(bytes).toString('base64url');
  const signature = await signer.sign(alg, toSigningInput(protectedText, new TextEncoder().encode(text)));
  return { protected: protectedText, signature: Buffer.from(signature).toString('base64url') };
}
