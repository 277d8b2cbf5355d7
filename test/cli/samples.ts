/** Knows the cards and keys that the tests of the command line share; the keys are new in each run. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { openSigner, signCard, nodeCrypto, type SignCardOptions, type Signer } from '../../src/index.js';

import type { Workspace } from './run.js';

type PrivateJwk = { kty: string; crv: string; x: string; d: string };

/** A private key, made now. */
export function createJwk(kind: 'ed25519'): PrivateJwk;
export function createJwk(kind: 'p256'): PrivateJwk & { y: string };
export function createJwk(kind: 'ed25519' | 'p256'): PrivateJwk {
  const { privateKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'jwk' }) as PrivateJwk;
}

/** RFC 7638, by the members in their order. */
function toKid(members: object): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** Signatures by it are the same each time. */
export const ed25519 = createJwk('ed25519');
export const ed25519Kid = toKid({ crv: 'Ed25519', kty: 'OKP', x: ed25519.x });

export const p256 = createJwk('p256');
export const p256Kid = toKid({ crv: 'P-256', kty: 'EC', x: p256.x, y: p256.y });

/** The public members alone. */
export function toPublic({ d: _, ...jwk }: typeof p256 | typeof ed25519) {
  return jwk;
}

/** A valid card with neither defaults nor unknown members; `changes` are laid over its members. */
export function createCard(changes: object = {}) {
  return {
    name: 'Stock Agent',
    description: 'Tells what is in stock.',
    version: '1.0.0',
    supportedInterfaces: [
      { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'stock', name: 'Stock', description: 'Looks it up.', tags: ['erp'] }],
    ...changes,
  };
}

/** Puts both private keys and a card into a folder: `ed25519.json`, `p256.json`, `card.json`. */
export function writeKeys(space: Workspace): void {
  space.write('ed25519.json', ed25519);
  space.write('p256.json', p256);
  space.write('card.json', createCard());
}

/** A card of protocol version 0.3 that asks for a key. */
export const legacyCard = {
  name: 'Stock Agent',
  description: 'Tells what is in stock.',
  version: '1.0.0',
  url: 'https://agent.example/a2a',
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  capabilities: {},
  securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
};

/** A card of about as many bytes, none of which could be left out. */
export function createLargeCard(bytes: number) {
  const description = 'x'.repeat(1000);
  const skills = Array.from({ length: Math.ceil(bytes / 1060) }, (_, index) => ({
    id: `skill-${index}`,
    name: 'Stock',
    description,
    tags: ['erp'],
  }));
  return createCard({ skills });
}

/** The signer of a private JWK. */
export function toSigner(jwk: object): Promise<Signer> {
  return openSigner('env:KEY', { env: { KEY: JSON.stringify(jwk) } });
}

/** The text of the card signed with the keys, at a time of the test's choice. */
export async function sign(
  card: object,
  jwks: readonly object[],
  options: Partial<SignCardOptions> = {},
): Promise<string> {
  const signers = await Promise.all(jwks.map(toSigner));
  const bytes = new TextEncoder().encode(JSON.stringify(card));
  const now = new Date('2026-01-01T00:00:00Z');
  return (await signCard(bytes, { signers, now, crypto: nodeCrypto, ...options })).text;
}

type Entry = { readonly protected: string; readonly signature: string };
type SignedDocument = ReturnType<typeof createCard> & { readonly signatures: readonly Entry[] };

/** A signed card's text as a value. */
export function parseSigned(text: string): SignedDocument {
  return JSON.parse(text) as SignedDocument;
}

/** The protected header of an entry. */
export function readHeader(entry: Entry | undefined): Record<string, unknown> {
  const text = Buffer.from(entry?.protected ?? '', 'base64url').toString();
  return JSON.parse(text) as Record<string, unknown>;
}
