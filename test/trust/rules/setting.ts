/** Knows the stage of every attack: an honest card and its keys, and one call that says whether a text is trusted. */
import canonicalize from 'canonicalize';
import type { CryptoPort, VerificationPolicy, VerificationResult } from '../../../src/index.js';
import { createTestKey, signEntry, type Entry, type TestKey } from '../tampering/foreign-signer.js';
import type { Library } from './rule.js';

const today = new Date('2026-03-01T12:00:00Z');
export const nowSeconds = today.getTime() / 1000;

/** The keys that the verifier trusts. */
export const owner = createTestKey('ES256', 'owner');
export const partner = createTestKey('EdDSA', 'partner');
export const rsaOwner = createTestKey('RS256', 'rsa-owner');

export const card = {
  name: 'Stock',
  description: 'answers',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true, extensions: [{ uri: 'urn:x', params: { limit: 5 } }] },
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
  securityRequirements: [{ schemes: { key: { list: ['a'] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'does s', tags: ['t'] }],
};

/** The card at another address: what an attacker wants to be trusted. */
export const evilCard = {
  ...card,
  supportedInterfaces: [{ url: 'https://evil.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
};

/** An entry over a value as RFC 8785 has it. */
export function sign(
  value: object,
  { key = owner, header = {} }: { key?: TestKey; header?: object } = {},
): Entry {
  return signEntry(key, canonicalize(value) ?? '', header);
}

export function serve(value: object, ...signatures: readonly object[]): string {
  return JSON.stringify({ ...value, signatures });
}

export type Verifier = {
  /** As they stand in the key set; the owner's alone unless given. */
  readonly keys?: readonly unknown[];
  readonly policy?: Partial<VerificationPolicy>;
  readonly crypto?: Partial<CryptoPort>;
  readonly now?: Date;
  readonly stripUnsigned?: boolean;
};

export async function verify(
  library: Library,
  text: string | Uint8Array,
  { keys = [owner.jwk], policy = {}, crypto = {}, now = today, stripUnsigned = false }: Verifier = {},
): Promise<VerificationResult> {
  const port: CryptoPort = { ...library.nodeCrypto, ...crypto };
  const keySet = await library.readKeySet(toBytes(JSON.stringify({ keys })), { crypto: port });
  return library.verifyCard(toBytes(text), { keySet, now, crypto: port, policy, stripUnsigned });
}

/** Whether the text is trusted. */
export async function trusts(
  library: Library,
  text: string | Uint8Array,
  verifier?: Verifier,
): Promise<boolean> {
  return (await verify(library, text, verifier)).report.verdict === 'trusted';
}

/** What an attack comes to, where the rule speaks by an error of this class. */
export async function unlessRefused(
  refusal: abstract new (...parts: never[]) => Error,
  attack: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await attack();
  } catch (error) {
    if (error instanceof refusal) return false;
    throw error;
  }
}

export function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}
